import Foundation
import JSON
import Platform
import Synchronization

/// What a connection and its reading thread share. The descriptor is closed when both are done with it.
final class DaemonLink: Sendable {
  private let descriptor: FileDescriptor
  private let path: String
  private let onEvent: @Sendable (WireValue) -> Void
  /// The requests that are not answered; `nil` once nothing can come any more.
  private let waiting = Mutex<[Int: @Sendable (DaemonConnection.Outcome) -> Void]?>([:])

  init(_ descriptor: FileDescriptor, _ path: String, _ onEvent: @escaping @Sendable (WireValue) -> Void) {
    self.descriptor = descriptor
    self.path = path
    self.onEvent = onEvent
  }

  deinit { descriptor.close() }

  var isOpen: Bool { waiting.withLock { $0 != nil } }

  func expect(_ id: Int, _ completion: @escaping @Sendable (DaemonConnection.Outcome) -> Void) {
    let isOpen = waiting.withLock { waiting in
      waiting?[id] = completion
      return waiting != nil
    }
    if !isOpen { completion(.failure(.connectionLost(path))) }
  }

  /// A failure to send shows as the end of what can be read, which fails every call.
  func send(_ line: [UInt8]) {
    do {
      try Socket.sendAll(line, to: descriptor, until: .after(seconds: 10))
    } catch {
      hangUp()
    }
  }

  func hangUp() { _ = shutdown(descriptor.rawValue, Int32(SHUT_RDWR)) }

  func readToTheEnd() {
    var framer = LineFramer(maximumLineBytes: .max)
    let document = JSONDocument()
    do {
      while try framer.fill(minimum: 16384, { try descriptor.read(into: $0) }) > 0 {
        while case .line(let line) = framer.next() { take(try document.parse(line)) }
      }
    } catch {
      // The rest cannot be understood, so the connection is of no more use.
      hangUp()
    }
    let unanswered = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting.map { Array($0.values) } ?? []
    }
    for completion in unanswered { completion(.failure(.connectionLost(path))) }
  }

  private func take(_ message: JSONNode) {
    if let parameters = message["params"] {
      onEvent(WireValue(parameters))
    } else if let id = message["id"]?.integer,
      let completion = waiting.withLock({ $0?.removeValue(forKey: id) })
    {
      completion(outcome(message))
    }
  }

  private func outcome(_ message: JSONNode) -> DaemonConnection.Outcome {
    guard let error = message["error"] else {
      return .success(message["result"].map(WireValue.init) ?? .null)
    }
    let data = error["data"]
    return .failure(
      DeviceSimulatorError(
        DeviceSimulatorError.Name(rawValue: data?["name"]?.string ?? ""), code: error["code"]?.integer ?? 0,
        error["message"]?.string ?? "", domain: data?["domain"]?.string ?? ""))
  }
}
