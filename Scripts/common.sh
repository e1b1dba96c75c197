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

# The first comment of a script is its help.
case ${1-} in
  -h|--help)
    awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"
    exit
    ;;
esac
