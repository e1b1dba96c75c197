/// Whether the device is locked, and how it was last opened.
struct LockScreen: Equatable, Sendable {
  var isLocked = false
  var unlockedSinceBoot = true
  var lastUnlock: DeviceState.LastUnlock?
  /// The app that comes back to the foreground when the device is unlocked.
  var appBehind: String?
}
