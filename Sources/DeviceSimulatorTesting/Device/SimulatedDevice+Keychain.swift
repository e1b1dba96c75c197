public import SimulatedLocalAuthentication

extension SimulatedDevice {
  /// Returns the keychain items of an app, without their secrets; without a name, of the app under test.
  public func keychainItems(
    _ app: String? = nil, fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) -> [KeychainItem] {
    let answer = try await step("listKeychainItems", ["app": .string(app ?? self.app)], fileID, line)
    return answer["items"]?.elements.map(KeychainItem.init) ?? []
  }

  /// Removes all keychain items of an app; without a name, of the app under test.
  public func resetKeychain(
    _ app: String? = nil, fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) {
    try await step("resetKeychain", ["app": .string(app ?? self.app)], fileID, line)
  }
}
