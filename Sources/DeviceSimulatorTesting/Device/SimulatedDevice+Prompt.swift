public import SimulatedLocalAuthentication

// What a person does with a prompt. A response goes to the prompt on screen, or waits for one that takes it.
// With `whenPrompted: false` it does not wait, and fails with `notDelivered` if no prompt takes it.
extension SimulatedDevice {
  /// Responds to a prompt.
  @discardableResult
  public func respond(
    _ response: Response, whenPrompted: Bool = true, timeout: Duration = .seconds(10)
  ) async throws(DeviceSimulatorError) -> Report {
    var parameters = response.parameters
    if whenPrompted {
      parameters["whenPrompted"] = true
      parameters["timeout"] = .seconds(timeout)
    }
    return Report(try await call(response.method, parameters))
  }

  /// Shows an enrolled face to the sensor; the first one without a name.
  @discardableResult
  public func matchingFace(
    _ identity: String? = nil, whenPrompted: Bool = true
  ) async throws(DeviceSimulatorError) -> Report {
    try await respond(.matchingFace(identity), whenPrompted: whenPrompted)
  }

  /// Shows a face that is not enrolled to the sensor.
  @discardableResult
  public func nonMatchingFace(whenPrompted: Bool = true) async throws(DeviceSimulatorError) -> Report {
    try await respond(.nonMatchingFace, whenPrompted: whenPrompted)
  }

  /// Lays an enrolled finger on the sensor; the first one without a name.
  @discardableResult
  public func matchingFinger(
    _ identity: String? = nil, whenPrompted: Bool = true
  ) async throws(DeviceSimulatorError) -> Report {
    try await respond(.matchingFinger(identity), whenPrompted: whenPrompted)
  }

  /// Puts a finger that is not enrolled on the sensor.
  @discardableResult
  public func nonMatchingFinger(whenPrompted: Bool = true) async throws(DeviceSimulatorError) -> Report {
    try await respond(.nonMatchingFinger, whenPrompted: whenPrompted)
  }

  /// Shows enrolled eyes to the sensor.
  @discardableResult
  public func matchingEyes(
    _ identity: String? = nil, whenPrompted: Bool = true
  ) async throws(DeviceSimulatorError) -> Report {
    try await respond(.matchingEyes(identity), whenPrompted: whenPrompted)
  }

  /// Shows eyes that are not enrolled to the sensor.
  @discardableResult
  public func nonMatchingEyes(whenPrompted: Bool = true) async throws(DeviceSimulatorError) -> Report {
    try await respond(.nonMatchingEyes, whenPrompted: whenPrompted)
  }

  /// Scans an enrolled identity with the sensor that the device has.
  @discardableResult
  public func match(
    _ identity: String? = nil, whenPrompted: Bool = true
  ) async throws(DeviceSimulatorError) -> Report {
    try await respond(.match(identity), whenPrompted: whenPrompted)
  }

  /// Scans somebody who is not enrolled with the sensor that the device has.
  @discardableResult
  public func nonMatch(whenPrompted: Bool = true) async throws(DeviceSimulatorError) -> Report {
    try await respond(.nonMatch, whenPrompted: whenPrompted)
  }

  /// Taps cancel.
  @discardableResult
  public func tapCancel(whenPrompted: Bool = true) async throws(DeviceSimulatorError) -> Report {
    try await respond(.tapCancel, whenPrompted: whenPrompted)
  }

  /// Taps the fallback button.
  @discardableResult
  public func tapFallback(whenPrompted: Bool = true) async throws(DeviceSimulatorError) -> Report {
    try await respond(.tapFallback, whenPrompted: whenPrompted)
  }

  /// Taps try again after a failed scan.
  @discardableResult
  public func tapTryAgain(whenPrompted: Bool = true) async throws(DeviceSimulatorError) -> Report {
    try await respond(.tapTryAgain, whenPrompted: whenPrompted)
  }

  /// Enters a passcode, right or wrong.
  @discardableResult
  public func enterPasscode(
    _ passcode: String, whenPrompted: Bool = true
  ) async throws(DeviceSimulatorError) -> Report {
    try await respond(.enterPasscode(passcode), whenPrompted: whenPrompted)
  }

  /// Allows Face ID or Optic ID in the permission alert.
  @discardableResult
  public func allowPermission(whenPrompted: Bool = true) async throws(DeviceSimulatorError) -> Report {
    try await respond(.allowPermission, whenPrompted: whenPrompted)
  }

  /// Denies Face ID or Optic ID in the permission alert.
  @discardableResult
  public func denyPermission(whenPrompted: Bool = true) async throws(DeviceSimulatorError) -> Report {
    try await respond(.denyPermission, whenPrompted: whenPrompted)
  }

  /// Approves on the paired device.
  @discardableResult
  public func approveCompanion(whenPrompted: Bool = true) async throws(DeviceSimulatorError) -> Report {
    try await respond(.approveCompanion, whenPrompted: whenPrompted)
  }

  /// Arms responses, which coming prompts take one by one. The only way to answer code that blocks the test's
  /// own thread.
  public func arm(_ responses: Response...) async throws(DeviceSimulatorError) {
    try await call("arm", ["responses": .array(responses.map(\.armed))])
  }

  /// Removes the armed responses and returns those that no prompt took, without passcodes.
  @discardableResult
  public func disarm() async throws(DeviceSimulatorError) -> [Response] {
    try await call("disarm")["unused"]?.elements.map(Response.init(armed:)) ?? []
  }
}
