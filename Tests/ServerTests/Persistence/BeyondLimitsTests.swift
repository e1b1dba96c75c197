import Foundation
import Platform
import TestSupport
import Testing

/// A state folder of a daemon that had fewer limits: `Tests/StoreTests/Golden/beyond-limits`. In half of its devices
/// what is beyond them was folded into the snapshot, in the others a journal makes it again.
@Suite(.enabled(if: TestDaemon.program != nil, "devicesimd is not built"))
struct BeyondLimitsTests {
  private static let lives = ["kept ", "replayed "]
  private static let line = "line\nbreak"
  private static let separator = "line\u{2028}break"
  private static let long = "com.example." + String(repeating: "x", count: 300)

  private let kept: KeptDaemon

  init() throws {
    let golden = URL(filePath: #filePath).appending(path: "../../../StoreTests/Golden/beyond-limits")
      .standardizedFileURL.path
    let parent = try TemporaryFolder()
    let state = parent.file("state")
    try FileSystem.makeDirectory(state, mode: 0o700)
    for file in ["snapshot", "journal.ndjson"] {
      try FileSystem.write(try FileSystem.read("\(golden)/\(file)"), to: "\(state)/\(file)")
    }
    kept = try KeptDaemon(state: state, in: parent)
  }

  @Test("numbers beyond today's ranges stand at their ends", arguments: lives)
  func numbers(_ life: String) throws {
    let client = try kept.connect()
    let times = try client.result("getState", ["device": .string(life + "times")])
    #expect(times["clock"] == ["mode": "manual", "monotonic": 9_000_000_000, "wall": 9_000_000_000])
    let counts: JSONTree = ["device": .string(life + "counts")]
    let state = try client.result("getState", counts)
    #expect(state["failedAttempts"] == 1_000_000 && state["passcodeFailures"] == 1_000_000)
    #expect(state["passcodeRetryAfter"] == .null && state["lastUnlock"]?["time"] == 0)
    // It goes on, as far as there are numbers left.
    try client.result("setState", ["device": .string(life + "counts"), "lockedOut": false, "passcode": "1"])
    let app = try kept.connect()
    let refusal = try app.error(
      "evaluatePolicy", ["device": .string(life + "counts"), "policy": "owner", "reason": "r"])
    #expect(refusal.name == "limitExceeded" && refusal.message.contains("deleteDevice"), "\(refusal)")
    #expect(try client.result("deleteDevice", counts)["changed"] == true)
  }

  @Test("names that are refused today are there as they were, and can be deleted", arguments: lives)
  func names(_ life: String) throws {
    let client = try kept.connect()
    let device: JSONTree = .string(life + Self.separator)
    let listed = try client.result("listDevices")["devices"]
    #expect("\(listed ?? .null)".contains(String(reflecting: life + Self.separator)))
    let state = try client.result("getState", ["device": device])
    #expect(state["apps"]?[Self.line]?["permission"] == "denied")
    #expect(state["apps"]?[Self.long]?["usageDescription"] == false)
    #expect(state["identities"] == [.string(Self.line)])
    #expect(state["keychain"]?[Self.line] == 1)
    // Whoever sends such a name, or brings it in an import, is refused.
    let app: JSONTree = ["device": "default", "app": .string(Self.line)]
    #expect(try client.error("setApp", app).name == "invalidParams")
    let exported = try client.export(life + Self.separator)
    #expect(try client.error("importState", ["state": exported ?? .null]).name == "invalidParams")
    #expect(try client.result("disarm", ["device": device])["unused"]?[1000] != nil)
    for app in [Self.line, Self.long] {
      #expect(try client.result("uninstallApp", ["device": device, "app": .string(app)])["changed"] == true)
    }
    let changed = try [
      client.result("resetKeychain", ["device": device, "app": .string(Self.line)]),
      client.result("unenroll", ["device": device, "identity": .string(Self.line)]),
      client.result("deleteSnapshot", ["device": device, "name": .string(Self.separator)]),
      client.result("deleteDevice", ["device": device]),
    ].map { $0["changed"] }
    #expect(changed.allSatisfy { $0 == true })
  }

  @Test("one line in the log says which numbers were held, and one which names there are")
  func log() throws {
    let (held, named) = ("what was kept is beyond limits of this version", "what was kept has names")
    let log = try kept.log().split(separator: "\n")
    let (numbers, names) = (log.filter { $0.contains(held) }, log.filter { $0.contains(named) })
    #expect(numbers.count == 1 && numbers[0].contains("kept counts: lockout.failedAttempts at 1000000"))
    #expect(names.count == 1 && names[0].contains(#"device "kept line\u{2028}break""#), "\(log)")
    #expect(names.first?.contains(#"app "line\nbreak""#) == true, "\(log)")
    // The numbers are in their ranges from then on.
    try kept.start()
    #expect(try !kept.log().contains(held))
  }

  @Test("everything is the same after it was folded")
  func folded() throws {
    let names = Self.lives.flatMap { [$0 + "times", $0 + "counts", $0 + Self.separator] }
    let before = try names.map { try kept.connect().export($0) }
    try kept.restart()
    #expect(try names.map { try kept.connect().export($0) } == before)
  }
}
