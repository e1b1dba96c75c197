import Dispatch
import Platform
import SimulatedLocalAuthentication
import Testing

/// The other side of a connection, in the test's hands.
private struct Peer: Sendable {
  let connection: DaemonConnection
  private let end: FileDescriptor

  init(onEvent: @escaping @Sendable (WireValue) -> Void = { _ in }) throws {
    let (ours, theirs) = try Socket.pair()
    end = ours
    let path = "(peer \(ours.rawValue))"
    DaemonConnection.register(path) { theirs }
    connection = try DaemonConnection(path: path, onEvent: onEvent)
  }

  func say(_ text: String) throws { try end.writeAll(text) }
  func hangUp() { end.close() }

  /// Reads so many lines, on a thread that may block.
  func hear(_ count: Int) async -> [String] {
    await withCheckedContinuation { heard in
      DispatchQueue(label: "peer").async {
        var bytes: [UInt8] = []
        while bytes.count(where: { $0 == UInt8(ascii: "\n") }) < count {
          var chunk = [UInt8](repeating: 0, count: 4096)
          guard let read = try? chunk.withUnsafeMutableBytes({ try end.read(into: $0) }), read > 0 else {
            break
          }
          bytes += chunk.prefix(read)
        }
        heard.resume(
          returning: String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
      }
    }
  }
}

@Suite struct DaemonConnectionTests {
  @Test("replies find their requests in whatever order and pieces they come")
  func order() async throws {
    let peer = try Peer()
    async let first = peer.connection.call("first", [:])
    _ = await peer.hear(1)
    async let second = peer.connection.call("second", [:])
    _ = await peer.hear(1)
    try peer.say(#"{"jsonrpc":"2.0","id":2,"result":{"n":2}}"# + "\n" + #"{"jsonrpc":"2.0","id":1,"#)
    #expect(try await second == ["n": 2])
    try peer.say(#""result":{"n":1}}"# + "\n")
    #expect(try await first == ["n": 1])
  }

  @Test("an error keeps its domain, name, number and message")
  func error() async throws {
    let peer = try Peer()
    async let reply = peer.connection.call("x", [:])
    _ = await peer.hear(1)
    try peer.say(
      #"{"jsonrpc":"2.0","id":1,"error":{"code":-32012,"message":"no","data":{"domain":"devicesim","name":"refused"}}}"#
        + "\n")
    do {
      _ = try await reply
      Issue.record("an error was taken for a result")
    } catch let error as DeviceSimulatorError {
      #expect(error.name == DeviceSimulatorError.refused)
      #expect(error.code == -32012)
      #expect(error.message == "no")
    }
  }

  @Test("a daemon that goes away fails what waits and what follows")
  func lost() async throws {
    let peer = try Peer()
    async let reply = peer.connection.call("x", [:])
    _ = await peer.hear(1)
    peer.hangUp()
    do {
      _ = try await reply
      Issue.record("answered by nobody")
    } catch let error as DeviceSimulatorError {
      #expect(error.name == DeviceSimulatorError.connectionLost)
    }
    #expect(!peer.connection.isOpen)
    #expect(throws: DeviceSimulatorError.self) { try peer.connection.call("y", [:], within: 5) }
  }

  @Test("what is no JSON ends the connection")
  func nonsense() async throws {
    let peer = try Peer()
    try peer.say("HTTP/1.1 400 Bad Request\n")
    #expect(throws: DeviceSimulatorError.self) { try peer.connection.call("x", [:], within: 5) }
  }

  @Test("an error about the connection answers the call that was sent last")
  func refused() async throws {
    let peer = try Peer()
    async let first = peer.connection.call("first", [:])
    _ = await peer.hear(1)
    let second = Task { try await peer.connection.call("second", [:]) }
    _ = await peer.hear(1)
    try peer.say(
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"no","data":{"name":"refused"}}}"# + "\n")
    await #expect { try await second.value } throws: { DeviceSimulatorError.refused ~= $0 }
    try peer.say(#"{"jsonrpc":"2.0","id":1,"result":{}}"# + "\n")
    #expect(try await first == [:])
  }

  @Test("a daemon that does not answer is given up")
  func silent() throws {
    let peer = try Peer()
    #expect(throws: DeviceSimulatorError.self) { try peer.connection.call("x", [:], within: 0.02) }
  }

  @Test("a task that is cancelled takes its request back")
  func cancelled() async throws {
    let peer = try Peer()
    let task = Task { try await peer.connection.call("waitFor", [:]) }
    #expect(await peer.hear(1).first?.contains("waitFor") == true)
    task.cancel()
    #expect(await peer.hear(1).first?.contains(#""method":"cancelRequest","params":{"id":1}"#) == true)
    peer.hangUp()
    _ = try? await task.value
  }

  @Test("events come in while calls wait")
  func events() async throws {
    let (events, continuation) = AsyncStream<WireValue>.makeStream()
    let peer = try Peer { continuation.yield($0) }
    try peer.say(#"{"jsonrpc":"2.0","method":"event","params":{"seq":7}}"# + "\n")
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next()?["seq"] == 7)
  }

  @Test("a connection that nobody holds is closed")
  func released() throws {
    let (ours, theirs) = try Socket.pair()
    DaemonConnection.register("(released)") { theirs }
    do { _ = try DaemonConnection(path: "(released)") }
    var byte: UInt8 = 0
    #expect(try withUnsafeMutableBytes(of: &byte) { try ours.read(into: $0) } == 0)
  }

  @Test(
    "a daemon that speaks another version of the protocol is refused at the first connection, and asked once")
  func version() throws {
    let folder = try FileSystem.makeTemporaryDirectory(prefix: "/tmp/devicesim-version-")
    defer { try? FileSystem.removeDirectory(folder) }
    let path = "\(folder)/s"
    let listener = try Socket.make()
    try Socket.bind(listener, to: try SocketAddress(path: path))
    try Socket.listen(listener)
    defer {
      try? FileSystem.remove(path)
      listener.close()
    }
    let answers = [2, DaemonConnection.protocolVersion]
    DispatchQueue(label: "daemon").async {
      for version in answers {
        guard let connection = try? Socket.accept(listener) else { return }
        let line = #"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":\#(version),"seq":0}}"# + "\n"
        // Not before it is asked.
        _ = try? connection.wait(for: .readable, until: .after(seconds: 10))
        try? connection.writeAll(line)
      }
    }
    #expect {
      try DaemonConnection(path: path)
    } throws: { error in
      DeviceSimulatorError.connectionLost ~= error
        && (error as? DeviceSimulatorError)?.message.contains("speaks version 2 of the protocol") == true
    }
    _ = try DaemonConnection(path: path)
    // The third one is not asked: nobody would answer.
    _ = try DaemonConnection(path: path)
  }
}
