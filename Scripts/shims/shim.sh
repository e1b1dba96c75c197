# What every shim needs: messages, devicesim, and the real program behind the shim. POSIX sh; `tool` is the name of the
# shim.
set -eu

usage=2

# fail STATUS MESSAGE
fail() {
  printf '%s: %s\n' "$tool" "$2" >&2
  exit "$1"
}

# note MESSAGE: says what was accepted and does nothing here.
note() { printf '%s: note: %s\n' "$tool" "$1" >&2; }

# Runs devicesim from PATH, else the installed one, else the one built here. An empty `device` is the default one.
simulator() {
  program=$(command -v devicesim || :)
  for other in "$folder/../../../bin" "$folder/../../.build/release"; do
    [ -n "$program" ] || [ ! -x "$other/devicesim" ] || program=$other/devicesim
  done
  [ -n "$program" ] || fail 127 'there is no devicesim in PATH; Scripts/install installs it'
  "$program" ${device:+--device "$device"} "$@"
}

# act COMMAND…: runs a devicesim command in the second pass; in the first one, `check`, all arguments are looked at
# before anything is done. Like the replaced tools, it prints nothing on success.
act() { [ "$step" = check ] || simulator "$@" >/dev/null; }

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
  unset IFS
  fail 127 "'$*' is not for a simulated device: this shim answers $known, and PATH has no other $tool for the rest"
}
