// Made by Protocol/clients/generate from Protocol/openrpc.json; do not edit.
public import SimulatedLocalAuthentication

// swift-format-ignore
extension SimulatedDevice.State {
    /// A UUID, for harnesses of Apple's simulator: the device's name if that is one, else made from it, always the same.
    public var udid: String { members["udid"]?.string ?? "" }
    /// The sensor; set without identities or enrolled, the new sensor's default identity is enrolled.
    public var biometryType: LABiometryType { LABiometryType(wireName: members["biometryType"]?.string) }
    /// Whether it can be used: ready, covered (closed lid), disconnected or notPaired (Touch ID in a keyboard).
    public var sensor: SimulatedDevice.SensorState { members["sensor"]?.string.flatMap(SimulatedDevice.SensorState.init(rawValue:)) ?? .ready }
    /// Who is enrolled; Touch ID holds 5, Face ID 2, Optic ID 1.
    public var identities: [String] { members["identities"]?.elements.compactMap { $0.string } ?? [] }
    /// Whether the device has a passcode.
    public var passcodeSet: Bool { members["passcodeSet"]?.bool ?? false }
    /// Failed scans in a row, on the whole device.
    public var failedAttempts: Int { members["failedAttempts"]?.integer ?? 0 }
    /// Whether biometry waits for the passcode.
    public var lockedOut: Bool { members["lockedOut"]?.bool ?? false }
    /// Why biometry waits for the passcode, or null.
    public var lockoutReason: SimulatedDevice.LockoutReason? { members["lockoutReason"]?.string.flatMap(SimulatedDevice.LockoutReason.init(rawValue:)) }
    /// Different wrong passcodes in a row.
    public var passcodeFailures: Int { members["passcodeFailures"]?.integer ?? 0 }
    /// Seconds until the next passcode is accepted; null: never, the device is disabled.
    public var passcodeRetryAfter: Duration? { members["passcodeRetryAfter"]?.duration }
    /// Whether the device is locked.
    public var deviceLocked: Bool { members["deviceLocked"]?.bool ?? false }
    /// Whether the device was unlocked after its last start.
    public var unlockedSinceBoot: Bool { members["unlockedSinceBoot"]?.bool ?? false }
    /// The apps this device knows, by bundle id.
    public var apps: [String: SimulatedDevice.App] { members["apps"]?.members.mapValues(SimulatedDevice.App.init) ?? [:] }
    /// The prompt on screen, or null.
    public var prompt: SimulatedDevice.Prompt? { members["prompt"].flatMap { SimulatedDevice.Prompt($0) } }
}

// swift-format-ignore
extension SimulatedDevice.App {
    /// Whether the app is installed.
    public var installed: Bool { members["installed"]?.bool ?? false }
    /// Where it is in its life.
    public var state: SimulatedDevice.AppState { members["state"]?.string.flatMap(SimulatedDevice.AppState.init(rawValue:)) ?? .foreground }
    /// Whether it may use Face ID or Optic ID.
    public var permission: SimulatedDevice.Permission { members["permission"]?.string.flatMap(SimulatedDevice.Permission.init(rawValue:)) ?? .notDetermined }
    /// Whether it says what it uses Face ID for.
    public var usageDescription: Bool { members["usageDescription"]?.bool ?? false }
    /// An app, or an extension: a widget, a share sheet, a push handler.
    public var kind: SimulatedDevice.AppKind? { members["kind"]?.string.flatMap(SimulatedDevice.AppKind.init(rawValue:)) }
    /// The access groups it declares; absent: it may name any.
    public var accessGroups: [String] { members["accessGroups"]?.elements.compactMap { $0.string } ?? [] }
    /// What its own access group begins with.
    public var teamIdentifier: String? { members["teamIdentifier"]?.string }
}

