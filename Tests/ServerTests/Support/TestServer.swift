import Foundation
import Platform
import Server

/// A server on a thread of its own, behind a socket of its own.
final class TestServer: Sendable {
  private let folder: TemporaryFolder
  private let address: SocketAddress
  private let appAddress: SocketAddress
  private let stopper: FileDescriptor
  private let started = DispatchSemaphore(value: 0)
  private let finished = DispatchSemaphore(value: 0)

  /// One that does not start at once lets clients connect and send, and answers once it does.
  init(startsAtOnce: Bool = true, _ configure: (inout ServerConfiguration) -> Void = { _ in }) throws {
    var configuration = ServerConfiguration()
    configure(&configuration)
    folder = try TemporaryFolder()
    address = try SocketAddress(path: folder.file("s"))
    appAddress = try SocketAddress(path: folder.file("a"))
    let listener = try Self.listen(address)
    let appListener = try Self.listen(appAddress)
    let pipe = try FileDescriptor.pipe()
    stopper = pipe.writing
    Thread.detachNewThread { [started, finished, configuration] in
      started.wait()
      do {
        let server = try Server(configuration)
        server.addListener(listener)
        server.addListener(appListener, for: .app)
        try server.addSource(pipe.reading) {
          server.removeSource(pipe.reading)
          server.stop()
        }
        try server.run()
      } catch {
        fatalError("\(error)")
      }
      pipe.reading.close()
      finished.signal()
    }
    if startsAtOnce { start() }
  }

  func start() { started.signal() }

  private static func listen(_ address: SocketAddress) throws -> FileDescriptor {
    let listener = try Socket.make()
    try listener.setNonBlocking(true)
    try Socket.bind(listener, to: address)
    try Socket.listen(listener)
    return listener
  }

  deinit {
    stopper.close()
    finished.wait()
  }

  func connect() throws -> TestClient { TestClient(try Socket.connect(to: address), of: self) }

  /// Connects to the socket for the app under test.
  func connectAsApp() throws -> TestClient { TestClient(try Socket.connect(to: appAddress), of: self) }
}
