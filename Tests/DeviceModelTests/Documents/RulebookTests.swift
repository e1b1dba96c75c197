import DeviceModel
import Schema
import Testing
import WireProtocol

/// The rulebook says what the device does: its tables are played, its lists compared, its regions generated.
@Suite("The rulebook")
struct RulebookTests {
  // MARK: What is generated

  /// What the code describes of the state and the knobs; read here and nowhere else in these tests.
  private enum Described {
    static var knobs: [[String]] {
      StateFields.knobs.map { ["`\($0.name)`", phrase($0), $0.summary] }
    }

    static var state: [[String]] {
      let settable = Set(StateFields.settable.filter(\.isSettable).map(\.name))
      let shown = StateFields.shown.map(\.name)
      let others = StateFields.settable.filter { $0.isSettable && !shown.contains($0.name) }
      return (StateFields.shown + others).map { field in
        [
          "`\(field.name)`", shown.contains(field.name) ? "yes" : "",
          settable.contains(field.name) ? "yes" : "", field.summary,
        ]
      }
    }

    private static func phrase(_ field: Field) -> String {
      guard case .enumeration(let names) = field.type.core else {
        return field.type.phrase.replacing(" from 0 to 9000000000", with: " of seconds")
      }
      return names.map { "`\($0)`" }.joined(separator: ", ")
    }
  }

  @Test("the regions of state and knobs are those of the code; DEVICESIM_WRITE_DOCUMENTS=1 writes them")
  func regions() throws {
    try Rulebook.compare("state", with: table(["field", "shown", "settable", "meaning"], Described.state))
    try Rulebook.compare("knobs", with: table(["knob", "takes", "meaning"], Described.knobs))
  }

  @Test("every knob is named by the rule that it changes")
  func knobs() throws {
    let prose = try Rulebook.prose()
    for knob in Described.knobs { #expect(prose.contains(knob[0]), "no rule names the knob \(knob[0])") }
  }

  @Test("every rule of sections 1 to 7 says where it comes from")
  func sources() throws {
    let rules = try Rulebook.rules()
    #expect(rules.count > 50)
    for rule in rules {
      #expect(rule.contains(/(?:^|[ (])[DSRI](?:[ ,.;:)]|$)/), "no source: \(rule)")
    }
  }

  private func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows)
      .map { "| " + $0.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n" }
      .joined()
  }

  // MARK: Section 2

