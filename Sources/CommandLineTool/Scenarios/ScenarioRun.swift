import Client
import JSON
import Platform
import Presentation
import WireProtocol

/// A scenario that runs.
struct ScenarioRun {
  let scenario: Scenario
  var connections: ScenarioConnections
  /// How many seconds a call may take.
  let patience: Double
  /// Prints the results of the steps.
  let show: (@Sendable (String) -> Void)?
  /// The calls that were started and whose outcome no step has checked.
  private var started: [String: StartedCall] = [:]
  /// The results that steps have captured, by their names.
  private var captured: [String: [UInt8]] = [:]
  /// The place in the log up to which events were found.
  private var position: Int
  /// The place in the log where the scenario began.
  private let start: Int
  /// Whether a step has checked the unused responses.
  private var hasCountedResponses = false
  /// How many steps have run.
  private(set) var count = 0

  private struct StartedCall {
    var client: Client
    var id: Int
    var call: ScenarioCall
    var step: ScenarioStep
    /// How many steps had begun when it did.
    var number: Int
    /// Whether a step has checked that it is pending.
    var isChecked = false
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

  /// Runs all steps up to the first one that fails.
  mutating func run() throws(ScenarioFailure) {
    try run(scenario.steps)
    try finish()
  }

  private mutating func run(_ steps: [ScenarioStep]) throws(ScenarioFailure) {
    for step in steps { try run(step, step.action) }
  }

  private mutating func run(_ step: ScenarioStep, _ action: ScenarioStep.Action) throws(ScenarioFailure) {
    switch action {
    case .several(let times, let steps):
      for _ in 0..<times { try run(steps) }
    case .times(let times, let action):
      for _ in 0..<times { try run(step, action) }
    case .filled(let filled):
      let action = Result { () throws(ToolError) in try filled.action(with: captured) }
      switch action {
      case .success(let action): try run(step, action)
      case .failure(let error): throw StepProblem(message: error.message).failure(of: step)
      }
    case .call, .capture, .start, .end, .state, .event, .wait:
      count += 1
      let problem: StepProblem?
      do {
        problem = try perform(action, of: step)
      } catch {
        problem = StepProblem(message: error.message)
      }
      if let problem { throw problem.failure(of: step) }
    }
  }

  private mutating func perform(
    _ action: ScenarioStep.Action, of step: ScenarioStep
  ) throws(ToolError) -> StepProblem? {
    switch action {
    case .call(let call, let expectation):
      let sent = try send(call, step)
      return try judge(try reply(to: sent, isAwaited: true), expectation, of: sent)
    case .capture(let call, let expectation, let name):
      let sent = try send(call, step)
      let reply = try reply(to: sent, isAwaited: true)
      if let problem = try judge(reply, expectation, of: sent) { return problem }
      if case .result(let json)? = reply { captured[name] = Self.value(of: call, in: json) }
      return nil
    case .start(let call, let name):
      if let former = started[name] {
        return StepProblem(
          message:
            "the outcome of the call '\(name)' of \(former.step.place.seen(from: step.place)) is not yet checked"
        )
      }
      let sent = try send(call, step)
      started[name] = sent
      // The daemon may read another connection first; its reply shows that it has read this one.
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
    case .times, .filled, .several:
      return nil
    }
  }

  /// What a call captures: its result, or the one field that it asks for.
  private static func value(of call: ScenarioCall, in result: [UInt8]) -> [UInt8] {
    guard let field = call.onlyField else { return result }
    return fromJSON(result) { DottedPath.json(at: field[...], in: $0) } ?? Array("null".utf8)
  }

  private mutating func send(_ call: ScenarioCall, _ step: ScenarioStep) throws(ToolError) -> StartedCall {
    let client = try connections.client(for: call)
    let id = try connections.tool.clientErrorsInWords { () throws(ClientError) in
      try client.send(call.method.name, call.parameters, until: .after(seconds: 10))
    }
    return StartedCall(client: client, id: id, call: call, step: step, number: count)
  }

  /// Waits; on a manual clock that takes no time.
  private func wait(_ seconds: Double) throws(ToolError) {
    let state = try connections.ask("getState")
    let isManual = fromJSON(state) { $0["clock"]?["mode"]?.equals("manual") }
    guard isManual == true else { return HostClock.sleep(seconds: seconds) }
    _ = try connections.ask("advanceClock") { $0.member("seconds", seconds) }
  }

