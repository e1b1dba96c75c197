import Foundation
import Platform
import TestSupport

/// The built `devicesimd` in a process of its own.
final class TestDaemon: Sendable {
  let process: ChildProcess
  /// What it writes to standard error.
  private let errors: FileDescriptor
  let path: String
  /// It lives as long as the daemon does.
  private let folder: TemporaryFolder?

  /// Where the program is; `nil`: it was not built.
  static let program: String? = {
    if let path = ProcessInfo.processInfo.environment["DEVICESIM_BIN"] { return "\(path)/devicesimd" }
    // Executables lie beside the test bundle.
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    if folder.path.contains(".xctest") { folder = folder.deletingLastPathComponent() }
    let path = folder.appending(path: "devicesimd").path
    if FileManager.default.isExecutableFile(atPath: path) { return path }
    let built = URL(filePath: #filePath).appending(path: "../../../../.build/debug/devicesimd")
      .standardizedFileURL.path
    return FileManager.default.isExecutableFile(atPath: built) ? built : nil
  }()

  /// Starts it without waiting for anything.
  init(
    _ arguments: [String], at path: String = "", environment: [(name: String, value: String?)] = [],
    inherited: [FileDescriptor] = [], through shell: String? = nil,
    in folder: TemporaryFolder? = nil
  ) throws {
    self.folder = folder
    guard let program = Self.program else { throw TestFailure("devicesimd is not built") }
    self.path = path
    let pipe = try FileDescriptor.pipe()
    var configuration = ChildProcess.Configuration(program: program, arguments: arguments)
    if let shell {
      configuration = ChildProcess.Configuration(
        program: "/bin/sh", arguments: ["-c", shell, program] + arguments)
    }
    let defaults: [(name: String, value: String?)] = [
      ("DEVICESIM_SOCKET", nil), ("XDG_RUNTIME_DIR", nil), ("NOTIFY_SOCKET", nil), ("LISTEN_FDS", nil),
    ]
    configuration.environment = Environment.all(
      changing: defaults.filter { entry in !environment.contains { $0.name == entry.name } } + environment)
    configuration.standardError = pipe.writing
    configuration.inherited = inherited
    process = try ChildProcess.spawn(configuration)
    pipe.writing.close()
    errors = pipe.reading
  }

  /// Starts it and waits until it listens.
  static func start(
    in folder: TemporaryFolder, _ arguments: [String] = [],
    environment: [(name: String, value: String?)] = [], through shell: String? = nil
  ) throws -> TestDaemon {
    let path = folder.file("s")
    let ready = try FileDescriptor.pipe()
    let daemon = try TestDaemon(
      ["--socket", path, "--ready-fd", "\(ready.writing.rawValue)"] + arguments, at: path,
      environment: environment, inherited: [ready.writing], through: shell, in: folder)
    ready.writing.close()
    defer { ready.reading.close() }
    if try FileSystem.readToEnd(ready.reading).isEmpty {
      throw TestFailure("it did not start: \(try daemon.end())")
    }
    return daemon
  }

  deinit {
    _ = try? process.kill(Signal.kill)
    _ = try? process.wait()
    errors.close()
  }

  /// Connects to its socket, or to another one of its own.
  func connect(to other: String? = nil) throws -> TestClient {
    TestClient(try Socket.connect(to: try SocketAddress(path: other ?? path)), of: self)
  }

  func kill(_ signal: Int32) throws { try process.kill(signal) }

  /// Waits for the end.
  func end(within seconds: Double = 15) throws -> (status: Int32, errors: String) {
    let limit = HostClock.monotonic + Int64(seconds * patience * 1e9)
    while HostClock.monotonic < limit {
      if let termination = try process.waitIfEnded() {
        let text = String(decoding: try FileSystem.readToEnd(errors), as: UTF8.self)
        return (termination.shellStatus, text)
      }
      HostClock.sleep(seconds: 0.005)
    }
    throw TestFailure("it still runs after \(seconds) s")
  }
}
