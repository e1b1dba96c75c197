# The simulated devices, and which of them a name or a UDID means.

# Asks for the devices, one on a line. A quote inside of a name is escaped, so nothing of a name looks like its end.
read_devices() {
  devices=$(device='' && simulator listDevices --json) || exit
  devices=$(printf '%s\n' "$devices" | sed 's/},{"device":"/}\
{"device":"/g')
}

# each_device COMMAND…: runs a command for each device that was read. The device is in $name, $json_name (the same
# between the quotes of JSON), $udid and $sensor.
each_device() {
  while IFS= read -r entry; do
    entry=${entry#*'"device":"'}
    json_name=${entry%%'","udid":"'*}
    entry=${entry#*'","udid":"'}
    udid=${entry%%'"'*}
    entry=${entry#*'"biometryType":"'}
    sensor=${entry%%'"'*}
    case $json_name in
      *\\*) name=$(printf '%s\n' "$json_name" | sed 's/\\\(.\)/\1/g') ;;
      *) name=$json_name ;;
    esac
    "$@"
  done <<END
$devices
END
}

# select_device NAME: uses the device of that name or UDID; booted is $DEVICESIM_DEVICE, else the default one.
select_device() {
  case $1 in
    ''|-*) fail $usage "a device is missing; use booted, or a name or UDID from devicesim listDevices" ;;
    booted) device=${DEVICESIM_DEVICE-} ;;
    *) device=$1 ;;
  esac
  case $device in
    ????????-????-????-????-????????????)
      wanted=$device
      wanted_in_capitals=$(printf '%s' "$wanted" | tr a-f A-F)
      is_found=no
      read_devices
      each_device choose_wanted ;;
  esac
}

# A device of just that name comes first. One that is not found stays as it is: devicesim says which ones there are.
choose_wanted() {
  case $udid in
    *[a-f]*) udid=$(printf '%s' "$udid" | tr a-f A-F) ;;
  esac
  if [ "$name" = "$wanted" ]; then
    device=$name
    is_found=yes
  elif [ $is_found = no ] && [ "$udid" = "$wanted_in_capitals" ]; then
    device=$name
  fi
}