  @Test("section 2 has Apple's names and numbers")
  func constants() throws {
    let policies = try Rulebook.rows(of: "policies", columns: 3)
    #expect(
      policies
        == Policy.allCases.map { policy in
          ["`\(policy.rawValue)`", "`\(Self.shortName(of: policy))`", "\(policy.number)"]
        })
    #expect(
      try Rulebook.rows(of: "sensors", columns: 5)
        == BiometryType.allCases.map { sensor in
          [
            "`\(sensor)`", "\(sensor.number)", sensor.modality?.rawValue ?? "–", "\(sensor.capacity)",
            sensor.needsPermission ? "yes" : "no",
          ]
        })
    #expect(try Rulebook.rows(of: "errors", columns: 2) == Self.registered(.localAuthentication))
    #expect(try Rulebook.rows(of: "statuses", columns: 2) == Self.registered(.osStatus))
    #expect(
      try Rulebook.rows(of: "flags", columns: 3).map { Array($0.prefix(2)) }
        == AccessControlFlags.named.map { ["`\($0.name)`", "\($0.flag.rawValue.trailingZeroBitCount)"] })
  }

  private static func registered(_ domain: ErrorDomain) -> [[String]] {
    ErrorRegistry.all.filter { $0.domain == domain }.map { ["`\($0.name)`", "\($0.code)"] }
  }

  private static func shortName(of policy: Policy) -> String {
    PolicyName.short.first { $0.policy == policy }?.name ?? policy.rawValue
  }

  @Test("section 2: each class of accessibility is readable when its row says so")
  func accessibility() throws {
    let rows = try Rulebook.rows(of: "accessibility", columns: 3)
    #expect(rows.map(\.[0]) == Accessibility.allCases.map { "`\($0.rawValue)`" })
    for row in rows {
      let accessible = try #require(row[0].quoted.first.flatMap(Accessibility.init))
      let (story, client) = try Story.with(nil, accessible: accessible)
      func outcome(_ cell: String) -> KeychainOutcome {
        cell == "yes" ? .items(["value of K"]) : .status(.interactionNotAllowed)
      }
      try story.verb(.lock)
      #expect(client.read().outcome == outcome(row[1]), "\(row)")
      try story.verb(.restart)
      #expect(story.connect().read().outcome == outcome(row[2]), "\(row)")
    }
  }

  // MARK: Section 3

  /// One device of section 3, as its conditions see it.
  private struct Situation {
    let sensor: BiometryType
    let permission: Permission
    let bits: Int
    let state: SensorState

    var isEnrolled: Bool { bits & 1 != 0 && sensor != .none }
    var isLockedOut: Bool { bits & 2 != 0 }
    var hasPasscode: Bool { bits & 4 != 0 }
    var isNear: Bool { bits & 8 != 0 }
    var isFirst: Bool { bits & 16 != 0 }
    var isInvalidated: Bool { bits & 32 != 0 }

    func holds(_ condition: String) throws -> Bool {
      switch condition {
      case "the context is invalidated": isInvalidated
      case "no passcode, and `passcodeNotSetPrecedence` is `first`": !hasPasscode && isFirst
      case "no sensor": sensor == .none
      case "the sensor is covered": state == .covered
      case "the sensor is disconnected": state == .disconnected
      case "the sensor is not paired": state == .notPaired
      case "denied": permission == .denied && sensor.needsPermission
      case "nobody is enrolled": !isEnrolled
      case "locked out": isLockedOut
      case "no passcode": !hasPasscode
      case "the companion is near": isNear
      case "otherwise": true
      default: try #require(nil as Bool?, "section 3 has an unknown condition: \(condition)")
      }
    }

    /// What the table answers.
    func answer(_ policy: String, _ rows: [[String]]) throws -> String {
      let row = try #require(
        try rows.first { try ($0[0] == "any" || $0[0] == "`\(policy)`") && holds($0[1]) }, "\(policy)")
      return row[2].hasPrefix("as ") ? try answer(row[2].quoted[0], rows) : row[2]
    }
  }

  @Test("section 3: the first row that holds is the answer, on every device there is")
  func availability() throws {
    let rows = try Rulebook.rows(of: "availability", columns: 4)
    var wrong: [String] = []
    for sensor in BiometryType.allCases {
      let states = SensorState.allCases.filter { $0 == .ready || sensor != .none }
        .filter { $0 == .ready || $0 == .covered || sensor == .touchID }
      for (permission, state) in Permission.allCases.flatMap({ p in states.map { (p, $0) } }) {
        for bits in 0..<64 {
          let situation = Situation(sensor: sensor, permission: permission, bits: bits, state: state)
          // Nothing could end such a lockout.
          if situation.isLockedOut, !situation.hasPasscode { continue }
          let story = try Story(
            Setting {
              $0.biometryType = sensor
              $0.sensor = state
              $0.enrolled = situation.isEnrolled
              $0.lockedOut = situation.isLockedOut
              $0.passcode = situation.hasPasscode ? .set("1") : .cleared
              $0.companionNear = situation.isNear
            }, .knob { $0.passcodeNotSetPrecedence = situation.isFirst ? .first : .header })
          try story.verb(.setApp(Device.defaultApp, AppChanges(permission: permission)))
          let app = story.connect()
          let context = try app.createContext()
          if situation.isInvalidated { try app.invalidate(context) }
          for policy in Policy.allCases {
            let error = try app.error(for: policy, in: context)
            let answer = try situation.answer(Self.shortName(of: policy), rows)
            let given = try error.map { "`\(try Self.name(of: $0))`" } ?? "yes"
            if answer != given { wrong.append("\(situation), \(policy): \(given), not \(answer)") }
          }
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) in all; \(wrong.prefix(3))")
  }

  private static func name(of error: LAErrorCode) throws -> String {
    try #require(
      ErrorRegistry.all.first { $0.domain == .localAuthentication && $0.code == error.rawValue }
    ).name
  }

  private static func error(named name: String) throws -> LAErrorCode {
    let entry = ErrorRegistry.all.first { $0.domain == .localAuthentication && $0.name == name }
    return LAErrorCode(rawValue: try #require(entry, "no LAError \(name)").code)
  }

  // MARK: Section 4

  /// The conditions of the entry, in the order of the table.
  private static let conditions = [
    "the reason is empty", "the context is invalidated", "unavailable by section 3",
    "the context has shown what the policy asks for, less than `contextAuthenticationLifetime` ago",
    "a biometric unlock of the device lies within the reuse duration",
    "the context allows no interaction", "the app is not in front",
    "Face ID is about to be used, and the app has no usage description",
    "Face ID or Optic ID is about to be used, and nobody was asked for permission", "otherwise",
  ]

  @Test("section 4: a call fails by its own row though every row below holds as well")
  func entry() throws {
    let rows = try Rulebook.rows(of: "entry", columns: 3)
    try #require(rows.map(\.[0]) == Self.conditions)
    let app = Device.defaultApp
    for (index, row) in rows.enumerated() {
      func holds(_ condition: Int) -> Bool { index <= condition && condition < Self.conditions.count - 1 }
      let story = try Story(holds(3) ? .lockedOut : .none)
      if holds(8) { try story.verb(.setApp(app, AppChanges(permission: .notDetermined))) }
      let client = story.connect()
      let context = try client.createContext()
      if holds(3) {
        client.evaluate(.owner, in: context)
        try story.respond(.enterPasscode("1234"))
      }
      if holds(4) {
        try story.verb(.lock)
        try story.verb(.unlock(.biometry(identity: nil)))
      }
      if holds(7) { try story.verb(.setApp(app, AppChanges(usageDescription: false))) }
      if holds(6) { try story.verb(.backgroundApp(app)) }
      if holds(2) { try story.verb(.clearPasscode) }
      if holds(1) { try client.invalidate(context) }
      let call = client.evaluate(.owner, in: context) {
        if holds(0) { $0.reason = "" }
        if holds(4) { $0.reuseDuration = .seconds(60) }
        if holds(5) { $0.interactionNotAllowed = true }
      }
      try expect(call.outcome, is: row[1], story, row[0])
    }
  }

  private func expect(_ outcome: Outcome, is answer: String, _ story: Story, _ row: String) throws {
    if answer.hasPrefix("`invalidParams`") {
      guard case .failure(.invalidParameter) = outcome else {
        Issue.record("\(row): \(outcome)")
        return
      }
    } else if answer.hasPrefix("shows: ") {
      #expect(outcome == .pending && story.prompt?.pane.rawValue == String(answer.dropFirst(7)), "\(row)")
    } else if answer == "the app is killed" {
      #expect(outcome == .failure(.appTerminated(app: Device.defaultApp)), "\(row)")
    } else if answer.hasPrefix("succeeds: ") {
      let method = try #require(answer.quoted.first.flatMap(AuthenticationMethod.init), "\(row)")
      #expect(outcome == .success(method), "\(row)")
    } else {
      #expect(outcome == .error(try Self.error(named: try #require(answer.quoted.last))), "\(row)")
    }
  }

  @Test("section 4: each row of the prompt comes as it says, on each of its sensors")
  func prompts() throws {
    for row in try Rulebook.rows(of: "prompts", columns: 7) { try promptRow(row).play() }
  }

  private func promptRow(_ row: [String]) throws -> PromptRow {
    let sensors = try row[0].parts.map { name in
      try #require(BiometryType.sensors.first { Self.title(of: $0) == name }, "no sensor \(name)")
    }
    let failures = row[5].parts
    var played = PromptRow(
      row.dropLast().joined(separator: " | "), on: sensors, when: try row[3].quoted.map(response),
      try expectation(row[4]), failed: try #require(Int(failures[0]), "\(row)"),
      lockedOut: failures.last == "locked out")
    let policy = try #require(row[1].quoted.first)
    played.policy = try #require(PolicyName.short.first { $0.name == policy }, "no policy \(policy)").policy
    for part in row[2].parts where part != "–" {
      switch part {
      case "empty title": played.title = ""
      case "2 failed": played.settings.append(.failedAttempts(2))
      case "4 failed": played.settings.append(.failedAttempts(4))
      case "`lockoutEndsFaceIDPrompt` is true":
        played.settings.append(.knob { $0.lockoutEndsFaceIDPrompt = true })
      case "`emptyFallbackSecondFailure` is fail":
        played.settings.append(.knob { $0.emptyFallbackSecondFailure = .fail })
      default: Issue.record("section 4 has an unknown setting: \(part)")
      }
    }
    return played
  }

  private static func title(of sensor: BiometryType) -> String {
    switch sensor {
    case .none: "no sensor"
    case .touchID: "Touch ID"
    case .faceID: "Face ID"
    case .opticID: "Optic ID"
    }
  }

  private func response(_ word: String) throws -> PromptResponse {
    switch word {
    case "match": .match
    case "nonMatch": .nonMatch
    case "unreadableScan": .unreadable
    case "tapCancel": .tapCancel
    case "tapFallback": .tapFallback
    case "tapTryAgain": .tapTryAgain
    case "enterPasscode 1234": .enterPasscode("1234")
    case "enterPasscode 0000": .enterPasscode("0000")
    default: try #require(nil as PromptResponse?, "section 4 has an unknown response: \(word)")
    }
  }

  private func expectation(_ cell: String) throws -> PromptRow.Expectation {
    let words = cell.quoted
    func buttons() throws -> [Button] {
      try words.map { try #require(Button(rawValue: $0), "no button \($0)") }
    }
    switch cell.split(separator: ":").first {
    case "scanning": return .shows(.biometry, try buttons(), scanning: true)
    case "dialog": return .shows(.biometry, try buttons(), scanning: false)
    case "passcode": return .shows(.passcode, try buttons(), scanning: false)
    case "succeeds":
      return .ends(.success(try #require(words.first.flatMap(AuthenticationMethod.init), "\(cell)")))
    case "ends": return .ends(.error(try Self.error(named: try #require(words.first))))
    default: return try #require(nil, "section 4 has an unknown state of the prompt: \(cell)")
    }
  }

  // MARK: Section 6

  @Test("section 6: each read of a protected item asks as its row says, and ends so")
  func reads() throws {
    for row in try Rulebook.rows(of: "reads", columns: 4) {
      let flags = try row[0].quoted.reduce(into: AccessControlFlags()) {
        $0.insert(try #require(AccessControlFlags(name: $1), "no flag \($1)"))
      }
      let (story, client) = try Story.with(flags)
      for part in row[1].parts where part != "as it was" { try story.set(setting(part)) }
      let read = client.read()
      var panes: [String] = []
      while let prompt = story.prompt {
        panes.append(prompt.pane.rawValue)
        switch prompt.pane {
        case .biometry: try story.respond(.match)
        case .passcode: try story.respond(.enterPasscode("1234"))
        case .companion: try story.respond(.approveCompanion)
        case .permission: try story.respond(.allowPermission)
        case .applicationPassword: try story.respond(.enterApplicationPassword(Secret("sesame")))
        }
      }
      #expect(panes == (row[2] == "–" ? [] : row[2].parts), "\(row)")
      #expect(
        read.outcome
          == (row[3] == "value"
            ? .items(["value of K"]) : .status(try Self.status(named: try #require(row[3].quoted.first)))),
        "\(row)")
    }
  }

  private func setting(_ words: String) throws -> Setting {
    switch words {
    case "locked out": .lockedOut
    case "nobody enrolled": .nobodyEnrolled
    case "no sensor": .noSensor
    case "sensor covered": .covered
    case "no passcode": .noPasscode
    case "companion near": .companionNear
    default: try #require(nil as Setting?, "section 6 has an unknown setting: \(words)")
    }
  }

  private static func status(named name: String) throws -> OSStatusCode {
    let entry = ErrorRegistry.all.first { $0.domain == .osStatus && $0.name == name }
    return OSStatusCode(rawValue: try #require(entry, "no OSStatus \(name)").code)
  }

  @Test("section 6: each LAError becomes the status of its row")
  func mapping() throws {
    let rows = try Rulebook.rows(of: "mapping", columns: 2)
    let other = try #require(rows.first { $0[0] == "every other error" }?[1].quoted.first)
    let names = ErrorRegistry.all.filter { $0.domain == .localAuthentication }.map(\.name)
    for row in rows where row[0] != "every other error" {
      #expect(names.contains(row[0].quoted[0]), "\(row)")
    }
    for name in names {
      let own = rows.first { $0[0] == "`\(name)`" }?[1].quoted.first
      #expect(OSStatusCode(try Self.error(named: name)) == (try Self.status(named: own ?? other)), "\(name)")
    }
    #expect(OSStatusCode(LAErrorCode(rawValue: -4711)) == (try Self.status(named: other)))
  }

  // MARK: Section 10

  @Test("section 10 has every case that a test is named after, and names sections that exist")
  func cases() throws {
    let rows = try Rulebook.rows(of: "cases", columns: 5)
    let known = rows.map(\.[0])
    #expect(Set(known).count == known.count && known == known.sorted())
    let text = try Rulebook.text()
    for row in rows { #expect(text.contains("\n## \(row[4]). "), "\(row)") }
    let sources = try Rulebook.testSources()
    let named = sources.flatMap { $0.text.matches(of: #/@Test\("(C\d\d) /#).map { String($0.output.1) } }
    #expect(named.count >= 28)
    for name in named { #expect(known.contains(name), "no row for \(name)") }
    for match in text.matches(of: /\bC\d\d\b/) {
      #expect(known.contains(String(match.output)), "no row for \(match.output)")
    }
  }

  @Test("a section of the rulebook that a test cites exists")
  func citations() throws {
    let text = try Rulebook.text()
    for source in try Rulebook.testSources() {
      for match in source.text.matches(of: /[Ss]ections? (\d+) of the rulebook/) {
        #expect(text.contains("\n## \(match.output.1). "), "\(source.path): \(match.output.0)")
      }
    }
  }
}
