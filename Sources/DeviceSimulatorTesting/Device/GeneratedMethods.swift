// Made by Protocol/clients/generate from Protocol/openrpc.json; do not edit.
public import SimulatedLocalAuthentication

// swift-format-ignore
extension SimulatedDevice {
  /// Restores a device to the state it was created with, its clock too.
  ///
  /// Pending calls end with systemCancel, contexts are dropped, armed responses too; prompt and context ids
  /// start again at 1. No app and no connection is killed.
  public func reset(fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("resetDevice", [:], fileID, line)
  }

  /// Saves a snapshot of a device, replacing one of the same name.
  ///
  /// A snapshot has everything of the device, its keychain, its clock and its random numbers too, but not its
  /// connections: no prompt, no context. It costs the same whatever is in the keychain.
  public func saveSnapshot(_ name: String, fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("saveSnapshot", ["name": .string(name)], fileID, line)
  }

  /// Restores a device from a snapshot, its clock too.
  ///
  /// Pending calls end with systemCancel and contexts are dropped; no app and no connection is killed. Prompt
  /// and context ids continue from where they were. It costs the same whatever is in the keychain. A reset
  /// still leads to the state the device was created with.
  public func restoreSnapshot(_ name: String, fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("restoreSnapshot", ["name": .string(name)], fileID, line)
  }

  /// Deletes a snapshot.
  public func deleteSnapshot(_ name: String, fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("deleteSnapshot", ["name": .string(name)], fileID, line)
  }

  /// Enrols an identity: another finger, the alternate appearance.
  ///
  /// Without a name it enrols the default identity if nobody is enrolled; otherwise nothing changes. Refused
  /// while the sensor cannot be used.
  public func enroll(_ identity: String? = nil, fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("enroll", ["identity": identity.map { .string($0) }], fileID, line)
  }

  /// Removes an identity from the enrolment; without a name, all of them.
  public func unenroll(_ identity: String? = nil, fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("unenroll", ["identity": identity.map { .string($0) }], fileID, line)
  }

