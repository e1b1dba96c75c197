import DeviceModel
import JSON
import Schema
import TestSupport
import Testing

/// What an archive may bring, and what comes of it when it brings the last there is.
@Suite("The limits of an archive")
struct ArchiveLimitTests {
  private static let moment = HostMoment(now: Story.start, wallTime: Story.wallTime)
  private static let last = 1 << 53

  private static func archive(_ change: (inout JSONTree) -> Void = { _ in }) throws -> JSONTree {
    let story = try Story()
    try story.verb(.setApp("com.example.app", AppChanges(permission: .denied)))
    var writer = JSONWriter()
    story.device.write(at: moment, into: &writer)
    var tree = try JSONTree(parsing: writer.bytes)
    change(&tree)
    return tree
  }

  private static func device(_ archive: JSONTree) throws -> Device {
    try withJSON(archive.bytes) { try Device($0, at: moment) }
  }

  private static func kept(_ archive: JSONTree) throws -> (device: Device, held: [HeldValue]) {
    var held: [HeldValue] = []
    let device = try withJSON(archive.bytes) { try Device(kept: $0, at: moment, &held) }
    return (device, held)
  }

  /// A number beyond its range: what is changed, and where it stands when it was kept.
  private static let beyond: [(path: String, change: @Sendable (inout JSONTree) -> Void, end: String)] = [
    ("clock.monotonic", { $0["clock"]?["monotonic"] = .integer(.max) }, "9000000000000000000"),
    ("clock.wall", { $0["clock"]?["wall"] = .integer(.min) }, "-9000000000000000000"),
    ("passcode.retryAt", { $0["passcode"]?["retryAt"] = -1 }, "0"),
    ("passcode.failures", { $0["passcode"]?["failures"] = 1_000_001 }, "1000000"),
    ("lockout.failedAttempts", { $0["lockout"]?["failedAttempts"] = -1 }, "0"),
    ("lastPrompt", { $0["lastPrompt"] = .integer(last + 1) }, "\(last)"),
    ("keychain.lastNumber", { $0["keychain"]?["lastNumber"] = .number(1e308) }, "\(last)"),
    ("behavior.scanLatency", { $0["behavior"]?["scanLatency"] = 9_000_000_001 }, "9000000000.0"),
    ("behavior.seed", { $0["behavior"]?["seed"] = -5 }, "0"),
  ]

  @Test(
    "a number beyond its range is refused, and stands at the end where it was kept",
    arguments: 0..<beyond.count)
  func numbers(_ index: Int) throws {
    let row = Self.beyond[index]
    let archive = try Self.archive(row.change)
    let error = #expect(throws: ArchiveError.self) { try Self.device(archive) }
    #expect(error?.path == row.path)
    #expect(try Self.kept(archive).held.map { "\($0.path) at \($0.value)" } == ["\(row.path) at \(row.end)"])
  }

  @Test("a value that is wrong in another way is not held")
  func otherwise() throws {
    for value: JSONTree in [0.5, "1", .null, [], -0.5] {
      let archive = try Self.archive { $0["lastPrompt"] = value }
      #expect(throws: ArchiveError.self) { try Self.kept(archive) }
    }
  }

  private static let badNames: [(path: String, change: @Sendable (inout JSONTree, String) -> Void)] = [
    (
      "apps",
      { archive, name in
        let app = archive["apps"]?["com.example.app"]
        archive["apps"]?[name] = app
      }
    ),
    (
      "apps.com.example.app.accessGroups", { $0["apps"]?["com.example.app"]?["accessGroups"] = [.string($1)] }
    ),
    (
      "apps.com.example.app.teamIdentifier",
      { $0["apps"]?["com.example.app"]?["teamIdentifier"] = .string($1) }
    ),
    ("enrollment.identities", { $0["enrollment"]?["identities"] = [.string($1)] }),
    ("keychain.items", { $0["keychain"]?["items"]?[$1] = [] }),
    ("lockScreen.appBehind", { $0["lockScreen"]?["appBehind"] = .string($1) }),
    ("failNext", { $0["failNext"] = [["error": "appCancel", "app": .string($1), "used": 0]] }),
  ]

