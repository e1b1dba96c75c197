import Presentation
import Schema
import WireProtocol

extension Scenario {
  /// Reads a whole file.
  ///
  /// - Parameter included: returns the text of a file that a line includes.
  /// - Returns: the scenario, or everything that is wrong in the file, each as `FILE:LINE: …`.
  package static func parse(
    _ text: String, file: String,
    included: @escaping TextOfFile = Scenario.text
  ) -> Result<Scenario, ScenarioErrors> {
    var parser = ScenarioParser(file: file, included: included)
    parser.read(text)
    parser.finish()
    let scenario = parser.scenario
    return parser.complaints.isEmpty ? .success(scenario) : .failure(ScenarioErrors(lines: parser.complaints))
  }

  /// The lines with their numbers; a backslash at the end joins a line with the next one.
  fileprivate static func logicalLines(of text: String) -> [(number: Int, text: String)] {
    var lines: [(number: Int, text: String)] = []
    var open: (number: Int, text: String)?
    let bare =
      text.unicodeScalars.first == "\u{FEFF}" ? text.unicodeScalars.dropFirst() : text.unicodeScalars[...]
    for (index, scalars) in bare.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var line = String(String.UnicodeScalarView(scalars.last == "\r" ? scalars.dropLast() : scalars))
      let goesOn = line.hasSuffix("\\")
      if goesOn { line.removeLast() }
      if let begun = open { line = "\(begun.text) \(trimmed(line))" }
      let number = open?.number ?? index + 1
      open = goesOn ? (number, trimmed(line)) : nil
      if !goesOn { lines.append((number, line)) }
    }
    return open.map { lines + [$0] } ?? lines
  }
}

/// What is wrong in scenario files.
package struct ScenarioErrors: Error, Equatable {
  /// Each begins with `FILE:LINE: `.
  package var lines: [String]
}

/// Reads the lines of one file.
struct ScenarioParser {
  /// What was read so far.
  private(set) var scenario: Scenario
  /// What is wrong, each as `FILE:LINE: …`.
  private(set) var complaints: [String] = []
  /// The open blocks, the file itself first.
  private var blocks: [Block] = [Block()]
  /// The calls that were started, by their names.
  private var started: [String: StartedCall] = [:]
  /// The names of calls that could not be read; one error for each is enough.
  private var unreadable: Set<String> = []
  /// The types of the captured values, by their names.
  private var captured: [String: ValueType] = [:]
  /// The names of values that could not be read.
  private var uncaptured: Set<String> = []
  private var chain: IncludeChain
  private let included: Scenario.TextOfFile
  /// The open blocks of the files that include the one that is being read, and its own outermost one.
  private var outerBlocks = 1
  private var hasHeader = false

  /// A call that was started.
  struct StartedCall {
    var method: Method
    var result: ValueType
  }

  private struct Block {
    var line = 0
    var count = 1
    var steps: [ScenarioStep] = []
  }

  init(file: String, included: @escaping Scenario.TextOfFile) {
    scenario = Scenario(file: file)
    chain = IncludeChain(file)
    self.included = included
  }

  /// Reads all lines of a file.
  mutating func read(_ text: String) {
    for line in Scenario.logicalLines(of: text) { read(line.text, at: line.number) }
    while blocks.count > outerBlocks, let block = blocks.popLast() {
      complain("this '{' has no '}'", at: block.line)
    }
  }

  private mutating func read(_ text: String, at line: Int) {
    var words: [ScenarioWord] = []
    do throws(ToolError) {
      words = try ScenarioWord.split(text)
      guard let first = words.first, !unreadable.contains(first.text),
        !words.contains(where: { $0.references.contains { uncaptured.contains($0.name) } })
      else { return }
      try read(words[...], trimmed(text), at: line)
    } catch {
      complain(error.message, at: line)
      guard let first = words.first else { return }
      if first.text.hasSuffix(":") { unreadable.insert(String(first.text.dropLast())) }
      if first.is("let"), words.count > 1 { uncaptured.insert(words[1].text) }
    }
  }

  /// Checks, after the last line, that the scenario is complete.
  mutating func finish() {
    scenario.steps = blocks[0].steps
    if scenario.steps.isEmpty, complaints.isEmpty { complain("the scenario has no steps", at: 1) }
  }

  private mutating func complain(_ message: String, at line: Int) {
    complaints.append("\(PlainText.oneLine(chain.current)):\(line): \(message)")
  }

