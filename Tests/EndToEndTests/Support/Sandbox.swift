import Foundation
import Platform
import Testing

/// A folder with a socket of its own, where shell scripts drive the built programs.
final class Sandbox {
  let folder: String
  var socket: String { "\(folder)/devicesim.sock" }
  private var count = 0

  init() throws {
    folder = try FileSystem.makeTemporaryDirectory(prefix: "/tmp/devicesim-e2e-")
  }

  deinit {
    _ = try? run("devicesim stop --force")
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// How a script ended and what it said.
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
    var seconds: Double

    var lines: [String] {
      output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
  }

  /// Where the programs lie: `$DEVICESIM_BIN`, or next to the tests.
  static let programs: String = {
    if let path = ProcessInfo.processInfo.environment["DEVICESIM_BIN"] { return path }
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    // On a Mac the tests are in a bundle.
    while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
    return folder.path
  }()

  /// Runs a script with `devicesim` in its search path and this sandbox's socket as the default.
  func run(
    _ script: String, shell: String = "bash", arguments: [String] = ["-c"],
    environment: [(name: String, value: String?)] = []
  ) throws -> Outcome {
    count += 1
    let files = ["out", "err"].map { "\(folder)/\(count).\($0)" }
    let streams = try files.map { try FileSystem.openForAppending($0) }
    let nothing = try FileSystem.openForReading("/dev/null")
    var configuration = ChildProcess.Configuration(program: shell, arguments: arguments + [script])
    var variables: [(name: String, value: String?)] = [
      ("PATH", "\(Self.programs):\(Environment.get("PATH") ?? "")"), ("DEVICESIM_SOCKET", socket),
      ("DEVICESIM_DEVICE", nil), ("DEVICESIM_APP", nil), ("DEVICESIM_APP_SOCKET", nil), ("HOME", folder),
    ]
    variables.removeAll { variable in environment.contains { $0.name == variable.name } }
    configuration.environment = Environment.all(changing: variables + environment)
    configuration.standardInput = nothing
    configuration.standardOutput = streams[0]
    configuration.standardError = streams[1]
    let start = HostClock.monotonic
    let child = try ChildProcess.spawn(configuration)
    for stream in streams + [nothing] { stream.close() }
    let status = try wait(for: child)
    let seconds = Double(HostClock.monotonic - start) / 1e9
    let texts = try files.map { String(decoding: try FileSystem.read($0), as: UTF8.self) }
    return Outcome(status: status, output: texts[0], errors: texts[1], seconds: seconds)
  }

  /// A script that hangs fails its test, and not the whole run.
  private func wait(for child: ChildProcess) throws -> Int32 {
    for _ in 0..<6000 {
      if let termination = try child.waitIfEnded() { return termination.shellStatus }
      HostClock.sleep(seconds: 0.005)
    }
    try child.kill(Signal.kill)
    return try child.wait().shellStatus
  }
}

extension Sandbox {
  /// Whether there is a file that takes nothing.
  static var hasFullDevice: Bool { (try? FileSystem.status(of: "/dev/full")) ?? nil != nil }
}

/// Compares what was printed, line by line.
func expect(_ lines: [String], are expected: [String], sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(lines == expected, sourceLocation: sourceLocation)
}
