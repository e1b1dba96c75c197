# The commands of simctl that are about a simulated device, as xcrun gets them.

known='simctl list, spawn DEVICE notifyutil, privacy, keychain DEVICE reset, boot, bootstatus, shutdown and getenv'

# run_simctl ARGUMENT…: the arguments of xcrun; they begin with options of its own, and so do those of simctl. Which SDK
# and which set of devices are meant does not count: there is one of each.
run_simctl() { each_word do_command "$@"; }

# Whether the arguments of xcrun are for a simulated device.
is_for_device() { each_word is_command "$@"; }

# each_word CHECK ARGUMENT…: gives the command of simctl and its arguments to a function.
each_word() {
  function=$1
  shift
  while :; do
    case ${1-} in
      --sdk|-sdk) [ $# -ge 2 ] || return 1; shift 2 ;;
      --sdk=*) shift ;;
      simctl) shift; break ;;
      *) return 1 ;;
    esac
  done
  while [ "${1-}" = --set ]; do
    [ $# -ge 2 ] || fail $usage '--set needs a path'
    shift 2
  done
  "$function" "$@"
}

is_command() {
  case ${1-} in
    list|privacy|boot|bootstatus|shutdown|getenv) ;;
    keychain) [ "${3-}" = reset ] ;;
    spawn) about_biometry "$@" ;;
    *) return 1 ;;
  esac
}

do_command() {
  command=$1
  shift
  case $command in
    list) list "$@" ;;
    spawn) spawn "$@" ;;
    privacy)
      select_device "${1-}"
      shift
      for step in check act; do change_privacy "$@"; done ;;
    keychain)
      [ $# = 2 ] || fail $usage "$3 is one argument too many"
      select_device "$1"
      step=act
      act resetKeychain ;;
    boot) meet_booted "$@"; refuse_boot ;;
    bootstatus)
      meet_booted "$@"
      printf 'Monitoring boot status for %s (%s).\nDevice already booted, nothing to do.\n' "$booted" "$udid" ;;
    shutdown)
      [ "${1-}" = all ] || meet_booted "$@"
      note 'a simulated device stays booted; devicesim restartDevice restarts it, and deleteDevice removes it' ;;
    getenv) # no variable is set in a simulated device
      [ $# = 2 ] || fail $usage 'getenv needs a device and a variable'
      meet_booted "$1" ;;
  esac
}

# meet_booted DEVICE [OPTION…]: sets $udid, and $booted to the name, of a device that must exist.
meet_booted() {
  select_device "${1-}"
  [ $# = 0 ] || shift
  for option; do
    case $option in
      -*) ;; # how to boot
      *) fail $usage "$option is one argument too many" ;;
    esac
  done
  udid=$(simulator getState udid) || exit
  booted=${device:-default}
}

# The words and the status of the real one, by which harnesses know that all is well.
refuse_boot() {
  echo 'An error was encountered processing the command (domain=com.apple.CoreSimulator.SimError, code=405):' >&2
  echo 'Unable to boot device in current state: Booted' >&2
  exit 149
}

# spawn [--standalone] DEVICE notifyutil COMMAND…
spawn() {
  while :; do
    case ${1-} in
      -s|--standalone) shift ;;
      -*) fail $usage "$1 is not supported there: this shim answers $known" ;;
      *) break ;;
    esac
  done
  case ${2-} in
    notifyutil|*/notifyutil) ;;
    *) fail $usage "${2:-nothing} is not supported there: this shim answers $known" ;;
  esac
  select_device "$1"
  shift 2
  notifyutil_commands "$@"
}

# list [-j] [devices|devicetypes|runtimes|pairs] [TERM…]
list() {
  json=no
  section=
  term=
  for word; do
    case $word in
      -j|--json) json=yes ;;
      --no-escape-slashes) ;;
      -*) fail $usage "list $word is not supported; this shim answers list [-j] [devices|devicetypes|runtimes|pairs] [TERM]" ;;
      devices|devicetypes|runtimes|pairs) if [ -z "$section" ]; then section=$word; else term=$word; fi ;;
      available|booted) ;; # all of them are
      *) [ -z "$term" ] || fail $usage "$word is one term too many after $term"; term=$word ;;
    esac
  done
  ! has_section devices || read_devices # before anything is printed
  if [ $json = yes ]; then list_json; else list_text; fi
}

has_section() { [ -z "$section" ] || [ "$section" = "$1" ]; }

list_json() {
  opening='{'
  for part in devicetypes runtimes devices pairs; do
    has_section $part || continue
    printf '%s\n  "%s" : ' "$opening" "$part"
    opening=,
    case $part in
      devicetypes) types '  ' ;;
      runtimes) systems ;;
      devices) devices_json ;;
      pairs) printf '{\n\n  }' ;;
    esac
  done
  printf '\n}\n'
}

systems() {
  opening_system='['
  for platform in $platforms; do
    describe_system
    printf '%s\n    %s' "$opening_system" "$(system_object '    ')"
    opening_system=,
  done
  printf '\n  ]'
}

devices_json() {
  opening_system='{'
  for wanted_platform in $platforms; do
    platform=$wanted_platform
    describe_system
    printf '%s\n    "%s" : [' "$opening_system" "$system_id"
    opening_system=,
    opening_device=
    each_device list_as json
    printf '\n    ]'
  done
  printf '\n  }'
}

# list_as json|text: the device of `each_device`, if it is meant.
list_as() {
  describe "$sensor"
  [ "$platform" = "$wanted_platform" ] || return 0
  case $name in
    *"$term"*) ;;
    *) [ "$udid" = "$term" ] || return 0 ;;
  esac
  case $1 in
    text) printf '    %s (%s) (Booted) \n' "$name" "$udid" ;;
    json)
      printf '%s\n      ' "$opening_device"
      device_object '      '
      opening_device=, ;;
  esac
}

list_text() {
  if has_section devicetypes; then
    echo '== Device Types =='
    last_model=
    for sensor in $sensors; do
      describe "$sensor"
      [ "$model" = "$last_model" ] || printf '%s (%s)\n' "$model" "$model_id"
      last_model=$model
    done
  fi
  if has_section runtimes; then
    echo '== Runtimes =='
    for platform in $platforms; do
      describe_system
      printf '%s (%s - devicesim) - %s\n' "$system" "$system_version" "$system_id"
    done
  fi
  if has_section devices; then
    echo '== Devices =='
    for wanted_platform in $platforms; do
      platform=$wanted_platform
      describe_system
      printf -- '-- %s --\n' "$system"
      each_device list_as text
    done
  fi
  ! has_section pairs || echo '== Device Pairs =='
}
