import Foundation
import JSON
import Platform
import TestSupport

/// How many times as long as usual everything may take: `DEVICESIM_PATIENCE=10` for a build with checks.
let patience = ProcessInfo.processInfo.environment["DEVICESIM_PATIENCE"].flatMap { Double($0) } ?? 1

/// A client that sends any bytes, sees every byte that comes, and never waits for ever. The module `Client`
/// would pass over blank lines and carriage returns.
final class TestClient {
  let descriptor: FileDescriptor
  private var buffer: [UInt8] = []
  private var start = 0
  private var lastID = 0
  private var isClosed = false
  /// The events that came while something else was awaited.
  var events: [JSONTree] = []

  /// What it talks to, which lives at least as long.
  private let server: (any AnyObject)?

  init(_ descriptor: FileDescriptor, of server: (any AnyObject)? = nil) {
    self.descriptor = descriptor
    self.server = server
  }

  deinit { close() }

  func close() {
    if !isClosed { descriptor.close() }
    isClosed = true
  }

  /// Sends a text as it is.
  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    try Socket.sendAll(bytes, to: descriptor, until: .after(seconds: 20 * patience))
  }

  func finishWriting() { Socket.finishWriting(descriptor) }

  /// The next line; `nil` at the end.
  func line(within seconds: Double = 10) throws -> String? {
    while true {
      if let end = buffer[start...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return String(decoding: buffer[start..<end], as: UTF8.self)
      }
      buffer.removeSubrange(..<start)
      start = 0
      guard try descriptor.wait(for: .readable, until: .after(seconds: seconds * patience)) != [] else {
        throw TestFailure("nothing came within \(seconds) s; before it \(buffer.count) bytes")
      }
      let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 1)
      defer { chunk.deallocate() }
      let count = try descriptor.read(into: chunk)
      if count == 0 {
        if !buffer.isEmpty { throw TestFailure("half a line at the end") }
        return nil
      }
      buffer += chunk[..<count]
    }
  }

  /// The next line as JSON, which has to come.
  func message(within seconds: Double = 10) throws -> JSONTree {
    guard let line = try line(within: seconds) else { throw TestFailure("the connection was closed") }
    return try JSONTree(parsing: line)
  }

  /// The next message that is a reply; events before it are kept.
  func reply(within seconds: Double = 10) throws -> JSONTree {
    while true {
      let message = try message(within: seconds)
      if message["method"] != "event" { return message }
      if let event = message["params"] { events.append(event) }
    }
  }

  /// The next event.
  func event(within seconds: Double = 10) throws -> JSONTree {
    if !events.isEmpty { return events.removeFirst() }
    let message = try message(within: seconds)
    guard message["method"] == "event", let event = message["params"] else {
      throw TestFailure("no event: \(message)")
    }
    return event
  }

  /// Sends a request without waiting for its reply, and returns its id.
  @discardableResult
  func start(_ method: String, _ params: JSONTree? = nil) throws -> JSONTree {
    lastID += 1
    try send(Self.request(method, params, id: .integer(lastID)))
    return .integer(lastID)
  }

  /// Sends a request and returns the whole reply.
  func call(_ method: String, _ params: JSONTree? = nil) throws -> JSONTree {
    let id = try start(method, params)
    let reply = try reply()
    guard reply["id"] == id else { throw TestFailure("another reply: \(reply)") }
    return reply
  }

  /// Sends a request that has to succeed, and returns its result.
  @discardableResult
  func result(_ method: String, _ params: JSONTree? = nil) throws -> JSONTree {
    let reply = try call(method, params)
    guard let result = reply["result"] else { throw TestFailure("\(method): \(reply)") }
    return result
  }

  /// Sends a request that has to fail, and returns its error's code and name.
  func error(_ method: String, _ params: JSONTree? = nil) throws -> WireFailure {
    try WireFailure(try call(method, params))
  }

  static func request(_ method: String, _ params: JSONTree? = nil, id: JSONTree? = nil) -> String {
    var members: [String: JSONTree] = ["jsonrpc": "2.0", "method": .string(method)]
    members["params"] = params
    members["id"] = id
    return String(decoding: JSONTree.object(members).bytes, as: UTF8.self) + "\n"
  }
}

/// The error of a reply.
struct WireFailure: Equatable, CustomStringConvertible {
  let code: Int
  let name: String
  let message: String
  let data: JSONTree

  init(_ reply: JSONTree) throws {
    guard case .integer(let code)? = reply["error"]?["code"], let data = reply["error"]?["data"],
      case .string(let message)? = reply["error"]?["message"], case .string(let name)? = data["name"]
    else { throw TestFailure("no error: \(reply)") }
    self.code = code
    self.name = name
    self.message = message
    self.data = data
  }

  var description: String { "\(name) (\(code)): \(message)" }
}

/// Why a test could not go on.
struct TestFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