  private mutating func read(
    _ words: ArraySlice<ScenarioWord>, _ text: String, at line: Int
  ) throws(ToolError) {
    guard let first = words.first else { return }
    let rest = words.dropFirst()
    if first.is("scenario") || first.is("tags") || first.is("device") {
      try readHeader(first.text, rest, text, at: line)
    } else if first.is("repeat") {
      try openBlock(rest, text, at: line)
    } else if first.is("include") {
      try include(rest)
    } else if first.is("}") {
      guard rest.isEmpty else { throw .usage("'}' must be alone on its line") }
      try closeBlock()
    } else {
      let reader = StepReader(started: started, captured: captured, folder: chain.folder)
      let place = ScenarioPlace(file: chain.current, line: line)
      let step = try reader.step(words, text: text, at: place)
      note(step.action, words.map(\.text))
      blocks[blocks.count - 1].steps.append(step)
    }
  }

  /// Notes the names that a step gives.
  private mutating func note(_ action: ScenarioStep.Action, _ words: [String]) {
    switch action {
    case .start(let call, let name):
      let result = StepReader.result(of: call.method, words)
      started[name] = StartedCall(method: call.method, result: result)
    case .capture(let call, _, let name): captured[name] = StepReader.captured(call, words)
    case .filled(let filled): note(filled.sample, words)
    case .call, .end, .state, .event, .wait, .times, .several: break
    }
  }
}

// MARK: - Included files

extension ScenarioParser {
  /// Reads the lines of another file as if they stood here.
  private mutating func include(_ words: ArraySlice<ScenarioWord>) throws(ToolError) {
    guard words.count == 1, let name = words.first?.text, !name.isEmpty else {
      throw .usage("include needs one file: include unlock.steps")
    }
    let path = try chain.open(name)
    let text: String
    do {
      text = try included(path)
    } catch {
      chain.close()
      throw error
    }
    let former = outerBlocks
    outerBlocks = blocks.count
    read(text)
    outerBlocks = former
    chain.close()
  }
}

// MARK: - Header

extension ScenarioParser {
  private mutating func readHeader(
    _ name: String, _ words: ArraySlice<ScenarioWord>, _ text: String, at line: Int
  ) throws(ToolError) {
    guard blocks.count == 1, blocks[0].steps.isEmpty else {
      throw .usage("'\(name)' must come before the first step")
    }
    if name == "scenario" {
      guard scenario.title == nil else { throw .usage("the scenario already has a title") }
      guard !words.isEmpty else {
        throw .usage("scenario needs a title: scenario Five fingers lock the sensor")
      }
      scenario.title = words.map(\.text).joined(separator: " ")
      return
    }
    if name == "tags" { return try readTags(words) }
    guard !hasHeader else { throw .usage("the device is already described; put all its fields on one line") }
    hasHeader = true
    let invocation = try Invocation(parsing: ["device"] + words.map(\.text))
    scenario.device = DeviceHeader(
      at: ScenarioPlace(file: chain.current, line: line), text: text,
      settings: try DeviceSettings(
        invocation.words, for: "device", bare: "biometryType", from: .step(folder: chain.folder)))
  }

  private mutating func readTags(_ words: ArraySlice<ScenarioWord>) throws(ToolError) {
    guard !words.isEmpty else { throw .usage("tags needs one or more words: tags slow keychain") }
    for word in words { scenario.tags.append(try ScenarioTags.checked(word.text)) }
  }
}

// MARK: - Blocks

extension ScenarioParser {
  /// `repeat 5 {` with the steps on the next lines, or `repeat 5 { STEP }`.
  private mutating func openBlock(
    _ words: ArraySlice<ScenarioWord>, _ text: String, at line: Int
  ) throws(ToolError) {
    guard let number = words.first, let count = Int(number.text), 1...100_000 ~= count,
      let brace = words.dropFirst().first, brace.is("{")
    else { throw .usage("write 'repeat 5 {', the steps, each on its own line, and '}' on a line of its own") }
    blocks.append(Block(line: line, count: count))
    var inner = words.dropFirst(2)
    guard let last = inner.last else { return }
    guard last.is("}") else {
      throw .usage("put the first step on the next line, or '}' at the end of this one")
    }
    inner.removeLast()
    if !inner.isEmpty { try read(inner, text, at: line) }
    try closeBlock()
  }

  private mutating func closeBlock() throws(ToolError) {
    guard blocks.count > outerBlocks, let block = blocks.popLast() else {
      throw .usage("this '}' has no '{'")
    }
    let step = ScenarioStep(
      place: ScenarioPlace(file: chain.current, line: block.line), text: "repeat \(block.count)",
      action: .several(block.count, block.steps))
    blocks[blocks.count - 1].steps.append(step)
  }
}

/// The text without the blanks around it.
private func trimmed(_ text: String) -> String {
  let rest = text.unicodeScalars.drop { $0 == " " || $0 == "\t" }
  guard let end = rest.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
  return String(String.UnicodeScalarView(rest[...end]))
}