// swift-format-ignore
extension SimulatedDevice.Prompt {
    /// Bundle id of the app that asks.
    public var app: String { members["app"]?.string ?? "" }
    /// What the prompt shows, or showed last.
    public var pane: SimulatedDevice.Pane { members["pane"]?.string.flatMap(SimulatedDevice.Pane.init(rawValue:)) ?? .biometry }
    /// The policy; null: the call evaluates none.
    public var policy: String { members["policy"]?.string ?? "" }
    /// The call, if it evaluates no policy.
    public var purpose: String? { members["purpose"]?.string }
    /// What the app says it is for; may be empty for a keychain item.
    public var reason: String { members["reason"]?.string ?? "" }
    /// What can be tapped.
    public var buttons: [SimulatedDevice.Button] { members["buttons"]?.elements.compactMap { $0.string.flatMap(SimulatedDevice.Button.init(rawValue:)) } ?? [] }
    /// Whether the sensor takes a scan now.
    public var scanning: Bool { members["scanning"]?.bool ?? false }
    /// Failed scans in this prompt.
    public var attempt: Int { members["attempt"]?.integer ?? 0 }
    /// The app's title of the fallback button.
    public var fallbackTitle: String? { members["fallbackTitle"]?.string }
    /// The app's title of the cancel button.
    public var cancelTitle: String? { members["cancelTitle"]?.string }
}

// swift-format-ignore
extension SimulatedDevice.ServerInfo {
    /// Always devicesim.
    public var name: String { members["name"]?.string ?? "" }
    /// Of the program.
    public var version: String { members["version"]?.string ?? "" }
    /// Of this protocol.
    public var protocolVersion: Int { members["protocolVersion"]?.integer ?? 0 }
    /// Process id of the daemon.
    public var pid: Int { members["pid"]?.integer ?? 0 }
    /// Path of the socket for apps; absent where there is none.
    public var appSocket: String? { members["appSocket"]?.string }
    /// Open connections of harnesses, with this one; those to the socket for apps do not count.
    public var harnessConnections: Int { members["harnessConnections"]?.integer ?? 0 }
    /// What it bounds.
    public var limits: SimulatedDevice.Limits { SimulatedDevice.Limits(members["limits"] ?? [:]) }
    /// What a client may rely on.
    public var features: [String] { members["features"]?.elements.compactMap { $0.string } ?? [] }
    /// What createDevice can begin with.
    public var templates: [String] { members["templates"]?.elements.compactMap { $0.string } ?? [] }
}

// swift-format-ignore
extension SimulatedDevice.Limits {
    /// Bytes of one request line.
    public var maxLineBytes: Int { members["maxLineBytes"]?.integer ?? 0 }
    /// Levels of nesting in a request.
    public var maxDepth: Int { members["maxDepth"]?.integer ?? 0 }
    /// Bytes of one line that the daemon sends.
    public var maxReplyBytes: Int { members["maxReplyBytes"]?.integer ?? 0 }
    /// Bytes of the reply to one batch.
    public var maxBatchBytes: Int { members["maxBatchBytes"]?.integer ?? 0 }
    /// Unread bytes after which a connection gets no more events.
    public var maxOutputBytes: Int { members["maxOutputBytes"]?.integer ?? 0 }
    /// Bytes held for all connections, beside the devices' own state.
    public var maxMemory: Int { members["maxMemory"]?.integer ?? 0 }
    /// Connections at one time.
    public var maxConnections: Int { members["maxConnections"]?.integer ?? 0 }
    /// Connections of the app socket among them.
    public var maxAppConnections: Int { members["maxAppConnections"]?.integer ?? 0 }
    /// Requests of one connection that wait.
    public var maxOpenRequests: Int { members["maxOpenRequests"]?.integer ?? 0 }
    /// Devices at one time.
    public var maxDevices: Int { members["maxDevices"]?.integer ?? 0 }
    /// Saved states of one device.
    public var maxSnapshots: Int { members["maxSnapshots"]?.integer ?? 0 }
    /// Bytes of the keychain items of one device.
    public var maxKeychainBytes: Int { members["maxKeychainBytes"]?.integer ?? 0 }
    /// Items of one device that go with its passcode or its enrolment.
    public var maxBoundItems: Int { members["maxBoundItems"]?.integer ?? 0 }
    /// Items that one call changes or deletes.
    public var maxChangedItems: Int { members["maxChangedItems"]?.integer ?? 0 }
    /// Responses armed on one device.
    public var maxArmedResponses: Int { members["maxArmedResponses"]?.integer ?? 0 }
    /// Standing responses of one device.
    public var maxStandingResponses: Int { members["maxStandingResponses"]?.integer ?? 0 }
    /// Apps that one device knows.
    public var maxApps: Int { members["maxApps"]?.integer ?? 0 }
    /// Contexts of one device.
    public var maxContexts: Int { members["maxContexts"]?.integer ?? 0 }
    /// Contexts of one connection on one device.
    public var maxConnectionContexts: Int { members["maxConnectionContexts"]?.integer ?? 0 }
    /// Events that since can go back.
    public var keptEvents: Int { members["keptEvents"]?.integer ?? 0 }
    /// Bytes of these events, about.
    public var keptEventBytes: Int { members["keptEventBytes"]?.integer ?? 0 }
    /// Bytes of a name that a request gives to something.
    public var maxNameBytes: Int { members["maxNameBytes"]?.integer ?? 0 }
    /// Bytes of a reason or a title.
    public var maxCaptionBytes: Int { members["maxCaptionBytes"]?.integer ?? 0 }
    /// Bytes of a request's id, as it is written.
    public var maxIDBytes: Int { members["maxIDBytes"]?.integer ?? 0 }
    /// Entries of an array among the parameters.
    public var maxListEntries: Int { members["maxListEntries"]?.integer ?? 0 }
}

