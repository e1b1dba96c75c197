# Shared by the shims beside it: translates the arguments of other tools for devicesim. POSIX sh; `tool` is the name
# of the shim.
set -eu

usage=2
wait=--wait=5 # seconds in which the app has to show its prompt

# fail STATUS MESSAGE
fail() {
  printf '%s: %s\n' "$tool" "$2" >&2
  exit "$1"
}

# Runs devicesim from PATH, else the installed one, else the one built here. An empty `device` is the default one.
simulator() {
  program=$(command -v devicesim || :)
  for other in "$folder/../../../bin" "$folder/../../.build/release"; do
    [ -n "$program" ] || [ ! -x "$other/devicesim" ] || program=$other/devicesim
  done
  [ -n "$program" ] || fail 127 'there is no devicesim in PATH; Scripts/install installs it'
  "$program" ${device:+--device "$device"} "$@"
}

# select_device NAME: uses the device that simctl calls so.
select_device() {
  case $1 in
    booted) device= ;;
    ''|-*) fail $usage "a device is missing; use booted, or a name from devicesim listDevices" ;;
    *) device=$1 ;;
  esac
}

# pass_on ARGUMENT…: runs the real program of the same name, if PATH has one, instead of the shim.
pass_on() {
  set -f
  IFS=:
  for directory in $PATH; do
    [ -f "$directory/$tool" ] && [ -x "$directory/$tool" ] || continue
    real=$(readlink -f "$directory/$tool")
    [ ! -e "${real%/*}/shim.sh" ] || continue
    unset IFS
    exec "$directory/$tool" "$@"
  done
  fail 127 "this shim supports only $known, and PATH has no other $tool for the rest"
}

# Runs the commands of notifyutil, after all of them are checked.
notifyutil_commands() {
  [ $# -gt 0 ] || fail $usage 'nothing to do: use -s KEY VALUE, -p KEY or -g KEY'
  for step in check act; do
    each_command "$step" "$@"
  done
}

enrolment=com.apple.BiometricKit.enrollmentChanged
scans=com.apple.BiometricKit_Sim

each_command() {
  step=$1
  shift
  while [ $# -gt 0 ]; do
    case $1 in
      -s) [ $# -ge 3 ] || fail $usage '-s needs a key and a value'; set_key "$2" "$3"; shift 3 ;;
      -p) [ $# -ge 2 ] || fail $usage '-p needs a key'; post_key "$2"; shift 2 ;;
      -g) [ $# -ge 2 ] || fail $usage '-g needs a key'; get_key "$2"; shift 2 ;;
      *) fail $usage "$1 is not supported; this shim supports -s KEY VALUE, -p KEY and -g KEY" ;;
    esac
  done
}

# act COMMAND…: runs a devicesim command in the second pass. Like the replaced tools, it prints nothing on success.
act() { [ "$step" = check ] || simulator "$@" >/dev/null; }

unknown_key() {
  fail $usage "$1 is not a key of a simulated device; the keys are $enrolment\
 and $scans.{pearl,fingerTouch}.{match,nomatch}"
}

# The state changes at once, so the notification that follows changes nothing.
set_key() {
  case "$1 $2" in
    "$enrolment 1") act enroll ;;
    "$enrolment 0") act unenroll ;;
    "$enrolment "*) fail $usage "$2 is not a value of $1; use 1 (enrolled) or 0 (not enrolled)" ;;
    "$scans".*) post_is_known "$1"; fail $usage "$1 has no value; post it with -p" ;;
    *) unknown_key "$1" ;;
  esac
}

post_is_known() {
  case $1 in
    "$scans".pearl.match|"$scans".pearl.nomatch|"$scans".fingerTouch.match|"$scans".fingerTouch.nomatch) ;;
    *) unknown_key "$1" ;;
  esac
}

post_key() {
  case $1 in
    "$enrolment") act getState enrolled ;; # checks that the device exists
    "$scans".pearl.match) act matchingFace $wait ;;
    "$scans".pearl.nomatch) act nonMatchingFace $wait ;;
    "$scans".fingerTouch.match) act matchingFinger $wait ;;
    "$scans".fingerTouch.nomatch) act nonMatchingFinger $wait ;;
    *) unknown_key "$1" ;;
  esac
}

get_key() {
  case $1 in
    "$enrolment") ;;
    *) post_is_known "$1"; fail $usage "$1 has no value; post it with -p" ;;
  esac
  [ "$step" = act ] || return 0
  enrolled=$(simulator getState enrolled)
  case $enrolled in
    true) printf '%s 1\n' "$1" ;;
    *) printf '%s 0\n' "$1" ;;
  esac
}

# Whether any argument is a key of biometry; then errors are reported here, and nothing is passed on.
about_biometry() {
  for argument; do
    case $argument in com.apple.BiometricKit*) return 0 ;; esac
  done
  return 1
}
