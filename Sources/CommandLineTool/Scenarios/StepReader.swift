import JSON
import Presentation
import Schema
import WireProtocol

/// Reads one step: a method as on the command line, or a line that begins with a keyword of the grammar.
struct StepReader {
  /// The calls that earlier steps started.
  let started: [String: ScenarioParser.StartedCall]
  /// The types of the values that earlier steps captured, by their names.
  let captured: [String: ValueType]
  /// The folder of their file.
  let folder: String

  /// The keywords of the grammar.
  static let keywords = ["scenario", "tags", "device", "include", "let", "expect", "repeat", "wait"]

  /// Methods that would disturb the run.
  private static let refused = [
    "subscribe": "a scenario sees every event; write 'expect event KIND'",
    "unsubscribe": "a scenario sees every event; write 'expect event KIND'",
    "cancelRequest": "its calls have names, not numbers",
    "shutdown": "the daemon may be serving others",
  ]

  /// Reads the words of one line.
  func step(
    _ words: ArraySlice<ScenarioWord>, text: String, at place: ScenarioPlace
  ) throws(ToolError) -> ScenarioStep {
    ScenarioStep(place: place, text: text, action: try filledAction(words))
  }

  private func filledAction(_ words: ArraySlice<ScenarioWord>) throws(ToolError) -> ScenarioStep.Action {
    guard words.contains(where: { !$0.references.isEmpty }) else { return try action(words) }
    guard words.first?.references.isEmpty == true else {
      throw .usage("a step begins with a method, not with a captured value")
    }
    return .filled(try FilledStep(words, by: self))
  }

  /// Reads the words of one line, which hold no captured value any more.
  func action(_ words: ArraySlice<ScenarioWord>) throws(ToolError) -> ScenarioStep.Action {
    guard let first = words.first else { throw .usage("the step is empty") }
    if first.is("expect") { return try expectation(words.dropFirst()) }
    if first.is("wait") { return try wait(words.dropFirst()) }
    if first.is("let") { return try capture(words.dropFirst()) }
    let arrow = words.firstIndex { $0.is("=>") }
    let wanted = arrow.map { words[($0 + 1)...] }
    let called = words[..<(arrow ?? words.endIndex)]
    if let label = label(first) {
      guard wanted == nil else {
        throw .usage("'\(label):' starts a call; check its outcome on a line of its own: '\(label) => …'")
      }
      return .start(try call(called.dropFirst(), under: label), name: try checkedName(label))
    }
    if let call = started[first.text], !first.isQuoted {
      guard let wanted, called.count == 1 else {
        throw .usage(
          "'\(first.text)' is a call that was started; check its outcome with '\(first.text) => …'")
      }
      return .end(
        name: first.text, try Expectation(wanted, of: call.method, result: call.result, mayBePending: true))
    }
    if wanted != nil, called.count == 1, MethodTable.find(first.text) == nil,
      !Self.keywords.contains(first.text)
    {
      let hint = Nearest.hint(
        for: first.text, in: Array(started.keys) + MethodTable.all.map(\.name),
        else: "; start one with '\(first.text): METHOD …'")
      throw .usage("no call has the name '\(first.text)'\(hint)")
    }
    return try foreground(called, wanted)
  }

  /// A call with its outcome, once or several times.
  private func foreground(
    _ called: ArraySlice<ScenarioWord>, _ wanted: ArraySlice<ScenarioWord>?
  ) throws(ToolError) -> ScenarioStep.Action {
    var called = called
    var count = 1
    if called.count > 1, let last = called.last, !last.isQuoted, let times = Self.times(last.text) {
      count = times
      called.removeLast()
    }
    let call = try call(called, under: nil)
    var expectation = Expectation.success
    if let wanted {
      let result = Self.result(of: call.method, called.map(\.text))
      expectation = try Expectation(wanted, of: call.method, result: result, mayBePending: false)
    }
    let action = ScenarioStep.Action.call(call, expectation)
    guard count > 1 else { return action }
    return .times(count, action)
  }

  /// `x5`.
  private static func times(_ text: String) -> Int? {
    guard text.first == "x", let count = Int(text.dropFirst()), 1...100_000 ~= count else { return nil }
    return text == "x\(count)" ? count : nil
  }

