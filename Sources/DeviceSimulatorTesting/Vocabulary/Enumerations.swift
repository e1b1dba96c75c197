extension SimulatedDevice {
  /// Whether an app may use Face ID or Optic ID.
  public enum Permission: String, Sendable, CaseIterable {
    /// It was never asked for; the first use asks.
    case notDetermined
    /// Yes.
    case granted
    /// No.
    case denied
  }

  /// Where an app is in its life.
  public enum AppState: String, Sendable, CaseIterable {
    /// On screen.
    case foreground
    /// On screen, behind a prompt.
    case inactive
    /// Running, but not on screen.
    case background
    /// Not started, or killed.
    case notRunning
  }

  /// Whose time a device runs on.
  public enum Clock: String, Sendable, CaseIterable {
    /// The host's.
    case real
    /// Its own: it moves only when told to.
    case manual
  }

  /// Why biometry waits for the passcode.
  public enum LockoutReason: String, Sendable, CaseIterable {
    /// Too many failed scans in a row.
    case failedAttempts
    /// The device was started and not unlocked since.
    case restart
    /// Somebody locked it from afar.
    case remoteLock
    /// The emergency gesture.
    case sos
    /// The passcode was not used for days.
    case passcodeExpired
  }
}
