public import Foundation
public import SimulatedLocalAuthentication

extension SimulatedDevice {
  /// Everything that a device shows of itself, under the names of `getState`.
  public struct State: Sendable {
    /// The sensor.
    public let biometryType: LABiometryType
    /// Who is enrolled.
    public let identities: [String]
    /// Whether there is a passcode.
    public let passcodeSet: Bool
    /// Failed scans in a row.
    public let failedAttempts: Int
    /// Whether biometry waits for the passcode.
    public let lockedOut: Bool
    /// Why it does.
    public let lockoutReason: LockoutReason?
    /// Wrong passcodes in a row.
    public let passcodeFailures: Int
    /// Time until the next passcode is taken; `nil`: never, the device is disabled.
    public let passcodeRetryAfter: Duration?
    /// Whether the lock screen is up.
    public let deviceLocked: Bool
    /// Whether the device was unlocked since its start.
    public let unlockedSinceBoot: Bool
    /// The apps it knows, by bundle id.
    public let apps: [String: App]
    /// Whether a paired device is in reach.
    public let companionNear: Bool
    /// The prompt on screen.
    public let prompt: Prompt?
    /// How many keychain items each app has, by bundle id.
    public let keychain: [String: Int]
    /// The device's time since its start.
    public let monotonicTime: Duration
    /// The device's date and time.
    public let wallTime: Date

    /// Whether anybody is enrolled.
    public var enrolled: Bool { !identities.isEmpty }

    /// What the system knows of an app.
    public struct App: Hashable, Sendable {
      /// Whether it is installed.
      public let installed: Bool
      /// Where it is in its life.
      public let state: AppState
      /// Whether it may use Face ID or Optic ID.
      public let permission: Permission
      /// Whether it says what it uses Face ID for.
      public let usageDescription: Bool

      init(_ members: WireValue) {
        installed = members["installed"]?.bool ?? false
        state = members["state"]?.string.flatMap(AppState.init) ?? .notRunning
        permission = members["permission"]?.string.flatMap(Permission.init) ?? .notDetermined
        usageDescription = members["usageDescription"]?.bool ?? false
      }
    }

    init(_ members: WireValue) {
      biometryType = LABiometryType(wireName: members["biometryType"]?.string)
      identities = members["identities"]?.elements.compactMap(\.string) ?? []
      passcodeSet = members["passcodeSet"]?.bool ?? false
      failedAttempts = members["failedAttempts"]?.integer ?? 0
      lockedOut = members["lockedOut"]?.bool ?? false
      lockoutReason = members["lockoutReason"]?.string.flatMap(LockoutReason.init)
      passcodeFailures = members["passcodeFailures"]?.integer ?? 0
      passcodeRetryAfter = members["passcodeRetryAfter"]?.duration
      deviceLocked = members["deviceLocked"]?.bool ?? false
      unlockedSinceBoot = members["unlockedSinceBoot"]?.bool ?? false
      apps = members["apps"]?.members.mapValues(App.init) ?? [:]
      companionNear = members["companion"]?["near"]?.bool ?? false
      prompt = members["prompt"].flatMap { Prompt($0, id: "id") }
      keychain = members["keychain"]?.members.compactMapValues(\.integer) ?? [:]
      monotonicTime = members["clock"]?["monotonic"]?.duration ?? .zero
      wallTime = Date(timeIntervalSince1970: members["clock"]?["wall"]?.number ?? 0)
    }
  }
}
