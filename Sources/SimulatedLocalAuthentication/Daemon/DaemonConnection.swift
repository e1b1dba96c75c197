import Client
import Foundation
package import Platform
import Synchronization

/// A connection to the daemon for code that speaks in values, blocks or awaits.
package final class DaemonConnection: Sendable {
  /// How a call ended.
  package typealias Outcome = Result<WireValue, DeviceSimulatorError>

  private let path: String
  private let client: ThreadedClient
  private let common: [String: WireValue]

  /// Connects.
  ///
  /// - Parameters:
  ///   - common: parameters of every request.
  ///   - onEvent: is called on the reading thread with the parameters of each notification.
  package init(
    path: String, common: [String: WireValue] = [:],
    onEvent: @escaping @Sendable (WireValue) -> Void = { _ in }
  ) throws(DeviceSimulatorError) {
    self.path = path
    self.common = common
    do throws(ClientError) {
      client = try ThreadedClient(try Self.connect(path)) { onEvent(WireValue(json: $0.parameters)) }
    } catch {
      throw DeviceSimulatorError(error, path)
    }
    try checkProtocol()
  }

  /// The version of the protocol that is spoken here.
  package static let protocolVersion = 1
  /// The sockets whose daemons are known to speak it.
  private static let understood = Mutex<Set<String>>([])

  /// Asks a daemon once which protocol it speaks. One that is inside this process was built with it.
  private func checkProtocol() throws(DeviceSimulatorError) {
    let path = path
    if Self.connectors.withLock({ $0[path] }) != nil { return }
    if Self.understood.withLock({ $0.contains(path) }) { return }
    let version = try call("getServerInfo")["protocolVersion"]?.integer
    if version != Self.protocolVersion {
      throw DeviceSimulatorError(
        DeviceSimulatorError.connectionLost, code: -32091,
        "the daemon on \(path) speaks version \(version.map(String.init) ?? "?") of the protocol, and this library "
          + "version \(Self.protocolVersion)")
    }
    _ = Self.understood.withLock { $0.insert(path) }
  }

  private static func connect(_ path: String) throws(ClientError) -> Connection {
    guard let connector = connectors.withLock({ $0[path] }) else {
      // The default path is trusted less than one that somebody named.
      let usual = SocketLocation.forApps
      return try Connection(to: usual.path == path ? usual : SocketLocation(option: path))
    }
    do {
      return Connection(adopting: try connector())
    } catch {
      throw .cannotConnect(path: path, error)
    }
  }

  private static let connectors = Mutex<[String: @Sendable () throws(SystemError) -> FileDescriptor]>([:])

  /// Registers a daemon inside this process, which has no socket in the file system.
  package static func register(
    _ path: String, _ connect: @escaping @Sendable () throws(SystemError) -> FileDescriptor
  ) {
    connectors.withLock { $0[path] = connect }
  }

  /// Whether the connection is open, as far as is known.
  package var isOpen: Bool { client.isOpen }

  /// A request.
  package typealias Request = (method: String, parameters: [String: WireValue])

  /// Sends requests in one piece; none waits for the reply to the one before it.
  ///
  /// - Parameter completion: is called once for each request, by its index, on the reading thread, and must be quick.
  /// - Returns: the id of the last request.
  @discardableResult
  package func send(
    _ requests: [Request], completion: @escaping @Sendable (Int, Outcome) -> Void
  ) -> Int {
    client.send(
      requests.enumerated().map { index, request in
        ThreadedClient.Call(request.method, json(request.parameters)) { [path, common] outcome in
          completion(index, Self.outcome(outcome, path, common))
        }
      })
  }

  /// Sends a request; `completion` is called once, on the reading thread, and must be quick.
  ///
  /// - Returns: the request's id.
  @discardableResult
  package func send(
    _ method: String, _ parameters: [String: WireValue], completion: @escaping @Sendable (Outcome) -> Void
  ) -> Int {
    send([(method, parameters)]) { completion($1) }
  }

  private static func outcome(
    _ outcome: ThreadedClient.Outcome, _ path: String, _ common: [String: WireValue]
  ) -> Outcome {
    switch outcome {
    case .success(.result(let json)): return .success(WireValue(json: json))
    case .success(.error(let error)):
      let address = SimulatedDeviceAddress(
        socketPath: path, device: common["device"]?.string, app: common["app"]?.string)
      let error = DeviceSimulatorError(error)
      let isClosed = error.name == DeviceSimulatorError.unknownDevice && DeviceBinding.isClosed(address)
      return .failure(isClosed ? .closed(address) : error)
    case .failure(let error): return .failure(DeviceSimulatorError(error, path))
    }
  }

  /// Sends a request that gets no reply.
  package func notify(_ method: String, _ parameters: [String: WireValue]) {
    client.notify(method, json(parameters))
  }

  private func json(_ parameters: [String: WireValue]) -> [UInt8] {
    WireValue.object(parameters.merging(common) { $1 }).json
  }

  /// Sends a request and blocks this thread until the reply comes.
  ///
  /// - Parameter seconds: how long a daemon may take; `nil` for calls that wait for a person.
  package func call(
    _ method: String, _ parameters: [String: WireValue] = [:], within seconds: Double? = 10
  ) throws(DeviceSimulatorError) -> WireValue {
    try ask([(method, parameters)])[0].outcome(within: seconds).get()
  }

  /// Sends requests in one piece, for a thread that then blocks until their outcomes are there.
  package func ask(_ requests: [Request]) -> [Answer] {
    let answers = requests.map { _ in Answer(path) }
    send(requests) { answers[$0].give($1) }
    return answers
  }

  /// Sends requests in one piece, and waits for all replies.
  ///
  /// - Parameter onOutcome: is called with each outcome, by the index of its request, before what comes later.
  package func call(
    _ requests: [Request], onOutcome: @escaping @Sendable (Int, Outcome) -> Void = { _, _ in }
  ) async -> [Outcome] {
    let outcomes = Mutex([Outcome?](repeating: nil, count: requests.count))
    return await withCheckedContinuation { continuation in
      send(requests) { index, outcome in
        onOutcome(index, outcome)
        let all = outcomes.withLock { outcomes in
          outcomes[index] = outcome
          return outcomes
        }
        let known = all.compactMap(\.self)
        if known.count == requests.count { continuation.resume(returning: known) }
      }
    }
  }

  /// Sends a request and waits for the reply. Cancelling the task cancels the request.
  package func call(
    _ method: String, _ parameters: [String: WireValue]
  ) async throws(DeviceSimulatorError) -> WireValue {
    let id = Mutex<Int?>(nil)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let sent = send(method, parameters) { continuation.resume(returning: $0) }
        id.withLock { $0 = sent }
        if Task.isCancelled { cancel(sent) }
      }
    } onCancel: {
      if let id = id.withLock({ $0 }) { cancel(id) }
    }
    return try outcome.get()
  }

  private func cancel(_ id: Int) { client.notify("cancelRequest", Array("{\"id\":\(id)}".utf8)) }
}

/// One outcome, for a thread that blocks until it is there.
package final class Answer: Sendable {
  private let path: String
  private let outcome = Mutex<DaemonConnection.Outcome?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  fileprivate init(_ path: String) { self.path = path }

  fileprivate func give(_ outcome: DaemonConnection.Outcome) {
    self.outcome.withLock { $0 = outcome }
    semaphore.signal()
  }

  /// Waits for the outcome; without one in time the daemon does not answer.
  package func outcome(within seconds: Double?) -> DaemonConnection.Outcome {
    let deadline = seconds.map { DispatchTime.now() + $0 } ?? .distantFuture
    // It stays for who asks again.
    if semaphore.wait(timeout: deadline) == .success { semaphore.signal() }
    return outcome.withLock { $0 } ?? .failure(DeviceSimulatorError(.timedOut, path))
  }
}
