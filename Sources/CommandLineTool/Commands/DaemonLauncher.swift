import Platform
import Presentation

/// Starts the daemon's program and waits until it listens.
struct DaemonLauncher {
  /// The path that the daemon listens on; `nil`: its default.
  var socket: String?
  var options: [String]
  /// The file for the daemon's output.
  var log: String
  /// Whether it keeps running when the terminal is closed.
  var isDetached: Bool

  /// How a start ends.
  enum Outcome {
    case listening(ChildProcess)
    /// The status it ended with and what it printed.
    case failed(ChildProcess.Termination, said: String)
  }

  /// The program: the one next to the tool, else the one in `PATH`.
  static var program: String {
    if let own = CurrentProcess.executablePath {
      let neighbour = "\(Path.directory(of: own))/devicesimd"
      if FileSystem.isExecutable(neighbour) { return neighbour }
    }
    return "devicesimd"
  }

  /// The arguments of every start.
  var arguments: [String] {
    (socket.map { ["--socket", $0] } ?? []) + options
  }

  /// Starts it and waits until it listens or has ended.
  func launch() throws(ToolError) -> Outcome {
    do {
      return try launchAndWait()
    } catch let error as ToolError {
      throw error
    } catch {
      throw ToolError(.refused, "\(error)")
    }
  }

  /// Why the daemon's program cannot be run.
  static func cannotRun(_ error: SystemError) -> ToolError {
    ToolError(
      .refused, error.isNotFound ? "devicesimd is neither next to devicesim nor in PATH" : error.description)
  }

  private func launchAndWait() throws -> Outcome {
    let log = try openLog()
    defer { log.close() }
    let former = try FileSystem.status(of: log).size
    let nothing = try FileSystem.openForReading("/dev/null")
    defer { nothing.close() }
    let ready = try FileDescriptor.pipe()
    defer { ready.reading.close() }

    var configuration = ChildProcess.Configuration(
      program: Self.program, arguments: arguments + ["--ready-fd", String(ready.writing.rawValue)])
    configuration.standardInput = nothing
    configuration.standardOutput = log
    configuration.standardError = log
    configuration.inherited = [ready.writing]
    // A lock, a pipe or a terminal of who starts it would be held as long as the daemon lives.
    configuration.closesOthers = true
    configuration.startsSession = isDetached
    let started = Result { () throws(SystemError) in try ChildProcess.spawn(configuration) }
    // Only the daemon holds the other end now: it writes a line, or the end of the pipe shows that it died.
    ready.writing.close()
    let child: ChildProcess
    do { child = try started.get() } catch { throw Self.cannotRun(error) }
    if try !Self.readLine(ready.reading, whileGrowing: log).isEmpty { return .listening(child) }
    // It has ended, or will never listen.
    try child.kill(Signal.terminate)
    let termination = try child.wait()
    let said = try FileSystem.read(log, from: former)
    return .failed(termination, said: String(decoding: said, as: UTF8.self))
  }

  /// Opens the log, which must be a file of ours: the folder may be one where others can put a link or a pipe.
  private func openLog() throws -> FileDescriptor {
    let user = CurrentProcess.userID
    let foreign = ToolError(
      .refused, "the log \(log) must be a regular file of user \(user), which it is not; remove it")
    let file: FileDescriptor
    do {
      file = try FileSystem.openLog(log)
    } catch {
      throw error.isLink ? foreign : ToolError(error)
    }
    let status = try FileSystem.status(of: file)
    guard status.kind == .regular, status.owner == user else {
      file.close()
      throw foreign
    }
    try file.setNonBlocking(false)
    return file
  }

  /// Waits for a line as long as the daemon's log grows: one that reads much of what it keeps says so now and then.
  private static func readLine(
    _ descriptor: FileDescriptor, whileGrowing log: FileDescriptor
  ) throws(SystemError) -> [UInt8] {
    var line: [UInt8] = []
    var size = try FileSystem.status(of: log).size
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 512, alignment: 1)
    defer { buffer.deallocate() }
    while !line.contains(UInt8(ascii: "\n")) {
      if try descriptor.wait(for: .readable, until: .after(seconds: 30)).isEmpty {
        let before = size
        size = try FileSystem.status(of: log).size
        if size == before { return [] }
        continue
      }
      let count = try descriptor.read(into: buffer)
      if count == 0 { return [] }
      line += buffer[..<count]
    }
    return line
  }
}
