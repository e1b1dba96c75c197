# What the shims beside it share: how other tools' words are said to devicesim. POSIX sh; `tool` is the shim's name.
set -eu

usage=2
wait=--wait=5 # seconds for an app to come to its prompt

# fail STATUS MESSAGE
fail() {
  printf '%s: %s\n' "$tool" "$2" >&2
  exit "$1"
}

# Runs devicesim: that of PATH, else the installed one, else the one built here. An empty `device` is the default one.
simulator() {
  program=$(command -v devicesim || :)
  for other in "$folder/../../../bin" "$folder/../../.build/release"; do
    [ -n "$program" ] || [ ! -x "$other/devicesim" ] || program=$other/devicesim
  done
  [ -n "$program" ] || fail 127 'there is no devicesim in PATH; Scripts/install installs it'
  "$program" ${device:+--device "$device"} "$@"
}

# Takes the name of a device as simctl has it.
select_device() {
  case $1 in
    booted) device= ;;
    ''|-*) fail $usage "a device is missing; give booted, or a name that devicesim listDevices shows" ;;
    *) device=$1 ;;
  esac
}

# Goes on to the program of the same name that is no shim, if PATH has one: pass_on ARGUMENT…
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
  fail 127 "this shim knows only $known, and PATH has no other $tool to pass the rest on to"
}

# The commands of notifyutil, all of them checked before the first is done.
notifyutil_commands() {
  [ $# -gt 0 ] || fail $usage 'nothing to do: give -s KEY VALUE, -p KEY or -g KEY'
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
      *) fail $usage "$1 is not supported: a simulated device knows -s KEY VALUE, -p KEY and -g KEY" ;;
    esac
  done
}

# Does a command once everything is checked. Like the tools replaced here it prints nothing if all goes well.
act() { [ "$step" = check ] || simulator "$@" >/dev/null; }

unknown_key() {
  fail $usage "$1 is no key of a simulated device; those are $enrolment\
 and $scans.{pearl,fingerTouch}.{match,nomatch}"
}

# The state takes effect as it is set, so that the notification that follows it has nothing left to do.
set_key() {
  case "$1 $2" in
    "$enrolment 1") act enroll ;;
    "$enrolment 0") act unenroll ;;
    "$enrolment "*) fail $usage "$2 is no value of $1; those are 0 (nobody is enrolled) and 1" ;;
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
    "$enrolment") act getState enrolled ;; # whether there is such a device
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

# Whether any argument is about biometry, so that what is wrong with it is said here and not passed on.
about_biometry() {
  for argument; do
    case $argument in com.apple.BiometricKit*) return 0 ;; esac
  done
  return 1
}
