# Shared by the bash scripts beside it, which source it first: strict mode, --help, and errors.
# `$root` is the folder of the package; the scripts start in it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# fail STATUS MESSAGE: ends the script. 64: wrong usage, 69: something is missing.
fail() {
  echo "Scripts/${0##*/}: $2" >&2
  exit "$1"
}

# need PROGRAM HOW-TO-GET-IT
need() { command -v "$1" >/dev/null || fail 69 "there is no '$1' in PATH; $2"; }
need_swift() { need swift 'install a Swift 6.2 toolchain or newer from swift.org'; }

# no_arguments "$@": for scripts without arguments.
no_arguments() { [ $# = 0 ] || fail 64 "unknown argument '$1'; Scripts/${0##*/} --help explains the script"; }

# progress DONE TOTAL WHAT: how far long work is, on standard error. On a terminal one line is rewritten in place, from
# the second $progress_quiet on; elsewhere there is a line in ten seconds. Without arguments it removes the line.
progress_quiet=1 progress_start=$SECONDS progress_last=$SECONDS progress_width=''
progress() {
  local left='' seconds text
  if [ $# = 0 ]; then
    [ -z "$progress_width" ] || printf '\r\033[K' >&2
    progress_width=''
    return
  fi
  if [ "$1" -gt 0 ] && [ "$1" -lt "$2" ]; then
    seconds=$(((SECONDS - progress_start) * ($2 - $1) / $1))
    if [ $seconds -lt 120 ]; then left=", $seconds s left"; else left=", $(((seconds + 59) / 60)) min left"; fi
  fi
  text="$1 of $2$left: $3"
  if [ -t 2 ] && [ "${TERM-}" != dumb ]; then
    [ $((SECONDS - progress_start)) -ge $progress_quiet ] || return 0
    if [ -z "$progress_width" ]; then
      progress_width=$(stty size <&2 | cut -d' ' -f2)
      [ "${progress_width:-0}" -gt 1 ] || progress_width=80
    fi
    printf '\r%s\033[K' "${text:0:$((progress_width - 1))}" >&2
  elif [ $((SECONDS - progress_last)) -ge 10 ]; then
    progress_last=$SECONDS
    printf '%s\n' "$text" >&2
  fi
}

# The first comment of a script is its help.
case ${1-} in
  -h|--help)
    awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"
    exit
    ;;
esac
