import Platform
import WireProtocol

/// How long a command waits for the daemon's answer.
extension Tool {
  /// For a request that the daemon answers at once: `--timeout`, or 10 seconds.
  var answerLimit: WaitLimit { .after(seconds: invocation.options.timeout ?? 10) }

  /// For any request: one that has a time of its own gets a little longer than that, and one that a person has to
  /// answer waits for the person, unless there is a `--timeout`.
  func limit(for request: MethodRequest) -> WaitLimit {
    switch request.waiting {
    case .notAtAll: answerLimit
    case .seconds(let seconds): .after(seconds: seconds + 2)
    case .forEver: .never
    case .forPerson: invocation.options.timeout == nil ? .never : answerLimit
    }
  }
}

extension MethodRequest {
  /// What the daemon may wait for before it answers.
  enum Waiting: Equatable {
    case notAtAll
    /// An event or a prompt, so long.
    case seconds(Double)
    /// The same without an end: `timeout=null`.
    case forEver
    /// The person who answers the app's prompt.
    case forPerson
  }

  /// What a call with these parameters waits for.
  static func waiting(_ method: Method, _ parameters: ParameterTree) -> Waiting {
    if method.mayShowPrompt { return .forPerson }
    let isWaiting = method.name == "waitFor" || parameters.text("whenPrompted") == "true"
    guard isWaiting else { return .notAtAll }
    guard let timeout = parameters.text("timeout") else { return .seconds(Deadline.defaultSeconds) }
    return Double(timeout).map(Waiting.seconds) ?? .forEver
  }
}
