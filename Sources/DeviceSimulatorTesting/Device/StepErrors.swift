import SimulatedLocalAuthentication

/// What a step of a test adds to an error.
extension DeviceSimulatorError {
  /// The error of a step at a line of the test.
  func at(_ location: Location, afterTimeout: Bool = false) -> Self {
    with(FailedStep(at: location, isAfterTimeout: afterTimeout))
  }

  /// The same without the step that it holds, but with its line; and what came of it.
  func followed(by consequence: String? = nil) -> Self {
    with(
      step.map {
        FailedStep(at: $0.location, isAfterTimeout: $0.isAfterTimeout, consequence: consequence)
      })
  }

  private func with(_ step: FailedStep?) -> Self {
    Self(name, code: code, message, domain: domain, step: step)
  }

  /// The error of a test that stopped at this one, while a prompt was on screen.
  func withPromptEnded(_ prompt: SimulatedDevice.Prompt?) -> Self {
    followed(by: "no step came for a second, and \(Self.name(prompt)) was ended")
  }

  /// The error of a test that left a prompt behind.
  static func cancelled(_ prompt: SimulatedDevice.Prompt?, _ location: Location) -> Self {
    promptUnanswered(
      "nobody answered \(name(prompt)): the task that asked was cancelled, and no step came for a second "
        + "(\(location))")
  }

  /// A step after the test had stopped.
  static func stopped(_ device: String, _ stop: Steps.Stop) -> Self {
    let what =
      switch stop {
      case .failed(let error): "a step failed" + (error.location.map { " at \($0)" } ?? "")
      case .cancelled: "the task of an app's call was cancelled"
      }
    return Self(
      deviceClosed, code: -32094,
      "\(device) was deleted: \(what), and no step came for a second while a prompt was up")
  }

  static func promptUnanswered(_ message: String) -> Self { Self(promptUnanswered, code: -32093, message) }

  private static func name(_ prompt: SimulatedDevice.Prompt?) -> String {
    prompt.map(String.init(describing:)) ?? "a prompt"
  }
}
