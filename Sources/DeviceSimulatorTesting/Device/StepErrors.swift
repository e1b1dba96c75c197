import SimulatedLocalAuthentication

/// What a step of a test adds to an error.
extension DeviceSimulatorError {
  private func with(_ message: String, _ step: FailedStep?) -> Self {
    Self(name, code: code, message, domain: domain, step: step)
  }

  /// The error of a step at a line of the test.
  func at(_ location: Location, afterTimeout: Bool = false) -> Self {
    with(message, FailedStep(at: location, isAfterTimeout: afterTimeout))
  }

  /// The same without the step that it holds, but with its line.
  var withoutStep: Self {
    with(message, step.map { FailedStep(at: $0.location, isAfterTimeout: $0.isAfterTimeout) })
  }

  /// The same, and what came of it.
  func followed(by consequence: String) -> Self { with("\(message); then \(consequence)", step) }

  /// The error of a test that stopped at this one, while a prompt was on screen.
  func withPromptEnded(_ prompt: SimulatedDevice.Prompt?) -> Self {
    let prompt = prompt.map(String.init(describing:)) ?? "a prompt"
    return followed(by: "no step came for a second, and \(prompt) was ended")
  }

  /// A step after the one that the test had stopped at.
  static func stopped(_ device: String, _ stop: Self) -> Self {
    let place = stop.location.map { " at \($0)" } ?? ""
    return Self(
      deviceClosed, code: -32094,
      "\(device) was deleted: a step failed\(place), and no other came within a second while a prompt was up")
  }

  static func promptUnanswered(_ message: String) -> Self {
    Self(promptUnanswered, code: -32093, message)
  }
}
