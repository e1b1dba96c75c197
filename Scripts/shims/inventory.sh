# The devices as Apple's tools list them. A simulated device has a sensor, and no model and no system: a model with that
# sensor stands for it, and a system before 26, from which on Detox no longer says which device it means.

version=${DEVICESIM_SHIM_OS-18.5}
case $version in
  ''|.*|*.|*..*|*[!0-9.]*) fail $usage "DEVICESIM_SHIM_OS is '$version'; give a version, like 18.5" ;;
esac
case ${DEVICESIM_SHIM_TYPE-} in
  *[!A-Za-z0-9\ .\(\)-]*) fail $usage "DEVICESIM_SHIM_TYPE is '$DEVICESIM_SHIM_TYPE'; give a model, like iPhone 16 Pro" ;;
esac

sensors='faceID touchID opticID'
platforms='iOS visionOS'

# describe SENSOR: sets the model and the system of a device.
described=
describe() {
  [ "$described" != "$1" ] || return 0
  platform=iOS
  case $1 in
    touchID) model='iPhone SE (3rd generation)' ;;
    opticID) model='Apple Vision Pro' platform=visionOS ;;
    *) model='iPhone 16' ;;
  esac
  if [ -n "${DEVICESIM_SHIM_TYPE-}" ]; then
    model=$DEVICESIM_SHIM_TYPE
    platform=iOS
  fi
  case $model in
    iPad*) family=iPad ;;
    Apple\ Vision*) family='Apple Vision' ;;
    *) family=iPhone ;;
  esac
  model_id=com.apple.CoreSimulator.SimDeviceType.$(printf '%s' "$model" | sed 's/[^A-Za-z0-9][^A-Za-z0-9]*/-/g; s/-$//')
  describe_system
  described=$1
}

# Sets the system of $platform.
describe_system() {
  described=
  case $platform in
    visionOS) system="visionOS 2.5" system_version=2.5 kernel=xrOS ;;
    *) system="iOS $version" system_version=$version kernel=iOS ;;
  esac
  system_id=com.apple.CoreSimulator.SimRuntime.$kernel-$(printf '%s' "$system_version" | tr . -)
}

# object INDENT KEY VALUE…: prints an object of the members that `fields` lets through; an empty one lets all through.
fields=
object() {
  indent=$1
  shift
  separator='{'
  while [ $# -gt 0 ]; do
    case ,$fields, in
      ,,|*",$1,"*)
        printf '%s\n%s  "%s" : %s' "$separator" "$indent" "$1" "$2"
        separator=, ;;
    esac
    shift 2
  done
  [ "$separator" = , ] || printf '{'
  printf '\n%s}' "$indent"
}

# type_object INDENT: the model.
type_object() {
  object "$1" identifier "\"$model_id\"" name "\"$model\"" productFamily "\"$family\"" bundlePath '""'
}

# system_object INDENT: the system. There is no build and no folder of it.
system_object() {
  object "$1" identifier "\"$system_id\"" name "\"$system\"" version "\"$system_version\"" platform "\"$platform\"" \
    buildversion '"devicesim"' isAvailable true isInternal false bundlePath '""' runtimeRoot '""' \
    supportedDeviceTypes "$(types "$1  " "$platform")"
}

# device_object INDENT [KEY VALUE…]: the device of `each_device`, with more members behind its own.
device_object() {
  inside=$1
  shift
  object "$inside" udid "\"$udid\"" name "\"$json_name\"" state '"Booted"' isAvailable true \
    deviceTypeIdentifier "\"$model_id\"" "$@"
}

# types INDENT [PLATFORM]: the models as an array.
types() {
  opening='['
  last_model=
  for sensor in $sensors; do
    describe "$sensor"
    [ "$model" != "$last_model" ] && [ "$platform" = "${2-$platform}" ] || continue
    last_model=$model
    printf '%s\n%s  %s' "$opening" "$1" "$(type_object "$1  ")"
    opening=,
  done
  [ "$opening" = , ] || printf '['
  printf '\n%s]' "$1"
}
