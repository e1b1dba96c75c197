import Foundation
import System
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

  func start() throws { daemon = try TestDaemon.start(in: folder, arguments, through: shell) }

  func restart() throws {
    try kill()
    try start()
  }

  /// Starts it in vain, and returns its status and what it says.
  func failToStart() throws -> (status: Int32, errors: String) {
    try TestDaemon(["--socket", folder.file("s")] + arguments).end()
  }

  /// What it prints, or says, about a repair.
  func repair() throws -> String {
    let pipe = try FileDescriptor.pipe()
    defer { pipe.reading.close() }
    guard let program = TestDaemon.program else { throw TestFailure("devicesimd is not built") }
    var configuration = ChildProcess.Configuration(
      program: program, arguments: ["--state", state, "--repair"])
    configuration.standardOutput = pipe.writing
    let process = try ChildProcess.spawn(configuration)
    pipe.writing.close()
    let text = String(decoding: try FileSystem.readToEnd(pipe.reading), as: UTF8.self)
    guard try process.wait() == .exited(status: 0) else { throw TestFailure("the repair failed") }
    return text
  }
}

extension TestClient {
  /// Everything about a device but its connections.
  func export(_ device: String = "default") throws -> JSONTree? {
    try result("exportState", ["device": .string(device)])["state"]
  }
}