  /// Checks, after the last step, that nothing is left over.
  private mutating func finish() throws(ScenarioFailure) {
    let unchecked = started.filter { !$0.value.isChecked }
    if let (name, call) = unchecked.min(by: { $0.value.number < $1.value.number }) {
      let reply = (try? reply(to: call, isAwaited: false)) ?? nil
      let end = reply.map { "ended with \(StepProblem.text($0, of: call.call))" } ?? "is still pending"
      let problem = StepProblem(
        message: "no step checks the outcome of '\(name)', which \(end); write '\(name) => …'")
      throw problem.failure(of: call.step)
    }
    guard !hasCountedResponses else { return }
    let unused = (try? unusedResponses()) ?? []
    guard unused.isEmpty else {
      let message =
        "nothing took the armed \(joined(unused, by: "and")); "
        + "'expect unusedAnswers=\(unused.count)' allows it"
      let place = scenario.steps.last?.place ?? ScenarioPlace(file: scenario.file, line: 1)
      let last = ScenarioStep(place: place, text: "the end", action: .several(0, []))
      throw StepProblem(message: message).failure(of: last)
    }
  }
}

// MARK: - Outcomes of calls

extension ScenarioRun {
  /// The reply to a call; `nil` when it is pending.
  private func reply(to call: StartedCall, isAwaited: Bool) throws(ToolError) -> Reply? {
    var limit = WaitLimit.after(seconds: 0)
    if isAwaited {
      let person = WaitLimit.after(seconds: patience)
      limit =
        call.call.app == nil ? call.call.waiting.limit(answer: .after(seconds: 10), person: person) : person
    }
    let reply: Reply
    do {
      reply = try call.client.reply(to: call.id, until: limit)
    } catch {
      // Only a call of the app may go on: the person at the device is always answered.
      if error == .timedOut, !isAwaited || call.call.app != nil { return nil }
      throw connections.tool.toolError(error)
    }
    if case .result(let json) = reply, fromJSON(json, call.call.method.admits) != true {
      throw connections.tool.toolError(.notUnderstood(json))
    }
    return reply
  }

  private mutating func end(_ name: String, _ expectation: Expectation) throws(ToolError) -> StepProblem? {
    guard let call = started[name] else {
      return StepProblem(message: "the outcome of '\(name)' is already checked, or the call never started")
    }
    if expectation.outcome == .pending {
      // The daemon replies to these after it has replied to all that the steps so far led to.
      _ = try connections.ask("ping")
      _ = try connections.tool.ask(call.client, "ping", until: .after(seconds: 10))
      guard let reply = try reply(to: call, isAwaited: false) else {
        started[name]?.isChecked = true
        return nil
      }
      return StepProblem(name, got: StepProblem.text(reply, of: call.call), wanted: "pending")
    }
    started[name] = nil
    return try judge(try reply(to: call, isAwaited: true), expectation, of: call, name: name)
  }

  private func judge(
    _ reply: Reply?, _ expectation: Expectation, of call: StartedCall, name: String? = nil
  ) throws(ToolError) -> StepProblem? {
    guard let reply else {
      let hint = name == nil ? "; start it with a name: 'NAME: \(call.call.method.name) …'" : ""
      let limit = TimeText.seconds(nanoseconds: Int64(patience * 1e9))
      return StepProblem(
        message: "no reply after \(limit) s\(hint)\(try promptOnScreen())"
      )
    }
    if let show { StepProblem.lines(reply, of: call.call).map(show) }
    return expectation.problem(with: reply, of: call.call, name: name)
  }

  private func promptOnScreen() throws(ToolError) -> String {
    let state = try connections.ask("getState")
    guard let buttons = fromJSON(state, { $0["prompt"]?["buttons"].map(PlainText.value) })
    else { return "; no prompt is on screen" }
    return "; the prompt on screen has \(buttons)"
  }
}

// MARK: - State, totals and events

extension ScenarioRun {
  /// The differences between the state and totals and the wanted ones.
  private mutating func check(
    _ values: [WantedValue], _ totals: [WantedTotal], device: String?
  ) throws(ToolError) -> [ScenarioFailure.Difference] {
    var differences: [ScenarioFailure.Difference] = []
    if !values.isEmpty {
      differences = Expectation.differences(
        values, in: try connections.ask("getState") { if let device { $0.member("device", device) } })
    }
    for total in totals {
      if let difference = try check(total) { differences.append(difference) }
    }
    return differences
  }

