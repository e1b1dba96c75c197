import Client
import Foundation
import Platform
import TestSupport
import Testing

@Suite("The blocking client")
struct ClientTests {
  @Test("replies are told apart by their number, and events are kept meanwhile")
  func interleaved() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("devicesim start --detach")
    let client = try Client(path: sandbox.socket)
    let limit = WaitLimit.after(seconds: 10)
    _ = try client.call("subscribe", until: limit)
    let pending = try client.send("evaluatePolicy", Array(#"{"policy":"owner","reason":"r"}"#.utf8))
    let scan = try client.send("matchingFace", Array(#"{"whenPrompted":true}"#.utf8))
    // The later one is asked for first.
    guard case .result(let report) = try client.reply(to: scan, until: limit) else {
      Issue.record("the scan was refused")
      return
    }
    #expect(try JSONTree(parsing: report)["outcome"] == "succeeded")
    guard case .result(let result) = try client.reply(to: pending, until: limit) else {
      Issue.record("the evaluation failed")
      return
    }
    #expect(try JSONTree(parsing: result)["method"] == "biometry")
    var kinds: [JSONTree?] = []
    for _ in 0..<3 {
      let event = try #require(try client.notification(for: .standardError))
      kinds.append(try JSONTree(parsing: event.parameters)["kind"])
    }
    #expect(kinds == ["appStateChanged", "appStateChanged", "promptShown"])
  }

  @Test("an error is a reply")
  func error() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("devicesim start --detach")
    let reply = try Client(path: sandbox.socket).call("nope", until: .after(seconds: 10))
    guard case .error(let error) = reply else {
      Issue.record("it is no error")
      return
    }
    #expect(error.code == -32601)
    #expect((error.domain, error.name) == ("jsonrpc", "methodNotFound"))
    #expect(error.message.contains("nope"))
    #expect(try JSONTree(parsing: error.json)["data"]?["nearest"] == "ping")
  }

  @Test("nobody there, or no path that could be one")
  func nobody() throws {
    #expect(throws: ClientError.self) { try Client(path: "/nonexistent/s") }
    let error = #expect(throws: ClientError.self) { try Client(path: String(repeating: "a", count: 300)) }
    guard case .invalidPath = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("at the default path a folder that others may enter is told from one where nobody listens")
  func foreignFolder() throws {
    let sandbox = try Sandbox()
    let location = SocketLocation(
      option: nil, environment: { $0 == "XDG_RUNTIME_DIR" ? sandbox.folder : nil }, userID: geteuid())
    #expect(#expect(throws: ClientError.self) { try Client(to: location) }?.meansNobodyListens == true)
    try FileSystem.makeDirectory(Path.directory(of: location.path))
    #expect(#expect(throws: ClientError.self) { try Client(to: location) }?.meansNobodyListens == true)
    try FileSystem.setMode(0o701, of: Path.directory(of: location.path))
    let error = #expect(throws: ClientError.self) { try Client(to: location) }
    guard case .foreign(let message) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      message.hasPrefix("the folder \(sandbox.folder)/devicesim must be a directory of user \(geteuid())"))
    // Who names the same path has chosen the folder.
    #expect(
      #expect(throws: ClientError.self) { try Client(path: location.path) }?.meansNobodyListens == true)
  }

  @Test("a daemon that is silent, talks nonsense or hangs up is told apart")
  func peers() throws {
    let peer = try Peer()
    #expect(throws: ClientError.timedOut) {
      try peer.client().call("ping", until: .after(seconds: 0.05))
    }
    #expect(throws: ClientError.notUnderstood("HTTP/1.1 400 Bad Request")) {
      try peer.client(saying: "HTTP/1.1 400 Bad Request\r\n").call("ping", until: .after(seconds: 5))
    }
    #expect(throws: ClientError.notUnderstood(#"{"jsonrpc":"2.0","id":1}"#)) {
      try peer.client(saying: #"{"jsonrpc":"2.0","id":1}"# + "\n").call("ping", until: .after(seconds: 5))
    }
    #expect(throws: ClientError.connectionLost) {
      try peer.client(saying: "", thenCloses: true).call("ping", until: .after(seconds: 5))
    }
  }

  @Test("an error about the connection answers whatever was asked")
  func refused() throws {
    let line = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32007,"message":"not yours"}}"#
    let reply = try Peer().client(saying: line + "\n", thenCloses: true).call(
      "ping", until: .after(seconds: 5))
    guard case .error(let error) = reply else {
      Issue.record("it is no error")
      return
    }
    #expect((error.code, error.message, error.name) == (-32007, "not yours", ""))
    #expect(error.json == Array(#"{"code":-32007,"message":"not yours"}"#.utf8))
  }
}

/// A listener that says what it is told.
private final class Peer {
  private let folder: String
  private let listener: FileDescriptor
  private var connections: [FileDescriptor] = []

  init() throws {
    folder = try FileSystem.makeTemporaryDirectory(prefix: "/tmp/devicesim-peer-")
    listener = try Socket.make()
    try Socket.bind(listener, to: SocketAddress(path: "\(folder)/s"))
    try Socket.listen(listener)
  }

  deinit {
    for descriptor in connections + [listener] { descriptor.close() }
    try? FileManager.default.removeItem(atPath: folder)
  }

  func client(saying text: String = "", thenCloses: Bool = false) throws -> Client {
    let client = try Client(path: "\(folder)/s")
    let connection = try Socket.accept(listener)
    try Socket.sendAll(Array(text.utf8), to: connection)
    if thenCloses { connection.close() } else { connections.append(connection) }
    return client
  }
}
