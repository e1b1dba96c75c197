import Platform
import WireProtocol

/// How long a command waits for the daemon's answer.
extension Tool {
  /// For a request that the daemon answers at once: `--timeout`, or 10 seconds.
  var answerLimit: WaitLimit { .after(seconds: invocation.options.timeout ?? 10) }

  /// For any request. One that a person has to answer waits for the person, unless there is a `--timeout`.
  func limit(for request: MethodRequest) -> WaitLimit {
    let isLimited = invocation.options.timeout != nil
    return request.waiting.limit(answer: answerLimit, person: isLimited ? answerLimit : .never)
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

    /// Until when to wait for the answer. What has a time of its own gets a little longer than that.
    func limit(answer: WaitLimit, person: WaitLimit) -> WaitLimit {
      switch self {
      case .notAtAll: answer
      case .seconds(let seconds): .after(seconds: seconds + 2)
      case .forEver: .never
      case .forPerson: person
      }
    }
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
