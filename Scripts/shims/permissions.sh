# What apps may do. A simulated device keeps the permission for Face ID; others are known and do nothing.

# permit APP VALUE: sets the permission for Face ID.
permit() { act setApp app="$1" permission="$2"; }

# set_permissions APP LIST: a list like faceid=YES,camera=NO, as applesimutils takes it. Case does not count in values:
# there are harnesses that write yes and UNSET.
set_permissions() {
  app=$1
  rest=$2,
  others=
  while [ -n "$rest" ]; do
    entry=$(printf '%s' "${rest%%,*}" | sed 's/^ *//; s/ *$//')
    rest=${rest#*,}
    service=${entry%%=*}
    value=$(printf '%s' "${entry#*=}" | tr A-Z a-z)
    more=
    case $service in
      faceid|calendar|camera|contacts|health|homekit|medialibrary|microphone|motion) ;;
      reminders|siri|speech|userTracking) ;;
      notifications) more=critical ;;
      photos) more=limited ;;
      location) more='always, inuse or never' ;;
      *) fail $usage "'$entry' sets no permission; write faceid=YES|NO|unset" ;;
    esac
    case $service=$value in
      faceid=yes) permit "$app" granted ;;
      faceid=no) permit "$app" denied ;;
      faceid=unset) permit "$app" notDetermined ;;
      location=always|location=inuse|location=never|location=unset) others="$others, $service" ;;
      notifications=critical|photos=limited) others="$others, $service" ;;
      location=*) fail $usage "$entry: location is $more, or unset" ;;
      *=yes|*=no|*=unset) others="$others, $service" ;;
      *) fail $usage "$entry: $service is YES, NO${more:+, $more} or unset" ;;
    esac
  done
  [ "$step" = check ] || [ -z "$others" ] || only_face_id "${others#, }"
}

only_face_id() {
  note "$1: not kept; the one permission here is that for Face ID: applesimutils --setPermissions faceid=YES"
}

# change_privacy ACTION SERVICE [APP]: as simctl privacy takes it, which has no service for Face ID alone.
change_privacy() {
  case ${1-} in
    grant|revoke|reset) ;;
    *) fail $usage "privacy needs grant, revoke or reset, not ${1:-nothing}" ;;
  esac
  case ${2-} in
    all|calendar|camera|contacts|contacts-limited|location|location-always|media-library|microphone) ;;
    motion|photos|photos-add|reminders|siri) ;;
    [Ff][Aa][Cc][Ee]*) fail $usage "simctl privacy has no service $2; use applesimutils --setPermissions faceid=YES|NO|unset" ;;
    *) fail $usage "simctl privacy has no service ${2:-nothing}; Face ID is for applesimutils --setPermissions faceid=" ;;
  esac
  [ $# -le 3 ] || fail $usage "$4 is one argument too many"
  [ -n "${3-}" ] || [ "$1" = reset ] || fail $usage "privacy $1 $2 needs the bundle id of an app"
  case $1-$2 in
    reset-all)
      if [ -n "${3-}" ]; then permit "$3" notDetermined; else forget_permissions; fi ;;
    *) act getState udid # checks that the device exists
      [ "$step" = check ] || only_face_id "$2" ;;
  esac
}

# Makes the permission of each app notDetermined that the device knows.
forget_permissions() {
  [ "$step" = act ] || return 0
  apps=$(simulator getState apps)
  apps=$(printf '%s\n' "$apps" | sed 's/":{"installed":/\
/g' | sed '$d; s/.*[{,]"//')
  while IFS= read -r app; do
    case $app in
      '') ;;
      *[\"\\]*) fail $usage "the app $app is not a bundle id; name the apps to reset" ;;
      *) permit "$app" notDetermined ;;
    esac
  done <<END
$apps
END
}
