# The commands of notifyutil, for the keys of Apple's simulator that are about biometry.

enrolment=com.apple.BiometricKit.enrollmentChanged
scans=com.apple.BiometricKit_Sim

# Runs the commands, after all of them are checked.
notifyutil_commands() {
  [ $# -gt 0 ] || fail $usage 'nothing to do: use -s KEY VALUE, -p KEY or -g KEY'
  for step in check act; do
    each_command "$@"
  done
}

each_command() {
  while [ $# -gt 0 ]; do
    case $1 in
      -s) [ $# -ge 3 ] || fail $usage '-s needs a key and a value'; set_key "$2" "$3"; shift 3 ;;
      -p) [ $# -ge 2 ] || fail $usage '-p needs a key'; post_key "$2"; shift 2 ;;
      -g) [ $# -ge 2 ] || fail $usage '-g needs a key'; get_key "$2"; shift 2 ;;
      -q|-v) shift ;; # they change what -w prints
      *) fail $usage "$1 is not supported; this shim supports -s KEY VALUE, -p KEY and -g KEY" ;;
    esac
  done
}

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
    "$scans".pearl.match) scan matchingFace ;;
    "$scans".pearl.nomatch) scan nonMatchingFace ;;
    "$scans".fingerTouch.match) scan matchingFinger ;;
    "$scans".fingerTouch.nomatch) scan nonMatchingFinger ;;
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
