/// The state as `getState` shows it.
extension Device {
  /// What time it is, on the device's monotonic clock.
  package var now: Nanoseconds { clock.now }

  package var state: DeviceState {
    var state = DeviceState()
    state.biometryType = biometryType
    state.identities = enrolment.identities
    state.passcodeSet = passcode.isSet
    state.failedAttempts = lockout.failedAttempts
    state.lockedOut = lockout.isLockedOut
    state.lockoutReason = lockout.reason
    state.passcodeFailures = passcode.failures
    state.passcodeRetryAfter = passcode.retryAfter(at: clock.now, behavior)
    state.deviceLocked = lockScreen.isLocked
    state.unlockedSinceBoot = lockScreen.unlockedSinceBoot
    state.lastUnlock = lockScreen.lastUnlock
    state.apps = apps.map { .init(app: $0.key, status: $0.value.status) }.sorted { $0.app < $1.app }
    state.companionNear = isCompanionNear
    state.prompt = prompt?.description
    state.keychain = keychain.counts
    state.clock = clock.reading
    state.behavior = behavior
    return state
  }
}
