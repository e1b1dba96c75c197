import Foundation
import Platform
import TestSupport

/// A daemon that keeps its devices, to be killed and started again.
final class KeptDaemon {
  let folder: TemporaryFolder
  private let arguments: [String]
  private let shell: String?
  private(set) var daemon: TestDaemon

  init(_ arguments: [String] = [], through shell: String? = nil, state: String? = nil) throws {
    folder = try TemporaryFolder()
    self.arguments = ["--state", state ?? folder.file("state"), "--clock", "manual"] + arguments
    self.shell = shell
    daemon = try TestDaemon.start(in: folder, self.arguments, through: shell)
  }

  var state: String { arguments[1] }
  var journal: String { "\(state)/journal.ndjson" }
  var snapshot: String { "\(state)/snapshot" }

  func connect() throws -> TestClient { try daemon.connect() }

  /// Ends it without a warning.
  func kill() throws {
    try daemon.kill(Signal.kill)
    _ = try daemon.end()
  }

  /// Starts it again, with more arguments than the first time.
  func start(_ more: [String] = []) throws {
    daemon = try TestDaemon.start(in: folder, arguments + more, through: shell)
  }

  /// Starts it, and ends it again while it reads what is kept, or makes a snapshot of that.
  func startInVain(for seconds: Double) throws {
    let daemon = try TestDaemon(["--socket", folder.file("s")] + arguments, through: shell)
    HostClock.sleep(seconds: seconds)
    try daemon.kill(Signal.kill)
    _ = try daemon.end()
  }

  func restart() throws {
    try kill()
    try start()
  }

  /// Starts it in vain, and returns its status and what it says.
  func failToStart() throws -> (status: Int32, errors: String) {
    try TestDaemon(["--socket", folder.file("s")] + arguments).end()
  }

  /// What the repair prints that it named when it refused to start, pasted into a shell.
  func repair(by errors: String) throws -> String {
    guard let command = errors.range(of: "puts aside what is damaged: ") else {
      throw TestFailure("no repair is named: \(errors)")
    }
    return try ChildProcess.output(
      of: ChildProcess.Configuration(program: "sh", arguments: ["-c", String(errors[command.upperBound...])]))
  }
}

extension TestClient {
  /// Everything about a device but its connections.
  func export(_ device: String = "default") throws -> JSONTree? {
    try result("exportState", ["device": .string(device)])["state"]
  }
}