// swift-format-ignore
extension SimulatedDevice.ListedDevice {
    /// Its name.
    public var device: String { members["device"]?.string ?? "" }
    /// A UUID, for harnesses of Apple's simulator.
    public var udid: String { members["udid"]?.string ?? "" }
    /// Its sensor.
    public var biometryType: LABiometryType { LABiometryType(wireName: members["biometryType"]?.string) }
    /// Which clock it runs on: real or manual.
    public var clock: SimulatedDevice.Clock { members["clock"]?.string.flatMap(SimulatedDevice.Clock.init(rawValue:)) ?? .real }
    /// Deleted with the connection that created it.
    public var ephemeral: Bool { members["ephemeral"]?.bool ?? false }
}

// swift-format-ignore
extension SimulatedDevice.Snapshot {
    /// What it is called.
    public var name: String { members["name"]?.string ?? "" }
    /// When it was saved, on the device's monotonic clock.
    public var time: Duration { members["time"]?.duration ?? .zero }
}

// swift-format-ignore
extension SimulatedDevice.StateChange {
  /// The sensor; set without identities or enrolled, the new sensor's default identity is enrolled.
  public static func biometryType(_ value: LABiometryType) -> Self {
    field("biometryType", .string("\(value)"))
  }
  /// Whether it can be used: ready, covered (closed lid), disconnected or notPaired (Touch ID in a keyboard).
  public static func sensor(_ value: SimulatedDevice.SensorState) -> Self {
    field("sensor", .string(value.rawValue))
  }
  /// Who is enrolled; Touch ID holds 5, Face ID 2, Optic ID 1.
  public static func identities(_ value: [String]) -> Self {
    field("identities", .array(value.map { .string($0) }))
  }
  /// Whether anybody is; true enrols the default identity if nobody was, false nobody.
  public static func enrolled(_ value: Bool) -> Self {
    field("enrolled", .boolean(value))
  }
  /// Null: none is set; never shown, see passcodeSet.
  public static func passcode(_ value: String?) -> Self {
    field("passcode", value.map { .string($0) } ?? .null)
  }
  /// Failed scans in a row, on the whole device.
  public static func failedAttempts(_ value: Int) -> Self {
    field("failedAttempts", .integer(value))
  }
  /// Whether biometry waits for the passcode.
  public static func lockedOut(_ value: Bool) -> Self {
    field("lockedOut", .boolean(value))
  }
  /// Why biometry waits for the passcode, or null.
  public static func lockoutReason(_ value: SimulatedDevice.LockoutReason?) -> Self {
    field("lockoutReason", value.map { .string($0.rawValue) } ?? .null)
  }
  /// Different wrong passcodes in a row.
  public static func passcodeFailures(_ value: Int) -> Self {
    field("passcodeFailures", .integer(value))
  }
  /// Device, or what Apple's iOS Simulator is reported to do; default: device.
  public static func profile(_ value: SimulatedDevice.Profile) -> Self {
    knob("profile", .string(value.rawValue))
  }
  /// Failed scans in a row that lock biometry out; default: 5.
  public static func maxFailures(_ value: Int) -> Self {
    knob("maxFailures", .integer(value))
  }
  /// Where no passcode stands among the reasons why biometry is unavailable: last (header) or first; default: header.
  public static func passcodeNotSetPrecedence(_ value: SimulatedDevice.PasscodeNotSetPrecedence) -> Self {
    knob("passcodeNotSetPrecedence", .string(value.rawValue))
  }
  /// Whether the scan that locks Face ID out ends its prompt at once; default: false.
  public static func lockoutEndsFaceIDPrompt(_ value: Bool) -> Self {
    knob("lockoutEndsFaceIDPrompt", .boolean(value))
  }
  /// What Face ID's second failure does when the fallback title is empty; default: cancelOnly.
  public static func emptyFallbackSecondFailure(_ value: SimulatedDevice.EmptyFallbackSecondFailure) -> Self {
    knob("emptyFallbackSecondFailure", .string(value.rawValue))
  }
  /// Whether a second evaluation takes the screen or waits its turn; default: replace.
  public static func concurrency(_ value: SimulatedDevice.Concurrency) -> Self {
    knob("concurrency", .string(value.rawValue))
  }
  /// Seconds for which an authenticated context needs no prompt; default: 600.
  public static func contextAuthenticationLifetime(_ value: Duration) -> Self {
    knob("contextAuthenticationLifetime", .seconds(value))
  }
  /// How reading an item bound to a changed enrolment fails; default: notFound.
  public static func currentSetInvalidation(_ value: SimulatedDevice.CurrentSetInvalidation) -> Self {
    knob("currentSetInvalidation", .string(value.rawValue))
  }
  /// How using a private key bound to a changed enrolment fails; default: corruptedData.
  public static func invalidatedKeyError(_ value: SimulatedDevice.InvalidatedKeyError) -> Self {
    knob("invalidatedKeyError", .string(value.rawValue))
  }
  /// Whether the access control of a key in the Secure Enclave needs privateKeyUsage; default: true.
  public static func enclaveKeyNeedsPrivateKeyUsage(_ value: Bool) -> Self {
    knob("enclaveKeyNeedsPrivateKeyUsage", .boolean(value))
  }
  /// Whether an item that never leaves the device can be synchronizable; default: store.
  public static func synchronizableThisDeviceOnly(_ value: SimulatedDevice.SynchronizableThisDeviceOnly) -> Self {
    knob("synchronizableThisDeviceOnly", .string(value.rawValue))
  }
  /// What an app without a usage description gets for Face ID: its end, the passcode, or notAvailable; default: terminate.
  public static func missingUsageDescription(_ value: SimulatedDevice.MissingUsageDescription) -> Self {
    knob("missingUsageDescription", .string(value.rawValue))
  }
  /// Seconds of back-off after the 4th, 5th … wrong passcode; one more disables the device; default: [0,0,60,300,900,3600].
  public static func passcodeDelays(_ value: [Duration]) -> Self {
    knob("passcodeDelays", .array(value.map { .seconds($0) }))
  }
  /// Seconds a scan takes, or [shortest, longest]; default: 0.
  public static func scanLatency(_ value: ClosedRange<Duration>) -> Self {
    knob("scanLatency", [.seconds(value.lowerBound), .seconds(value.upperBound)])
  }
  /// How often a genuine scan is refused; default: 0.
  public static func falseRejectRate(_ value: Double) -> Self {
    knob("falseRejectRate", .number(value))
  }
  /// Seconds that an answered prompt takes to leave the screen; its app is inactive until then; default: 0.
  public static func dismissDelay(_ value: Duration) -> Self {
    knob("dismissDelay", .seconds(value))
  }
  /// Where the device's random numbers start; default: 0.
  public static func seed(_ value: Int) -> Self {
    knob("seed", .integer(value))
  }
}

