import Foundation
import JSON
import Platform
import Store
import TestSupport

/// A daemon that keeps its devices, to be killed and started again.
final class KeptDaemon {
  let folder: TemporaryFolder
  private let arguments: [String]
  private let shell: String?
  private(set) var daemon: TestDaemon
  /// Where its state is, if that is elsewhere.
  private let parent: TemporaryFolder?

  init(
    _ arguments: [String] = [], through shell: String? = nil, state: String? = nil,
    in parent: TemporaryFolder? = nil
  ) throws {
    self.parent = parent
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

  /// Repairs its state in vain, and returns the status and what that says.
  func failToRepair() throws -> (status: Int32, errors: String) {
    try TestDaemon(["--state", state, "--repair"]).end()
  }

  /// Ends it in good order, and returns what it logged.
  func log() throws -> String {
    try connect().result("shutdown")
    return try daemon.end().errors
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

/// Writes the lines of a kept file again, changed, as if a daemon had written them so.
func rewrite(_ path: String, _ change: (_ index: Int, _ line: inout JSONTree) -> Void) throws {
  var chain = Chain()
  var writer = JSONWriter()
  for (index, line) in try FileSystem.read(path).split(separator: 0x0A).enumerated() {
    var tree = try JSONTree(parsing: Array(line))
    tree["crc"] = nil
    change(index, &tree)
    guard case .object(let members) = tree else { throw TestFailure("no object: \(tree)") }
    try chain.append(to: &writer) { writer in
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        writer.key(name)
        value.write(into: &writer)
      }
    }
  }
  try FileSystem.write(writer.bytes, to: path)
}