  /// `login:`.
  private func label(_ word: ScenarioWord) -> String? {
    guard !word.isQuoted, word.text.count > 1, word.text.hasSuffix(":") else { return nil }
    return String(word.text.dropLast())
  }

  private func checkedName(_ name: String) throws(ToolError) -> String {
    guard
      name.unicodeScalars.allSatisfy({
        $0.properties.isAlphabetic || ("0"..."9" ~= $0) || "-_".unicodeScalars.contains($0)
      })
    else { throw .usage("'\(name)' cannot be a name; use letters, digits, - and _") }
    guard MethodTable.find(name) == nil, !Self.keywords.contains(name) else {
      throw .usage("'\(name)' is already a step; give the call another name")
    }
    return name
  }

  /// The result of the method as one type.
  static func result(of method: Method, _ words: [String]) -> ValueType {
    guard method.name == "waitFor" else { return method.resultType }
    return MethodRequest.awaitedKind(words).map(eventType) ?? .anyObject
  }

  private static func eventType(_ kind: EventKind) -> ValueType {
    .object(EventKind.commonMembers + kind.members)
  }
}

// MARK: - Captured values

extension StepReader {
  /// `let ctx = createContext`.
  private func capture(_ words: ArraySlice<ScenarioWord>) throws(ToolError) -> ScenarioStep.Action {
    guard let name = words.first, let sign = words.dropFirst().first, sign.is("="), words.count > 2 else {
      throw .usage("write 'let NAME = METHOD …'; later steps have its result as $NAME or $NAME.MEMBER")
    }
    guard ValueReference(Array(name.text.unicodeScalars)[...])?.text == "$\(name.text)",
      !name.text.contains(".")
    else {
      throw .usage("'\(name.text)' cannot be a name; begin with a letter, and use letters, digits, - and _")
    }
    let call = words.dropFirst(2)
    if let label = label(call[call.startIndex]) {
      throw .usage(
        "'\(label):' starts a call, which has no result yet; let captures the result of a call that ends")
    }
    let arrow = call.firstIndex { $0.is("=>") }
    let outcome = arrow.map { call[($0 + 1)...] }
    switch try foreground(call[..<(arrow ?? call.endIndex)], outcome) {
    case .call(_, let expectation) where expectation.hasNoResult:
      throw .usage("an error has no members for let to capture; leave 'let \(name.text) =' out")
    case .call(let call, let expectation): return .capture(call, expectation, name: name.text)
    case .capture, .filled, .start, .end, .state, .event, .wait, .times, .several:
      throw .usage("let captures one result, not that of several calls")
    }
  }

  /// The type of the value that a call captures: the result, or the one field that it asks for.
  static func captured(_ call: ScenarioCall, _ words: [String]) -> ValueType {
    let result = result(of: call.method, words)
    guard let field = call.onlyField else { return result }
    return DottedPath.type(at: field[...], in: result) ?? .anyValue
  }
}

// MARK: - Calls

extension StepReader {
  private func call(
    _ words: ArraySlice<ScenarioWord>, under label: String?
  ) throws(ToolError) -> ScenarioCall {
    guard let name = words.first?.text else { throw .usage("'\(label ?? ""):' needs a call after it") }
    let invocation = try Invocation(parsing: words.map(\.argument))
    guard invocation.name == name else {
      throw .usage("a step begins with a method, not with '\(name)'")
    }
    guard let method = MethodTable.find(name) else { throw unknown(name) }
    if let reason = Self.refused[name] { throw .usage("\(name) cannot be a step: \(reason)") }
    for (option, isGiven) in [
      ("--socket", invocation.options.socket != nil), ("--json", invocation.options.isJSON),
      ("--timeout", invocation.options.timeout != nil), ("--help", invocation.options.wantsHelp),
      ("--version", invocation.options.wantsVersion),
    ] where isGiven { throw .usage("a step does not take \(option)") }
    let request = try MethodRequest(invocation, of: method, from: .step(folder: folder)) { _ in nil }
    let app = fromJSON(request.parameters) { $0["app"]?.string }
    return ScenarioCall(
      method: method, parameters: request.parameters, shownFields: request.shownFields,
      waiting: request.waiting,
      app: method.group.isForApps ? app ?? "com.example.app" : nil,
      device: method.group == .devices ? nil : request.device)
  }

