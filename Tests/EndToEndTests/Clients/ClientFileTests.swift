import Foundation
import TestSupport
import Testing

@Suite("The clients for Python and Node")
struct ClientFileTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL.path
  private static let clients = "\(root)/Protocol/clients"
  private static let stories = "\(root)/Tests/EndToEndTests/Clients"

  @Test(
    "Python: lockout and its end, calls that overlap, events, errors as exceptions, threads, a fork",
    .enabled(if: InstalledPrograms.has("python3"), "there is no python3"))
  func python() throws {
    try expect(
      story: "python3 -W error -B '\(Self.stories)/lockout.py' '\(Self.clients)'",
      prints: [
        "3 authenticationFailed -1 com.apple.LocalAuthentication",
        "5 biometryLockout -8 com.apple.LocalAuthentication",
        "failedAttempts biometryLockout",
        "passcode False",
        "pending",
        "True cancelled -32015 devicesim",
        "passcode lockoutCleared 0",
        "notDelivered -32016 devicesim noPrompt",
        "setPasscode(passcode, *, device=...): missing a required argument: 'passcode'",
        "match(identity=..., *, whenPrompted=..., timeout=..., device=...): "
          + "got an unexpected keyword argument 'identiy'; did you mean 'identity'?",
        "no reply to evaluatePolicy within 0.05 seconds, so it was taken back; start() does not wait",
        "[{'value': 'secret'}]",
        Self.forked, Self.forked, Self.forked, Self.forked,
        "True",
        "0 4",
        "the connection closed before the daemon answered",
        "no daemon at /nonexistent/s (No such file or directory): devicesim start --detach",
      ])
  }

  private static let forked =
    "process CHILD was forked from process PARENT, to which this connection belongs; "
    + "make a new Device('NAME') after the fork"

  @Test(
    "Node: lockout and its end, calls that overlap, events, errors as exceptions, an end that nothing holds up",
    .enabled(if: InstalledPrograms.has("node"), "there is no node"))
  func node() throws {
    try expect(
      story: "node '\(Self.stories)/lockout.mjs' '\(Self.clients)'",
      prints: [
        "3 authenticationFailed -1 com.apple.LocalAuthentication",
        "5 biometryLockout -8 com.apple.LocalAuthentication",
        "failedAttempts biometryLockout",
        "passcode",
        "pending",
        "true cancelled -32015 devicesim",
        "passcode lockoutCleared 0",
        "true notDelivered -32016 devicesim noPrompt",
        "invalidParams identiy",
        "pässwörd",
        "the connection to the daemon is closed",
        "the connection to the daemon is closed",
        "no daemon at /nonexistent/s (ENOENT): devicesim start --detach",
      ])
  }

  @Test(
    "their types are those of the OpenRPC document: Protocol/clients/generate changes nothing",
    .enabled(if: InstalledPrograms.has("python3"), "there is no python3"))
  func types() throws {
    let outcome = try Sandbox().run("'\(Self.clients)/generate' --check")
    #expect(outcome.errors.isEmpty)
    #expect(outcome.status == 0)
  }

  /// Runs a story against a daemon, and waits until its device is gone.
  private func expect(
    story: String, prints lines: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null || exit
      \(story) || exit
      until [ "$(devicesim listDevices | cut -d ' ' -f 1)" = default ]; do sleep 0.02; done
      """)
    #expect(outcome.errors.isEmpty, sourceLocation: sourceLocation)
    #expect(outcome.status == 0, sourceLocation: sourceLocation)
    EndToEndTests.expect(outcome.lines, are: lines, sourceLocation: sourceLocation)
  }
}
