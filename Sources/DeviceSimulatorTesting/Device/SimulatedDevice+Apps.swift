public import SimulatedLocalAuthentication

// The apps on the device; without a name, the app under test.
extension SimulatedDevice {
  /// Sets what an app may do. Changing the permission of a running app terminates it, as Settings does.
  public func setApp(
    _ app: String? = nil, permission: Permission? = nil, usageDescription: Bool? = nil
  ) async throws(DeviceSimulatorError) {
    var parameters: [String: WireValue] = ["app": .string(app ?? self.app)]
    if let permission { parameters["permission"] = .string(permission.rawValue) }
    if let usageDescription { parameters["usageDescription"] = .boolean(usageDescription) }
    try await call("setApp", parameters)
  }

  /// Launches an app into the foreground.
  public func launchApp(_ app: String? = nil) async throws(DeviceSimulatorError) {
    try await verb("launchApp", app)
  }

  /// Brings a running app to the foreground.
  public func activateApp(_ app: String? = nil) async throws(DeviceSimulatorError) {
    try await verb("activateApp", app)
  }

  /// Puts an app into the background; its prompt ends with `systemCancel`.
  public func backgroundApp(_ app: String? = nil) async throws(DeviceSimulatorError) {
    try await verb("backgroundApp", app)
  }

  /// Kills an app; its calls fail with ``DeviceSimulatorError/appTerminated``, and its next new context launches it
  /// again.
  public func terminateApp(_ app: String? = nil) async throws(DeviceSimulatorError) {
    try await verb("terminateApp", app)
  }

  /// Installs an app.
  public func installApp(_ app: String? = nil) async throws(DeviceSimulatorError) {
    try await verb("installApp", app)
  }

  /// Removes an app from the device; its keychain items stay.
  public func uninstallApp(_ app: String? = nil) async throws(DeviceSimulatorError) {
    try await verb("uninstallApp", app)
  }

  private func verb(_ method: String, _ app: String?) async throws(DeviceSimulatorError) {
    try await call(method, ["app": .string(app ?? self.app)])
  }

  /// The keychain items of an app, without their secrets.
  public func keychainItems(_ app: String? = nil) async throws(DeviceSimulatorError) -> [KeychainItem] {
    let answer = try await call("listKeychainItems", ["app": .string(app ?? self.app)])
    return answer["items"]?.elements.map(KeychainItem.init) ?? []
  }

  /// Empties the keychain of an app.
  public func resetKeychain(_ app: String? = nil) async throws(DeviceSimulatorError) {
    try await verb("resetKeychain", app)
  }
}