// swift-format-ignore
extension SimulatedDevice.Event {
  /// The kinds, by their names on the wire.
  public enum Kind: String, Sendable, CaseIterable {
    /// A prompt came on screen.
    case promptShown
    /// The prompt on screen changed: other buttons, another pane, scanning or not.
    case promptUpdated
    /// A prompt left the screen, and how.
    case promptDismissed
    /// A scan reached the sensor of a prompt or of the lock screen.
    case scan
    /// A scan reached the sensor of a prompt, which could not read it; it counts as nothing.
    case unreadableScan
    /// Biometry waits for the passcode from now on.
    case lockout
    /// Biometry is usable again.
    case lockoutCleared
    /// Who is enrolled changed.
    case enrollmentChanged
    /// The passcode was set, changed or removed.
    case passcodeChanged
    /// Fields of the state changed that have no event of their own.
    case stateChanged
    /// The device was locked.
    case deviceLocked
    /// The device was unlocked.
    case deviceUnlocked
    /// An app came to the foreground, left it, started or stopped.
    case appStateChanged
    /// An app was terminated, and why.
    case appTerminated
    /// An app's keychain items changed.
    case keychainChanged
    /// A manual clock was moved forward.
    case clockAdvanced
    /// A device was created.
    case deviceCreated
    /// A device was deleted.
    case deviceDeleted
    /// This connection missed events: they came too fast or were too long; not part of the log.
    case subscriptionGap