  private mutating func check(_ total: WantedTotal) throws(ToolError) -> ScenarioFailure.Difference? {
    let (name, got, wanted): (String, String, String)
    switch total {
    case .promptsShown(let count):
      (name, got, wanted) = ("promptsShown", String(try reasons().count), String(count))
    case .reasonsShown(let reasons):
      (name, got, wanted) = ("reasonsShown", Self.list(try self.reasons()), Self.list(reasons))
    case .unusedAnswers(let count):
      hasCountedResponses = true
      (name, got, wanted) = ("unusedAnswers", String(try unusedResponses().count), String(count))
    }
    return got == wanted ? nil : .init(name: name, got: got, wanted: wanted)
  }

  private static func list(_ texts: [String]) -> String {
    texts.isEmpty ? "none" : texts.map { "\"\(PlainText.oneLine($0))\"" }.joined(separator: ",")
  }

  /// The reasons of the prompts so far, in order.
  private func reasons() throws(ToolError) -> [String] {
    let reply = try connections.events(since: start, "promptShown")
    return fromJSON(reply) { $0["events"]?.elements.map { $0["reason"]?.string ?? "" } } ?? []
  }

  /// Disarms the device and returns the responses that no prompt took, and the failures that no call met.
  private func unusedResponses() throws(ToolError) -> [String] {
    let reply = try connections.ask("disarm")
    return fromJSON(reply) { result in
      let responses = result["unused"]?.elements.map { $0["method"].map(PlainText.value) ?? "response" }
      let failures = result["unusedFailures"]?.elements.map { failure in
        ["failNext", failure["method"].map(PlainText.value), failure["error"].map(PlainText.value)]
          .compactMap(\.self).joined(separator: " ")
      }
      return (responses ?? []) + (failures ?? [])
    } ?? []
  }

  /// Looks for an event behind the last one that was found.
  private mutating func lookForEvent(
    _ kind: String, _ values: [WantedValue], isWanted: Bool
  ) throws(ToolError) -> StepProblem? {
    let reply = try connections.events(since: position)
    var found: Int?
    var lines: [String] = []
    _ = try? withJSON(reply) { result in
      for event in result["events"]?.elements.map({ $0 }) ?? [] {
        lines.append(EventRendering.line(event))
        guard found == nil, event["kind"]?.equals(kind) == true,
          Expectation.differences(values, in: Array(event.raw)).isEmpty
        else { continue }
        found = event["seq"]?.integer
      }
    }
    let wanted = ([kind] + values.map(\.assignment)).joined(separator: " ")
    if isWanted {
      if let found {
        position = found
        return nil
      }
      let same = lines.filter { $0.split(separator: " ").dropFirst().first.map(String.init) == kind }
      let got = (same.isEmpty ? lines : same).suffix(6).joined(separator: " | ")
      return StepProblem("event", got: got.isEmpty ? "none" : got, wanted: wanted)
    }
    return found == nil ? nil : StepProblem("event", got: wanted, wanted: "none")
  }
}

/// What is wrong with a step.
struct StepProblem: Equatable {
  var message: String?
  var differences: [ScenarioFailure.Difference] = []

  /// A problem that is not a difference of values.
  init(message: String) { self.message = message }

  /// One difference.
  init(_ name: String, got: String, wanted: String) {
    differences = [.init(name: name, got: got, wanted: wanted)]
  }

  /// `nil` when there is no difference.
  init?(differences: [ScenarioFailure.Difference]) {
    guard !differences.isEmpty else { return nil }
    self.differences = differences
  }

  /// The failure of the scenario at a step.
  func failure(of step: ScenarioStep) -> ScenarioFailure {
    ScenarioFailure(
      file: step.place.file, line: step.place.line, text: step.text, message: message,
      differences: differences)
  }

  /// The outcome of a call in one line.
  static func text(_ reply: Reply, of call: ScenarioCall) -> String {
    lines(reply, of: call)?.split(separator: "\n").joined(separator: ", ") ?? "success"
  }

  /// The outcome of a call as the command line prints it.
  static func lines(_ reply: Reply, of call: ScenarioCall) -> String? {
    switch reply {
    case .error(let error): return ErrorRendering.toolError(error.json).message
    case .result(let json):
      let device = fromJSON(call.parameters) { $0["device"]?.string }
      return fromJSON(json) { node in
        let text =
          call.shownFields.isEmpty
          ? ResultRendering(of: call.method, device: device).text(node)
          : try? BareFields.text(call.shownFields, of: node)
        return text?.isEmpty == true ? nil : text
      }
    }
  }
}
