import Foundation
import Platform
import TestSupport
import Testing

@Suite("What a command costs")
struct CostTests {
  @Test(
    "a command connects, asks once, reads once, prints once and is gone",
    .enabled(if: InstalledPrograms.has("strace"), "there is no strace"),
    arguments: ["ping", "getState", "setState failedAttempts=1", "match", "canEvaluatePolicy"])
  func systemCalls(_ command: String) throws {
    let sandbox = try Sandbox()
    let trace = "\(sandbox.folder)/trace"
    let outcome = try sandbox.run(
      """
      devicesim start --detach >/dev/null
      strace -o \(trace) -e trace=%network,%desc devicesim \(command) >/dev/null 2>&1
      cat \(trace)
      """)
    let calls = outcome.lines.map { String($0.prefix { $0 != "(" }) }
    // What comes before is the start of the process, and that is not the tool's own.
    let own = calls.drop { $0 != "socket" }.filter { !$0.hasPrefix("+") }
    #expect(own.count <= 11, "\(own)")
    for name in ["socket", "connect", "sendto", "read", "write"] {
      #expect(own.count { $0 == name } == 1, "\(name) in \(own)")
    }
  }

  /// Counted are the executables as Scripts/build makes them; others carry checks with them.
  @Test(
    "a command computes little more than the start of the process, in whatever group its method is",
    .enabled(if: InstalledPrograms.has("valgrind"), "there is no valgrind"),
    .enabled(if: Environment.get("DEVICESIM_BIN") != nil, "$DEVICESIM_BIN names no optimised executables"),
    arguments: [
      ("ping", 250_000), ("getState", 520_000), ("getState lockedOut", 300_000),
      ("setState failedAttempts=1", 770_000), ("match", 430_000), ("setPasscode 1234", 370_000),
      ("canEvaluatePolicy", 475_000), ("secItemDelete genericPassword", 950_000),
    ])
  func instructions(_ command: String, _ limit: Int) throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      valgrind --tool=callgrind --callgrind-out-file=/dev/null devicesim \(command) 2>&1 >/dev/null | cat
      """)
    let line = try #require(outcome.lines.first { $0.contains("Collected : ") }, "\(outcome.output)")
    let count = try #require(line.split(separator: " ").last.flatMap { Int($0) })
    #expect(count <= limit)
  }
}
