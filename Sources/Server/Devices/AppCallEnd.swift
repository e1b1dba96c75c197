import DeviceModel
import WireProtocol

/// How a call of an app ended, for a person who waits for a prompt in vain.
enum AppCallEnd {
  case prompt(PromptID, PromptOutcome)
  /// It was answered at once: what was called, and why it failed.
  case call(Method, Failure?)

  /// `nil`: a call that was answered at once and says nothing of prompts.
  init?(of method: Method, _ result: Result<Reply, Failure>) {
    switch result {
    case .failure(let failure): self = .call(method, failure)
    case .success(.canEvaluate(let availability)):
      guard let error = availability.error else { return nil }
      self = .call(method, .localAuthentication(error))
    case .success(.evaluated): self = .call(method, nil)
    case .success(.changed), .success(.responded), .success(.armed), .success(.disarmed), .success(.context),
      .success(.domainState), .success(.keychainItems), .success(.keychainListing), .success(.key),
      .success(.updated), .success(.deleted):
      return nil
    }
  }

  /// As it goes behind "no prompt is on screen; ".
  var summary: String {
    switch self {
    case .prompt(let id, let outcome): "the last one, \(id), \(Self.ending(outcome.errorName))"
    case .call(let method, let failure):
      "the last call of an app, \(method.name), \(Self.ending(failure.map { WireError($0).name }))"
    }
  }

  private static func ending(_ error: String?) -> String { error.map { "ended with \($0)" } ?? "succeeded" }
}

extension HostedDevice {
  /// What a response that nobody takes finds: the prompt and what it takes, or how the last one ended.
  var whatIsOnScreen: String {
    if let shown = model.shownPrompt {
      let takes = shown.takes.isEmpty ? "nothing now" : shown.takes.joined(separator: ", ")
      return "on screen is \(shown.id) of \(shown.app), which takes \(takes)"
    }
    return "no prompt is on screen; " + (lastEnd?.summary ?? "no app has asked for one")
  }
}
