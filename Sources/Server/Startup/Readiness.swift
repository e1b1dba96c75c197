import JSON
import Platform
import WireProtocol

/// Tells the starting process and the service manager that the daemon listens, and that it stops.
struct ReadinessNotice: Sendable {
  private let descriptor: FileDescriptor?
  private let notifySocket: String?
  private let log: @Sendable (String) -> Void

  /// Takes what the service manager left in the environment.
  init(descriptor: Int32?, log: @escaping @Sendable (String) -> Void) throws(StartupError) {
    self.descriptor = descriptor.map(FileDescriptor.init)
    self.log = log
    notifySocket = Environment.nonEmpty("NOTIFY_SOCKET")
    Environment.remove("NOTIFY_SOCKET")
    if let descriptor = self.descriptor, !descriptor.isInheritable {
      throw StartupError(.usage, "--ready-fd names descriptor \(descriptor.rawValue), which is not open")
    }
  }

  /// Tells that it listens. Returns false if nobody is there any more to be told.
  func ready(socket: String, appSocket: String?) -> Bool {
    defer { notify("READY=1\nMAINPID=\(CurrentProcess.id)\nSTATUS=listening on \(socket)") }
    guard let descriptor else { return true }
    let line = Self.line(socket, appSocket)
    let state = try? descriptor.wait(for: .writable, until: .after(seconds: 0))
    if state != Readiness.none { return tell(line, to: descriptor) }
    // A pipe that is full: a daemon that waited for its reader would serve nobody and hear no signal.
    do throws(SystemError) {
      try WorkerThread { [self] in _ = tell(line, to: descriptor) }.detach()
    } catch {
      log("the ready line could not be written: \(error)")
    }
    return true
  }

  /// Writes the line, which a pipe that takes anything takes whole, and closes the descriptor.
  private func tell(_ line: [UInt8], to descriptor: FileDescriptor) -> Bool {
    defer { descriptor.release() }
    do throws(SystemError) {
      try descriptor.writeAll(line)
      return true
    } catch {
      log("the ready line could not be written: \(error)")
      return !error.isDisconnected
    }
  }

  /// Tells that it stops.
  func stopping() { notify("STOPPING=1") }

  private func notify(_ message: String) {
    guard let notifySocket else { return }
    do throws(SystemError) {
      try Datagram.send(message, to: notifySocket)
    } catch {
      log("\(error)")
    }
  }

  private static func line(_ socket: String, _ appSocket: String?) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("socket", socket)
    if let appSocket { writer.member("appSocket", appSocket) }
    writer.member("pid", Int(CurrentProcess.id))
    writer.member("version", Product.version)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}

extension FileDescriptor {
  /// Closes it. A standard stream leads to /dev/null instead: a connection would get its number, and something
  /// may still print to it.
  fileprivate func release() {
    if rawValue <= FileDescriptor.standardError.rawValue,
      let nowhere = try? FileSystem.openForAppending("/dev/null")
    {
      try? replace(by: nowhere)
      nowhere.close()
    } else {
      close()
    }
  }
}
