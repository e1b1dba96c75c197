#!/usr/bin/env bats
# Tests in bats, as an example: devicesim exec -- bats Scripts/deploy/devicesim.bats
# Each test gets a copy of the device of `exec`, so tests do not see each other's changes, also with --jobs.

setup() {
  copy="${DEVICESIM_DEVICE:?run it with: devicesim exec -- bats …}-$BATS_SUITE_TEST_NUMBER"
  devicesim cloneDevice "$DEVICESIM_DEVICE" "$copy"
  export DEVICESIM_DEVICE=$copy
}

teardown() {
  devicesim deleteDevice "$copy"
}

# The app under test asks for biometry. It runs in the background, without the descriptor 3 of bats.
log_in() {
  devicesim evaluatePolicy biometrics reason='Log in' >"$BATS_TEST_TMPDIR/app" 2>&1 3>&- &
  app=$!
}

@test "the right face signs in" {
  log_in
  devicesim matchingFace --wait
  wait "$app"
  [ "$(cat "$BATS_TEST_TMPDIR/app")" = 'success: biometry' ]
}

@test "the fifth wrong face locks the sensor out" {
  devicesim setState failedAttempts=4
  log_in
  devicesim nonMatchingFace --wait
  [ "$(devicesim getState lockedOut)" = true ]
  devicesim tapCancel
  wait "$app" || [ $? -eq 1 ]
  grep '^userCancel' "$BATS_TEST_TMPDIR/app"
}

@test "a device comes back exactly as it was saved" {
  devicesim saveSnapshot enrolled
  devicesim unenroll
  run devicesim canEvaluatePolicy biometrics
  [ "$status" -eq 1 ]
  devicesim restoreSnapshot enrolled
  devicesim canEvaluatePolicy biometrics
}
