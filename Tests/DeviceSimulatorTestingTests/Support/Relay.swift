import DeviceSimulatorTesting
import Foundation
import Platform
import SimulatedLocalAuthentication
import Synchronization

/// Stands between devices and the daemon of this process: notes each request, and can break off.
final class Relay: Sendable {
  private let passing = Mutex(Passing())
  private let name: String

  private static let lastNumber = Atomic(0)

  private struct Passing {
    var requests: [WireValue] = []
    var turns = 0
    var isDaemonsTurn = true
    var descriptors: [FileDescriptor] = []
    var isBroken = false
  }

  init() {
    name = "relay \(Self.lastNumber.add(1, ordering: .relaxed).newValue)"
  }

  /// What the harness and the app have asked so far.
  var requests: [WireValue] { passing.withLock { $0.requests } }

  /// How often somebody asked after an answer: what is asked in one piece is one turn.
  var turns: Int { passing.withLock { $0.turns } }

  /// Runs a test whose devices are reached through this relay.
  func route<R>(_ body: () async throws -> R) async rethrows -> R {
    let route = Route(harnessPath: name, appPath: "\(name), app side") { (isApp) throws(SystemError) in
      try self.open(isApp: isApp)
    }
    return try await Route.$current.withValue(route, operation: body)
  }

  private func open(isApp: Bool) throws(SystemError) -> FileDescriptor {
    let daemon = try InProcessDaemon.shared.connect(isApp: isApp)
    let (client, own) = try Socket.pair()
    passing.withLock { $0.descriptors += [own, daemon] }
    Thread { self.copy(from: own, to: daemon) { self.note($0) } }.start()
    Thread { self.copy(from: daemon, to: own) { _ in self.passing.withLock { $0.isDaemonsTurn = true } } }
      .start()
    return client
  }

  private func copy(from source: FileDescriptor, to sink: FileDescriptor, _ note: (Data) -> Void) {
    var chunk = [UInt8](repeating: 0, count: 65536)
    var line = Data()
    while let count = try? chunk.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 {
      // What the daemon says because one connection is gone must not come through another.
      if passing.withLock({ $0.isBroken }) { break }
      for byte in chunk.prefix(count) {
        if byte == UInt8(ascii: "\n") {
          note(line)
          line = Data()
        } else {
          line.append(byte)
        }
      }
      guard (try? Socket.sendAll(Array(chunk.prefix(count)), to: sink)) != nil else { break }
    }
    Socket.shutDown(source)
    Socket.shutDown(sink)
  }

  private func note(_ line: Data) {
    passing.withLock { passing in
      passing.requests.append(WireValue(json: Array(line)))
      if passing.isDaemonsTurn { passing.turns += 1 }
      passing.isDaemonsTurn = false
    }
  }

  /// Ends all connections, as a daemon that dies.
  func breakOff() {
    let descriptors = passing.withLock { passing in
      passing.isBroken = true
      return passing.descriptors
    }
    for descriptor in descriptors { Socket.shutDown(descriptor) }
  }
}
