import Foundation
import JSON
package import Platform
import Synchronization

/// A connection to the daemon with any number of calls in flight. A thread of its own reads what comes.
package final class DaemonConnection: Sendable {
  /// How a call ended.
  package typealias Outcome = Result<WireValue, DeviceSimulatorError>

  /// What the daemon listens on.
  package let path: String
  private let link: DaemonLink
  /// The id of the last request. Held while one is sent, so that requests leave in the order of their ids.
  private let lastID = Mutex(0)

  /// Connects.
  ///
  /// - Parameter onEvent: is called on the reading thread with the parameters of each notification.
  package init(
    path: String, onEvent: @escaping @Sendable (WireValue) -> Void = { _ in }
  ) throws(DeviceSimulatorError) {
    self.path = path
    link = DaemonLink(try Self.connect(path), path, onEvent)
    Thread { [link] in link.readToTheEnd() }.start()
  }

  private static func connect(_ path: String) throws(DeviceSimulatorError) -> FileDescriptor {
    do {
      if let connector = connectors.withLock({ $0[path] }) { return try connector() }
      return try Socket.connect(to: try SocketAddress(path: path), until: .after(seconds: 0.8))
    } catch let error as SystemError {
      throw .noDaemon("no daemon at \(path) (\(error.reason))")
    } catch {
      throw .noDaemon("no daemon: \(error)")
    }
  }

  private static let connectors = Mutex<[String: @Sendable () throws -> FileDescriptor]>([:])

  /// Says how to reach a daemon inside of this process, which has no socket in the file system.
  package static func register(_ path: String, _ connect: @escaping @Sendable () throws -> FileDescriptor) {
    connectors.withLock { $0[path] = connect }
  }

  deinit { link.hangUp() }

  /// Whether the other side is still there, as far as is known.
  package var isOpen: Bool { link.isOpen }

  /// Sends a request; `completion` is called once, on the reading thread, and must be quick.
  ///
  /// - Returns: the request's id.
  @discardableResult
  package func send(
    _ method: String, _ parameters: [String: WireValue], completion: @escaping @Sendable (Outcome) -> Void
  ) -> Int {
    lastID.withLock { lastID in
      lastID += 1
      link.expect(lastID, completion)
      link.send(Self.line(method, parameters, id: lastID))
      return lastID
    }
  }

  /// Sends a request that nobody needs an answer to.
  package func notify(_ method: String, _ parameters: [String: WireValue]) {
    lastID.withLock { _ in link.send(Self.line(method, parameters, id: nil)) }
  }

  /// Sends a request and blocks this thread until it is answered.
  ///
  /// - Parameter seconds: how long a daemon may take; `nil` for calls that wait for a person.
  package func call(
    _ method: String, _ parameters: [String: WireValue], within seconds: Double? = 10
  ) throws(DeviceSimulatorError) -> WireValue {
    let answer = Answer()
    send(method, parameters) { answer.give($0) }
    guard let outcome = answer.wait(seconds) else { throw .notAnswering(path) }
    return try outcome.get()
  }

  /// Sends a request and waits for its answer. A task that is cancelled meanwhile takes the request back.
  package func call(
    _ method: String, _ parameters: [String: WireValue]
  ) async throws(DeviceSimulatorError) -> WireValue {
    let id = Mutex<Int?>(nil)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let sent = send(method, parameters) { continuation.resume(returning: $0) }
        id.withLock { $0 = sent }
        if Task.isCancelled { notify("cancelRequest", ["id": .integer(sent)]) }
      }
    } onCancel: {
      if let id = id.withLock({ $0 }) { notify("cancelRequest", ["id": .integer(id)]) }
    }
    return try outcome.get()
  }

  private static func line(_ method: String, _ parameters: [String: WireValue], id: Int?) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("jsonrpc", "2.0")
    if let id { writer.member("id", id) }
    writer.member("method", method)
    writer.key("params")
    WireValue.object(parameters).write(into: &writer)
    writer.endObject()
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}

/// One answer, for a thread that blocks until it is there.
private final class Answer: Sendable {
  private let outcome = Mutex<DaemonConnection.Outcome?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  func give(_ outcome: DaemonConnection.Outcome) {
    self.outcome.withLock { $0 = outcome }
    semaphore.signal()
  }

  /// Returns `nil` if it took too long.
  func wait(_ seconds: Double?) -> DaemonConnection.Outcome? {
    let deadline = seconds.map { DispatchTime.now() + $0 } ?? .distantFuture
    _ = semaphore.wait(timeout: deadline)
    return outcome.withLock { $0 }
  }
}