  @Test(
    "a name that no request could give is refused, and stays where it was kept", arguments: 0..<badNames.count
  )
  func names(_ index: Int) throws {
    let row = Self.badNames[index]
    for name in ["line\nbreak", "\u{1B}[31m", "a\u{2028}b", String(repeating: "x", count: 256)] {
      let archive = try Self.archive { row.change(&$0, name) }
      // A list without items is no app.
      if row.path != "keychain.items" {
        let error = #expect(throws: ArchiveError.self) { try Self.device(archive) }
        #expect(error?.path == row.path)
      }
      #expect(try Self.kept(archive).held == [])
    }
  }

  @Test("who comes after the last id is refused, and the device can still be written and read")
  func ids() throws {
    let archive = try Self.archive {
      $0["lastPrompt"] = .integer(Self.last)
      $0["lastContext"] = .integer(Self.last - 1)
      $0["keychain"]?["lastNumber"] = .integer(Self.last)
    }
    var device = try Self.device(archive)
    var calls: UInt64 = 0
    func reply(to command: Command) -> Result<Reply, Failure>? {
      var effects: [Effect] = []
      calls += 1
      device.handle(
        command, from: Caller(call: CallID(calls), client: ClientID(1)), at: Self.moment.now, into: &effects)
      for case .reply(_, let result) in effects { return result }
      return nil
    }
    func isRefused(_ command: Command) -> Bool {
      if case .failure(.limitExceeded(let message, limit: Self.last)) = reply(to: command) {
        message.contains("deleteDevice")
      } else {
        false
      }
    }
    let addition = KeychainAddition(.genericPassword, [.account: "a"])
    let first = reply(to: .createContext(app: nil, ContextOptions()))
    #expect(try first?.get() == .context(ContextID(Self.last)))
    #expect(isRefused(.createContext(app: nil, ContextOptions())))
    #expect(isRefused(.evaluate(app: "other", EvaluationRequest(policy: .biometrics, reason: "r"))))
    #expect(isRefused(.secItemAdd(app: nil, addition)))
    var writer = JSONWriter()
    device.write(at: Self.moment, into: &writer)
    #expect(throws: Never.self) { try Self.device(JSONTree(parsing: writer.bytes)) }
  }

  @Test("a counter stops at its end, and a changed enrolment is another one even there")
  func counters() throws {
    let archive = try Self.archive {
      $0["lockout"] = ["failedAttempts": 1_000_000, "reason": "failedAttempts"]
      $0["passcode"]?["failures"] = 1_000_000
      $0["behavior"]?["passcodeDelays"] = .array(Array(repeating: 0, count: 1_000_010))
      $0["enrollment"]?["generation"] = .integer(Self.last)
    }
    var device = try Self.device(archive)
    var effects: [Effect] = []
    let caller = Caller(call: CallID(1), client: ClientID(0))
    for command in [.lock, .unlock(.passcode("x")), .unlock(.passcode("y")), .enroll(identity: "b")]
      as [Command]
    {
      device.handle(command, from: caller, at: Self.moment.now, into: &effects)
    }
    #expect(device.state.passcodeFailures == 1_000_000 && device.state.identities.contains("b"))
    var writer = JSONWriter()
    device.write(at: Self.moment, into: &writer)
    #expect(try JSONTree(parsing: writer.bytes)["enrollment"]?["generation"] == 0)
    #expect(throws: Never.self) { try Self.device(JSONTree(parsing: writer.bytes)) }
  }

  @Test("the state that a reset leads to brings no prompt and no call along")
  func origin() throws {
    let call: JSONTree = [
      "callers": [["call": 3, "client": 1]], "app": "com.example.app", "requirement": [1],
      "purpose": ["policy": "deviceOwnerAuthenticationWithBiometrics"],
    ]
    let archive = try Self.archive {
      var origin = $0
      origin["format"] = nil
      origin["origin"] = nil
      origin["prompt"] = [
        "id": 1, "sensor": "faceID", "evaluation": call, "pane": "biometry", "remaining": [1],
      ]
      origin["queue"] = [call]
      origin["leavingSheets"] = [["app": "com.example.app", "due": 5]]
      $0["origin"] = origin
    }
    var device = try Self.device(archive)
    var effects: [Effect] = []
    for command in [.reset, .shutDown] as [Command] {
      device.handle(
        command, from: Caller(call: CallID(9), client: ClientID(0)), at: Self.moment.now, into: &effects)
    }
    #expect(device.state.prompt == nil)
    #expect(effects.allSatisfy { if case .reply(let call, _) = $0 { call == CallID(9) } else { true } })
  }
}