    /// Whether it tells of a state that may already hold; waiting for it then ends at once.
    var isState: Bool {
      switch self {
      case .promptShown, .lockout, .lockoutCleared, .deviceLocked, .deviceUnlocked, .appStateChanged: true
      case .promptUpdated, .promptDismissed, .scan, .unreadableScan, .enrollmentChanged, .passcodeChanged, .stateChanged, .appTerminated, .keychainChanged, .clockAdvanced, .deviceCreated, .deviceDeleted, .subscriptionGap: false
      }
    }
  }
}

// swift-format-ignore
extension SimulatedDevice {
  /// One of the values of `sensorState`.
  public enum SensorState: String, Hashable, Sendable, CaseIterable {
    case ready, covered, disconnected, notPaired
  }

  /// One of the values of `lockoutReason`.
  public enum LockoutReason: String, Hashable, Sendable, CaseIterable {
    case failedAttempts, restart, remoteLock, sos, passcodeExpired
  }

  /// One of the values of `appState`.
  public enum AppState: String, Hashable, Sendable, CaseIterable {
    case foreground, inactive, background, notRunning
  }

  /// One of the values of `permission`.
  public enum Permission: String, Hashable, Sendable, CaseIterable {
    case notDetermined, granted, denied
  }

  /// One of the values of `appKind`.
  public enum AppKind: String, Hashable, Sendable, CaseIterable {
    case app, `extension`
  }

  /// One of the values of `pane`.
  public enum Pane: String, Hashable, Sendable, CaseIterable {
    case biometry, passcode, permission, companion, applicationPassword
  }

  /// One of the values of `button`.
  public enum Button: String, Hashable, Sendable, CaseIterable {
    case cancel, fallback, tryAgain, allow, deny
  }

  /// One of the values of `profile`.
  public enum Profile: String, Hashable, Sendable, CaseIterable {
    case device, simulator
  }

  /// One of the values of `passcodeNotSetPrecedence`.
  public enum PasscodeNotSetPrecedence: String, Hashable, Sendable, CaseIterable {
    case header, first
  }

  /// One of the values of `emptyFallbackSecondFailure`.
  public enum EmptyFallbackSecondFailure: String, Hashable, Sendable, CaseIterable {
    case cancelOnly, fail
  }

  /// One of the values of `concurrency`.
  public enum Concurrency: String, Hashable, Sendable, CaseIterable {
    case replace, serialize
  }

  /// One of the values of `currentSetInvalidation`.
  public enum CurrentSetInvalidation: String, Hashable, Sendable, CaseIterable {
    case notFound, authFailed
  }

  /// One of the values of `invalidatedKeyError`.
  public enum InvalidatedKeyError: String, Hashable, Sendable, CaseIterable {
    case corruptedData, authFailed
  }

  /// One of the values of `synchronizableThisDeviceOnly`.
  public enum SynchronizableThisDeviceOnly: String, Hashable, Sendable, CaseIterable {
    case store, refuse
  }

  /// One of the values of `missingUsageDescription`.
  public enum MissingUsageDescription: String, Hashable, Sendable, CaseIterable {
    case terminate, passcode, notAvailable
  }
}