  /// Shows an enrolled face to the sensor.
  @discardableResult
  public func matchingFace(_ identity: String? = nil, whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.matchingFace(identity), whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Shows a face that is not enrolled to the sensor.
  @discardableResult
  public func nonMatchingFace(_ identity: String? = nil, whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.nonMatchingFace(identity), whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Puts an enrolled finger on the sensor.
  @discardableResult
  public func matchingFinger(_ identity: String? = nil, whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.matchingFinger(identity), whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Puts a finger that is not enrolled on the sensor.
  @discardableResult
  public func nonMatchingFinger(_ identity: String? = nil, whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.nonMatchingFinger(identity), whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Shows enrolled eyes to the sensor.
  @discardableResult
  public func matchingEyes(_ identity: String? = nil, whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.matchingEyes(identity), whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Shows eyes that are not enrolled to the sensor.
  @discardableResult
  public func nonMatchingEyes(_ identity: String? = nil, whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.nonMatchingEyes(identity), whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Scans somebody enrolled, whatever the sensor is.
  @discardableResult
  public func match(_ identity: String? = nil, whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.match(identity), whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Scans somebody not enrolled, whatever the sensor is.
  @discardableResult
  public func nonMatch(_ identity: String? = nil, whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.nonMatch(identity), whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Presents what the sensor cannot read: a wet finger, nobody before the camera.
  ///
  /// It reaches the prompt and counts as nothing. Touch ID goes on scanning; Face ID and Optic ID offer to
  /// try again.
  @discardableResult
  public func unreadableScan(whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.unreadableScan, whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Taps cancel; the app's call ends with userCancel.
  @discardableResult
  public func tapCancel(whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.tapCancel, whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Taps the fallback button: userFallback under a biometric policy, else the passcode pane.
  @discardableResult
  public func tapFallback(whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.tapFallback, whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Taps try again after a failed scan; scanning resumes.
  @discardableResult
  public func tapTryAgain(whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.tapTryAgain, whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Enters a passcode on the passcode pane.
  ///
  /// The passcode is never shown, in no reply, event or log. The same wrong one twice in a row counts once;
  /// an entry during the back-off is refused and not counted.
  @discardableResult
  public func enterPasscode(_ passcode: String, whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.enterPasscode(passcode), whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Enters the password of a keychain item on its pane.
  ///
  /// The pane comes for items with applicationPassword when the context has no password. The right one opens
  /// the item, and the context keeps it; a wrong one ends the call with authFailed. It is never shown.
  @discardableResult
  public func enterApplicationPassword(_ password: String, whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.enterApplicationPassword(password), whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Allows Face ID or Optic ID in the permission alert.
  @discardableResult
  public func allowPermission(whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.allowPermission, whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Denies it: biometryNotAvailable, or the passcode pane; the alert is not shown again.
  @discardableResult
  public func denyPermission(whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.denyPermission, whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Approves on the paired Mac, Watch or Vision Pro.
  @discardableResult
  public func approveCompanion(whenPrompted: Bool = true, timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) -> Report {
    try await respond(.approveCompanion, whenPrompted: whenPrompted, timeout: timeout, fileID: fileID, line: line)
  }

  /// Sets or changes the device's passcode, as in Settings; clears a lockout.
  public func setPasscode(_ passcode: String, fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("setPasscode", ["passcode": .string(passcode)], fileID, line)
  }

  /// Removes the device's passcode, as in Settings; clears a lockout.
  public func clearPasscode(fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("clearPasscode", [:], fileID, line)
  }

  /// Locks the screen: prompts end with systemCancel, the app goes to the background.
  public func lock(fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("lockDevice", [:], fileID, line)
  }

  /// Restarts the device: locked, and biometry waits for the passcode.
  ///
  /// Pending calls end with systemCancel and the apps are not running afterwards; new connections launch
  /// them.
  public func restart(fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("restartDevice", [:], fileID, line)
  }

  /// Sets what an app may do; an unknown app is registered, not launched.
  ///
  /// Changing the permission of a running app terminates it, as Settings does.
  ///
  /// - Parameter app: default: the app under test.
  public func setApp(_ app: String? = nil, permission: SimulatedDevice.Permission? = nil, usageDescription: Bool? = nil, kind: SimulatedDevice.AppKind? = nil, accessGroups: [String]?? = nil, teamIdentifier: String?? = nil, fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("setApp", ["app": .string(app ?? self.app), "permission": permission.map { .string($0.rawValue) }, "usageDescription": usageDescription.map { .boolean($0) }, "kind": kind.map { .string($0.rawValue) }, "accessGroups": accessGroups.map { $0.map { .array($0.map { .string($0) }) } ?? .null }, "teamIdentifier": teamIdentifier.map { $0.map { .string($0) } ?? .null }], fileID, line)
  }

  /// Launches an app into the foreground.
  ///
  /// One that runs comes to the foreground, unless it is to be launched in the background.
  ///
  /// - Parameter app: default: the app under test.
  public func launchApp(_ app: String? = nil, inBackground: Bool? = nil, fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("launchApp", ["app": .string(app ?? self.app), "inBackground": inBackground.map { .boolean($0) }], fileID, line)
  }

  /// Brings a running app to the foreground.
  ///
  /// - Parameter app: default: the app under test.
  public func activateApp(_ app: String? = nil, fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("activateApp", ["app": .string(app ?? self.app)], fileID, line)
  }

  /// Sends an app to the background; its prompt ends with systemCancel.
  ///
  /// - Parameter app: default: the app under test.
  public func backgroundApp(_ app: String? = nil, fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("backgroundApp", ["app": .string(app ?? self.app)], fileID, line)
  }

  /// Covers the app in front, as a call or the app switcher does: it is inactive.
  ///
  /// - Parameter app: default: the app under test.
  public func coverApp(_ app: String? = nil, fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("coverApp", ["app": .string(app ?? self.app)], fileID, line)
  }

  /// Uncovers an app.
  ///
  /// - Parameter app: default: the app under test.
  public func uncoverApp(_ app: String? = nil, fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("uncoverApp", ["app": .string(app ?? self.app)], fileID, line)
  }

  /// Terminates an app; its connections get appTerminated from then on.
  ///
  /// - Parameter app: default: the app under test.
  public func terminateApp(_ app: String? = nil, fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("terminateApp", ["app": .string(app ?? self.app)], fileID, line)
  }

  /// Installs an app; its permission is then notDetermined.
  ///
  /// - Parameter app: default: the app under test.
  public func installApp(_ app: String? = nil, fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("installApp", ["app": .string(app ?? self.app)], fileID, line)
  }

  /// Uninstalls an app.
  ///
  /// - Parameter app: default: the app under test.
  public func uninstallApp(_ app: String? = nil, fileID: String = #fileID, line: Int = #line) async throws(DeviceSimulatorError) {
    try await step("uninstallApp", ["app": .string(app ?? self.app)], fileID, line)
  }
}

// swift-format-ignore
extension SimulatedDevice.Response {
  /// Shows an enrolled face to the sensor.
  public static func matchingFace(_ identity: String? = nil) -> Self { Self("matchingFace", identity: identity) }
  /// Shows an enrolled face to the sensor.
  public static let matchingFace = Self("matchingFace")
  /// Shows a face that is not enrolled to the sensor.
  public static func nonMatchingFace(_ identity: String? = nil) -> Self { Self("nonMatchingFace", identity: identity) }
  /// Shows a face that is not enrolled to the sensor.
  public static let nonMatchingFace = Self("nonMatchingFace")
  /// Puts an enrolled finger on the sensor.
  public static func matchingFinger(_ identity: String? = nil) -> Self { Self("matchingFinger", identity: identity) }
  /// Puts an enrolled finger on the sensor.
  public static let matchingFinger = Self("matchingFinger")
  /// Puts a finger that is not enrolled on the sensor.
  public static func nonMatchingFinger(_ identity: String? = nil) -> Self { Self("nonMatchingFinger", identity: identity) }
  /// Puts a finger that is not enrolled on the sensor.
  public static let nonMatchingFinger = Self("nonMatchingFinger")
  /// Shows enrolled eyes to the sensor.
  public static func matchingEyes(_ identity: String? = nil) -> Self { Self("matchingEyes", identity: identity) }
  /// Shows enrolled eyes to the sensor.
  public static let matchingEyes = Self("matchingEyes")
  /// Shows eyes that are not enrolled to the sensor.
  public static func nonMatchingEyes(_ identity: String? = nil) -> Self { Self("nonMatchingEyes", identity: identity) }
  /// Shows eyes that are not enrolled to the sensor.
  public static let nonMatchingEyes = Self("nonMatchingEyes")
  /// Scans somebody enrolled, whatever the sensor is.
  public static func match(_ identity: String? = nil) -> Self { Self("match", identity: identity) }
  /// Scans somebody enrolled, whatever the sensor is.
  public static let match = Self("match")
  /// Scans somebody not enrolled, whatever the sensor is.
  public static func nonMatch(_ identity: String? = nil) -> Self { Self("nonMatch", identity: identity) }
  /// Scans somebody not enrolled, whatever the sensor is.
  public static let nonMatch = Self("nonMatch")
  /// Presents what the sensor cannot read: a wet finger, nobody before the camera.
  public static let unreadableScan = Self("unreadableScan")
  /// Taps cancel; the app's call ends with userCancel.
  public static let tapCancel = Self("tapCancel")
  /// Taps the fallback button: userFallback under a biometric policy, else the passcode pane.
  public static let tapFallback = Self("tapFallback")
  /// Taps try again after a failed scan; scanning resumes.
  public static let tapTryAgain = Self("tapTryAgain")
  /// Enters a passcode on the passcode pane.
  public static func enterPasscode(_ passcode: String) -> Self { Self("enterPasscode", passcode: passcode) }
  /// Enters the password of a keychain item on its pane.
  public static func enterApplicationPassword(_ password: String) -> Self { Self("enterApplicationPassword", password: password) }
  /// Allows Face ID or Optic ID in the permission alert.
  public static let allowPermission = Self("allowPermission")
  /// Denies it: biometryNotAvailable, or the passcode pane; the alert is not shown again.
  public static let denyPermission = Self("denyPermission")
  /// Approves on the paired Mac, Watch or Vision Pro.
  public static let approveCompanion = Self("approveCompanion")
}
