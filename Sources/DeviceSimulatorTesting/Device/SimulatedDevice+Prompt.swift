public import SimulatedLocalAuthentication

// What a person does with a prompt. A response goes to the prompt on screen, or waits for one that takes it.
// With `whenPrompted: false` it does not wait, and fails with `notDelivered` if no prompt takes it. Each response has
// a method of its own, too.
extension SimulatedDevice {
  /// Responds to a prompt.
  ///
  /// - Parameters:
  ///   - whenPrompted: whether to wait for a prompt that takes it.
  ///   - timeout: how long to wait, in real time; `nil`: for ever.
  @discardableResult
  public func respond(
    _ response: Response, whenPrompted: Bool = true, timeout: Duration? = .seconds(10),
    fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) -> Report {
    var parameters = response.parameters
    if whenPrompted {
      parameters["whenPrompted"] = true
      parameters["timeout"] = .limit(timeout)
    }
    return Report(try await step(response.method, parameters, fileID, line))
  }

  /// Arms responses, which coming prompts take one by one. The only way to answer code that blocks the test's
  /// own thread.
  ///
  /// - Parameter standing: each serves every prompt that takes it, until ``disarm(fileID:line:)``.
  public func arm(
    _ responses: Response..., standing: Bool = false, fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) {
    try await step(
      "arm", ["responses": .array(responses.map(\.armed)), "standing": .boolean(standing)], fileID, line)
  }

  /// Removes the armed responses, and the failures that were ordered, and returns the responses that no prompt took,
  /// without passcodes.
  @discardableResult
  public func disarm(
    fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) -> [Response] {
    try await step("disarm", [:], fileID, line)["unused"]?.elements.map(Response.init(armed:)) ?? []
  }
}
