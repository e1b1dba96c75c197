import Foundation
package import Platform
import Server
import SimulatedLocalAuthentication
import Synchronization
import WireProtocol

/// The daemon of this test process: one of its threads, reached over socket pairs. It needs no file and no
/// program, and ends with the process.
package final class InProcessDaemon: Sendable {
  /// Starts it at the first use.
  package static let shared = InProcessDaemon()

  /// Takes descriptors to serve, each as four bytes: the number doubled, and one more for the app's side. `nil`:
  /// the daemon does not run.
  private let control: Mutex<FileDescriptor?>

  private init() {
    guard let (control, serverEnd) = try? Socket.pair() else {
      self.control = Mutex(nil)
      return
    }
    self.control = Mutex(control)
    Thread { self.serve(serverEnd) }.start()
  }

  /// Opens a connection.
  package func connect(isApp: Bool) throws(SystemError) -> FileDescriptor {
    try control.withLock { control throws(SystemError) in
      guard let control else { throw SystemError(ECONNREFUSED, "connect to the daemon of this process") }
      let (client, server) = try Socket.pair()
      try server.setNonBlocking(true)
      let message = server.rawValue << 1 | (isApp ? 1 : 0)
      try Socket.sendAll(withUnsafeBytes(of: message, Array.init), to: control)
      return client
    }
  }

  private func serve(_ serverEnd: FileDescriptor) {
    var configuration = ServerConfiguration()
    configuration.limits.maxConnections = .max
    configuration.limits.maxDevices = .max
    configuration.limits.keptEvents = 100_000
    do {
      if let path = Environment.nonEmpty("DEVICESIM_TEMPLATES") {
        configuration.templates = try Templates.read(path)
      }
      let server = try Server(configuration)
      try server.addSource(serverEnd) { Self.adopt(from: serverEnd, server) }
      try server.run()
    } catch let error as StartupError {
      say(error.message)
    } catch {
      say("\(error)")
    }
    end(serverEnd)
  }

  private func say(_ reason: String) {
    try? FileDescriptor.standardError.writeAll("the daemon of this process ends: \(reason)\n")
  }

  /// Closes all connections: calls that wait fail.
  private func end(_ serverEnd: FileDescriptor) {
    control.withLock {
      $0?.close()
      $0 = nil
    }
    while let (descriptor, _) = Self.next(from: serverEnd) { descriptor.close() }
    serverEnd.close()
  }

  private static func adopt(from serverEnd: FileDescriptor, _ server: Server) {
    guard let (descriptor, isApp) = next(from: serverEnd) else { return }
    do {
      try server.adopt(descriptor, for: isApp ? .app : .harness)
    } catch {
      descriptor.close()
    }
  }

  private static func next(from serverEnd: FileDescriptor) -> (FileDescriptor, isApp: Bool)? {
    var message: Int32 = 0
    let size = MemoryLayout<Int32>.size
    let count = try? withUnsafeMutableBytes(of: &message) { try serverEnd.read(into: $0) }
    return count == size ? (FileDescriptor(message >> 1), message & 1 == 1) : nil
  }
}
