import Client
import JSON
import Platform
import Schema
import WireProtocol

/// A scenario on its way.
struct ScenarioRun {
  let scenario: Scenario
  var connections: ScenarioConnections
  /// How long the end of a call is waited for.
  let patience: Double
  /// Where the results of the steps go, if anywhere.
  let show: (@Sendable (String) -> Void)?
  /// The calls that were begun and have not been seen to end.
  private var begun: [String: BegunCall] = [:]
  /// The place in the log up to which events were looked at.
  var position: Int
  /// Where the scenario began in the log.
  let start: Int
  /// Whether a step has looked at the unused answers.
  var hasCountedAnswers = false
  private(set) var count = 0

  struct BegunCall {
    var client: Client
    var id: Int
    var call: ScenarioCall
    var step: ScenarioStep
    /// Whether a step has said that it has to be pending.
    var isLookedAt = false
  }

  init(
    _ scenario: Scenario, over connections: ScenarioConnections, patience: Double,
    show: (@Sendable (String) -> Void)? = nil
  ) {
    self.scenario = scenario
    self.connections = connections
    self.patience = patience
    self.show = show
    position = connections.start
    start = connections.start
  }

  /// Does everything, up to the first step that goes wrong.
  mutating func run() throws(ScenarioFailure) {
    try run(scenario.steps)
    try finish()
  }

  private mutating func run(_ steps: [ScenarioStep]) throws(ScenarioFailure) {
    for step in steps {
      if case .several(let times, let steps) = step.action {
        for _ in 0..<times { try run(steps) }
        continue
      }
      count += 1
      let problem: StepProblem?
      do {
        problem = try perform(step)
      } catch {
        problem = StepProblem(message: error.message)
      }
      if let problem { throw problem.failure(of: step, in: scenario.file) }
    }
  }

  private mutating func perform(_ step: ScenarioStep) throws(ToolError) -> StepProblem? {
    switch step.action {
    case .call(let call, let expectation):
      let sent = try send(call, step)
      return try judge(try answer(to: sent, isAwaited: true), expectation, of: sent)
    case .begin(let call, let name):
      if let former = begun[name] {
        return StepProblem(message: "the call '\(name)' of line \(former.step.line) is still to be looked at")
      }
      let sent = try send(call, step)
      begun[name] = sent
      // Another connection may be read first; its answer says that the call has been seen.
      _ = try connections.tool.ask(sent.client, "ping", until: .after(seconds: 10))
      return nil
    case .end(let name, let expectation):
      return try end(name, expectation)
    case .state(let values, let totals, let device):
      return try StepProblem(differences: check(values, totals, device: device))
    case .event(let kind, let values, let isWanted):
      return try lookForEvent(kind, values, isWanted: isWanted)
    case .wait(let seconds):
      try wait(seconds)
      return nil
    case .several:
      return nil
    }
  }

  private mutating func send(_ call: ScenarioCall, _ step: ScenarioStep) throws(ToolError) -> BegunCall {
    let client = try connections.client(for: call)
    let id = try connections.tool.clientErrorsInWords { () throws(ClientError) in
      try client.send(call.method, call.parameters, until: .after(seconds: 10))
    }
    return BegunCall(client: client, id: id, call: call, step: step)
  }

  /// Lets time pass: on a manual clock at once.
  private func wait(_ seconds: Double) throws(ToolError) {
    let state = try connections.ask("getState")
    let isManual = try? withJSON(state) { $0["clock"]?["mode"]?.equals("manual") == true }
    guard isManual == true else { return HostClock.sleep(seconds: seconds) }
    _ = try connections.ask("advanceClock") { $0.member("seconds", seconds) }
  }

  /// What is to be checked when all steps went well.
  private mutating func finish() throws(ScenarioFailure) {
    for (name, call) in begun.sorted(by: { $0.value.step.line < $1.value.step.line }) where !call.isLookedAt {
      let reply = (try? answer(to: call, isAwaited: false)) ?? nil
      let end = reply.map { "ended with \(StepProblem.text($0, of: call.call))" } ?? "is still pending"
      let problem = StepProblem(
        message: "nobody looks at the end of '\(name)', which \(end); write '\(name) => …'")
      throw problem.failure(of: call.step, in: scenario.file)
    }
    guard !hasCountedAnswers else { return }
    let unused = (try? unusedAnswers()) ?? []
    guard unused.isEmpty else {
      let message =
        "no prompt took the armed \(joined(unused, by: "and")); 'expect unusedAnswers=\(unused.count)' allows it"
      let last = ScenarioStep(line: scenario.steps.last?.line ?? 1, text: "the end", action: .several(0, []))
      throw StepProblem(message: message).failure(of: last, in: scenario.file)
    }
  }
}

// MARK: - Ends of calls

extension ScenarioRun {
  /// How a call ended; `nil` when it has not.
  private func answer(to call: BegunCall, isAwaited: Bool) throws(ToolError) -> Reply? {
    var limit = WaitLimit.after(seconds: 0)
    if isAwaited { limit = call.call.app == nil ? .never : .after(seconds: patience) }
    do {
      return try call.client.reply(to: call.id, until: limit)
    } catch .timedOut {
      return nil
    } catch {
      throw connections.tool.toolError(error)
    }
  }

  private mutating func end(_ name: String, _ expectation: Expectation) throws(ToolError) -> StepProblem? {
    guard let call = begun[name] else {
      return StepProblem(message: "the end of '\(name)' was seen already, or the call was never begun")
    }
    if expectation.outcome == .pending {
      // What the steps so far led to has been answered by the time these are.
      _ = try connections.ask("ping")
      _ = try connections.tool.ask(call.client, "ping", until: .after(seconds: 10))
      guard let reply = try answer(to: call, isAwaited: false) else {
        begun[name]?.isLookedAt = true
        return nil
      }
      return StepProblem(differences: [
        .init(name: name, got: StepProblem.text(reply, of: call.call), wanted: "pending")
      ])
    }
    begun[name] = nil
    return try judge(try answer(to: call, isAwaited: true), expectation, of: call, name: name)
  }

  private func judge(
    _ reply: Reply?, _ expectation: Expectation, of call: BegunCall, name: String? = nil
  ) throws(ToolError) -> StepProblem? {
    guard let reply else {
      let hint = name == nil ? "; begin it with a name: 'NAME: \(call.call.method) …'" : ""
      return StepProblem(
        message: "it has not ended after \(PlainSeconds.text(patience)) s\(hint)\(try promptOnScreen())")
    }
    if let show { StepProblem.lines(reply, of: call.call).map(show) }
    return expectation.problem(with: reply, of: call.call, name: name)
  }

  private func promptOnScreen() throws(ToolError) -> String {
    let state = try connections.ask("getState")
    let buttons = try? withJSON(state) { $0["prompt"]?["buttons"].map(PlainText.value) }
    guard let buttons = buttons ?? nil else { return "; no prompt is on screen" }
    return "; the prompt on screen has \(buttons)"
  }
}

/// Seconds without needless places.
enum PlainSeconds {
  static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
  }
}
