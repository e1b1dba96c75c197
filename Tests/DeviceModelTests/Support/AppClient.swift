import DeviceModel
import Testing

/// An app under test on a connection of its own.
struct AppClient {
  let story: Story
  let client: ClientID
  /// `nil`: the calls name no app.
  let app: String?

  /// A call of *evaluatePolicy*.
  struct Call {
    let story: Story
    let id: CallID

    var outcome: Outcome { Outcome(story.reply(to: id)) }

    var domainState: String? {
      guard case .success(.evaluated(_, let state)) = story.reply(to: id) else { return nil }
      return state
    }

    /// What the call's failure says to a person.
    var message: String? {
      guard case .failure(.localAuthentication(_, let message)) = story.reply(to: id) else { return nil }
      return message
    }
  }

  func send(_ command: Command) throws -> Reply {
    try #require(story.reply(to: story.send(command, from: client)), "no reply to \(command)").get()
  }

  func createContext(_ change: (inout ContextOptions) -> Void = { _ in }) throws -> ContextID {
    var options = ContextOptions()
    change(&options)
    guard case .context(let id) = try send(.createContext(app: app, options)) else {
      preconditionFailure("createContext is answered with a context")
    }
    return id
  }

  @discardableResult
  func invalidate(_ context: ContextID) throws -> Bool {
    try send(.invalidateContext(app: nil, context)) == .changed(true)
  }

  func check(_ policy: Policy, in context: ContextID? = nil) throws -> Availability {
    guard case .canEvaluate(let answer) = try send(.canEvaluatePolicy(app: app, policy, context: context))
    else { preconditionFailure("canEvaluatePolicy is answered with an availability") }
    return answer
  }

  /// What *canEvaluatePolicy* says; `nil`: it can.
  func error(for policy: Policy, in context: ContextID? = nil) throws -> LAErrorCode? {
    try check(policy, in: context).error
  }

  func domainState(in context: ContextID? = nil) throws -> String? {
    guard case .domainState(let state) = try send(.domainState(app: app, context: context)) else {
      preconditionFailure("getDomainState is answered with a domain state")
    }
    return state.evaluated
  }

  /// The domain state as a fresh context has it.
  func wholeDomainState() throws -> DomainState {
    guard case .domainState(let state) = try send(.domainState(app: app, context: nil)) else {
      preconditionFailure("getDomainState is answered with a domain state")
    }
    return state
  }

  @discardableResult
  func evaluate(
    _ policy: Policy, in context: ContextID? = nil, _ change: (inout EvaluationRequest) -> Void = { _ in }
  ) -> Call {
    var request = EvaluationRequest(policy: policy, reason: "Log in", context: context)
    change(&request)
    return Call(story: story, id: story.send(.evaluate(app: app, request), from: client))
  }

  /// The connection goes.
  func close() { story.send(.clientClosed(client)) }
}