  private func unknown(_ name: String) -> ToolError {
    if Command(rawValue: name) != nil {
      return .usage("'\(name)' is a command of the tool and cannot be a step")
    }
    let names = MethodTable.all.map(\.name) + Self.keywords + started.keys.sorted()
    let hint = Nearest.hint(
      for: name, in: names, else: "; 'devicesim help' lists the methods, 'devicesim help run' the rest")
    return .usage("unknown step '\(name)'\(hint)")
  }

  private func wait(_ words: ArraySlice<ScenarioWord>) throws(ToolError) -> ScenarioStep.Action {
    let text = words.map(\.text).joined(separator: " ")
    guard let seconds = TimeText.seconds(from: text) else {
      throw .usage("wait needs a length of time, such as 'wait 90' or 'wait 5 min', not '\(text)'")
    }
    return .wait(seconds: seconds)
  }
}

// MARK: - Expectations

extension StepReader {
  private func expectation(_ words: ArraySlice<ScenarioWord>) throws(ToolError) -> ScenarioStep.Action {
    let invocation = try Invocation(parsing: ["expect"] + words.map(\.text))
    var words = invocation.words[...]
    let isWanted = words.first?.text != "no"
    if !isWanted { words.removeFirst() }
    if words.first?.text == "event" { return try event(words.dropFirst(), isWanted: isWanted) }
    guard isWanted else { throw .usage("'expect no' looks for events: 'expect no event KIND'") }
    guard !words.isEmpty else { throw .usage("expect needs FIELD=VALUE of the state, or 'event KIND'") }
    var values: [WantedValue] = []
    var totals: [WantedTotal] = []
    for word in words {
      if case .option(let text) = word { throw .unknownOption(text) }
      guard let assignment = Assignment(word.text) else { throw notAssigned(word.text) }
      if let total = try WantedTotal(assignment) {
        totals.append(total)
      } else {
        values.append(try WantedValue(assignment, in: StateFields.expected, of: "the state"))
      }
    }
    return .state(values, totals: totals, device: invocation.options.device)
  }

  private func event(
    _ words: ArraySlice<Invocation.Word>, isWanted: Bool
  ) throws(ToolError) -> ScenarioStep.Action {
    let kinds = EventKind.allCases.filter { $0 != .subscriptionGap }.map(\.rawValue)
    guard let name = words.first?.text else {
      throw .usage("expect event needs a kind: \(joined(kinds, by: "or"))")
    }
    guard let kind = EventKind(rawValue: name), kinds.contains(name) else {
      let hint = Nearest.hint(for: name, in: kinds, else: "; the kinds are \(joined(kinds, by: "and"))")
      throw .usage("there is no event '\(name)'\(hint)")
    }
    var values: [WantedValue] = []
    for word in words.dropFirst() {
      guard let assignment = Assignment(word.text) else { throw notAssigned(word.text) }
      values.append(try WantedValue(assignment, in: Self.eventType(kind), of: "the event \(name)"))
    }
    return .event(kind: name, values, isWanted: isWanted)
  }

  private func notAssigned(_ text: String) -> ToolError {
    if let kind = EventKind(rawValue: text) { return .usage("write 'expect event \(kind.rawValue)'") }
    if started[text] != nil { return .usage("write '\(text) => …'") }
    return .usage("'\(text)' has no value; write FIELD=VALUE")
  }
}

extension StateFields {
  /// The state with the names of the totals, so that a wrong name finds the nearest of both.
  static let expected = ValueType.object(
    shown + WantedTotal.names.map { Field($0, .anyValue, "a total over the scenario") })
}

extension WantedTotal {
  /// Reads a total; `nil` for another name.
  init?(_ assignment: Assignment) throws(ToolError) {
    let parser = ValueParser(name: assignment.key)
    guard Self.names.contains(assignment.key) else { return nil }
    if assignment.key == "reasonsShown" {
      let text = ValueType.array(of: .string())
      let json = assignment.isRaw ? Array(assignment.value.utf8) : try parser.json(assignment.value, as: text)
      self = .reasonsShown(fromJSON(json) { list in list.elements.map { $0.string ?? "" } } ?? [])
      return
    }
    _ = try parser.json(assignment.value, as: .integer(0...Int.max))
    let count = Int(assignment.value) ?? 0
    self = assignment.key == "promptsShown" ? .promptsShown(count) : .unusedAnswers(count)
  }
}
