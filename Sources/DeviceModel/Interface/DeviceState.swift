/// Everything that `getState` shows of a device; its passcode is not among it.
package struct DeviceState: Equatable, Sendable {
  package var biometryType = BiometryType.faceID
  package var identities: [String] = []
  package var passcodeSet = false
  package var failedAttempts = 0
  package var lockedOut = false
  /// `nil`: not locked out.
  package var lockoutReason: LockoutReason?
  package var passcodeFailures = 0
  /// What is left of the back-off; `nil`: the device is disabled and takes no passcode any more.
  package var passcodeRetryAfter: Nanoseconds? = .zero
  package var deviceLocked = false
  package var unlockedSinceBoot = true
  package var lastUnlock: LastUnlock?
  /// In the order of the bundle ids.
  package var apps: [AppEntry] = []
  package var companionNear = false
  package var prompt: PromptDescription?
  /// How many keychain items an app has, in the order of the bundle ids; apps without items are left out.
  package var keychain: [KeychainEntry] = []
  package var clock = ClockReading()
  package var behavior = Behavior()

  package init() {}

  /// Whether anybody is enrolled.
  package var enrolled: Bool { !identities.isEmpty }

  /// How and when the lock screen was last opened.
  package struct LastUnlock: Equatable, Sendable {
    package var method: AuthenticationMethod
    /// On the device's monotonic clock.
    package var time: Nanoseconds

    package init(method: AuthenticationMethod, time: Nanoseconds) {
      self.method = method
      self.time = time
    }
  }

  /// An app by its bundle id.
  package struct AppEntry: Equatable, Sendable {
    package var app: String
    package var status: AppStatus

    package init(app: String, status: AppStatus) {
      self.app = app
      self.status = status
    }
  }

  /// How many keychain items one app has.
  package struct KeychainEntry: Equatable, Sendable {
    package var app: String
    package var count: Int

    package init(app: String, count: Int) {
      self.app = app
      self.count = count
    }
  }

  /// A device's two clocks at one moment.
  package struct ClockReading: Equatable, Sendable {
    package var mode = ClockMode.real
    package var monotonic = Nanoseconds.zero
    /// Unix seconds.
    package var wall = 0.0

    package init(mode: ClockMode = .real, monotonic: Nanoseconds = .zero, wall: Double = 0) {
      self.mode = mode
      self.monotonic = monotonic
      self.wall = wall
    }
  }
}

/// What the system knows of an app.
package struct AppStatus: Equatable, Sendable {
  package var isInstalled: Bool
  package var state: AppState
  package var permission: Permission
  /// Whether the app says what it uses Face ID for.
  package var hasUsageDescription: Bool

  package init(
    isInstalled: Bool = true, state: AppState = .notRunning, permission: Permission = .granted,
    hasUsageDescription: Bool = true
  ) {
    self.isInstalled = isInstalled
    self.state = state
    self.permission = permission
    self.hasUsageDescription = hasUsageDescription
  }
}
