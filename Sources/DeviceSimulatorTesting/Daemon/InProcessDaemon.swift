import Foundation
import Platform
import Server
import SimulatedLocalAuthentication
import WireProtocol

/// The daemon of this test process: one of its threads, reached over socket pairs. It needs no file and no
/// program, and ends with the process.
final class InProcessDaemon: Sendable {
  /// The paths by which the harness and the app connect.
  static let harnessPath = "(this process)"
  static let appPath = "(this process, app side)"

  /// Starts it at the first use.
  static let shared = InProcessDaemon()

  /// Takes descriptors to serve, each as four bytes: the number doubled, and one more for the app's side.
  private let control: FileDescriptor?

  private init() {
    guard let (control, serverEnd) = try? Socket.pair() else {
      control = nil
      return
    }
    self.control = control
    Thread { Self.serve(serverEnd) }.start()
  }

  /// Makes it known to those who connect.
  func register() {
    for (path, isApp) in [(Self.harnessPath, false), (Self.appPath, true)] {
      DaemonConnection.register(path) { () throws(SystemError) in try self.connect(isApp: isApp) }
    }
  }

  private func connect(isApp: Bool) throws(SystemError) -> FileDescriptor {
    guard let control else { throw SystemError(EMFILE, "start a daemon in this process") }
    let (client, server) = try Socket.pair()
    try server.setNonBlocking(true)
    let message = server.rawValue << 1 | (isApp ? 1 : 0)
    try Socket.sendAll(withUnsafeBytes(of: message, Array.init), to: control)
    return client
  }

  private static func serve(_ control: FileDescriptor) {
    var configuration = ServerConfiguration()
    configuration.limits.maxConnections = .max
    configuration.limits.maxDevices = .max
    configuration.limits.keptEvents = 100_000
    do {
      let server = try Server(configuration)
      try server.addSource(control) { adopt(from: control, server) }
      try server.run()
    } catch {
      // Connecting then fails.
      control.close()
    }
  }

  private static func adopt(from control: FileDescriptor, _ server: Server) {
    var message: Int32 = 0
    let size = MemoryLayout<Int32>.size
    guard (try? withUnsafeMutableBytes(of: &message) { try control.read(into: $0) }) == size else { return }
    let descriptor = FileDescriptor(message >> 1)
    do {
      try server.adopt(descriptor, for: message & 1 == 1 ? .app : .harness)
    } catch {
      descriptor.close()
    }
  }
}
