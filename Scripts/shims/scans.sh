# What is put on the sensor. Where the replaced tools lose a scan that comes too early, the shims wait for the prompt.

wait=${DEVICESIM_SHIM_WAIT-5} # seconds in which the app has to show its prompt
case $wait in
  ''|.*|*.|*[!0-9.]*|*.*.*) fail $usage "DEVICESIM_SHIM_WAIT is '$wait'; give seconds, like 5 or 0.5" ;;
esac
# How long after a scan the one for the other sensor may come, in seconds of the device's clock.
together=2

# scan METHOD: a scan of a sensor that the device lacks belongs to a harness that sends both, if a prompt is there or
# had its scan just now. Else it is an error: a test for the wrong sensor must not pass.
scan() {
  [ "$step" = act ] || return 0
  status=0
  message=$(simulator "$1" --wait="$wait" 2>&1 >/dev/null) || status=$?
  [ $status != 0 ] || return 0
  case $message in
    wrongModality*)
      if was_scanned || simulator waitFor promptShown timeout="$wait" >/dev/null 2>&1; then
        note "$1 does nothing: ${message#*: }"
        return 0
      fi ;;
  esac
  printf '%s\n' "$message" >&2
  exit $status
}

# Whether a scan was just now. Events are shown in milliseconds, and a reset device begins at 0 again.
was_scanned() {
  last=$(simulator getEvents kinds=scan | tail -n 1)
  [ -n "$last" ] || return 1
  now=$(simulator getState clock.monotonic)
  awk -v now="$now" -v last="${last%% *}" -v span=$together \
    'BEGIN { exit !(last <= now + 0.001 && now - last <= span) }'
}
