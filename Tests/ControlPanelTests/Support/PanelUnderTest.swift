import Foundation
import Platform

@testable import ControlPanel

/// A panel on a thread of its own, whose daemon is whatever listens at a path; nobody does, unless a test says so.
final class PanelUnderTest {
  let port: UInt16
  /// The target of the printed address, behind which everything is.
  let entrance: String
  private let thread: WorkerThread
  private let end: FileDescriptor

  init(daemon path: String = "/nonexistent/devicesim.sock", limits: PanelLimits = PanelLimits()) throws {
    let pipe = try FileDescriptor.pipe()
    let panel = try ControlPanel(daemon: SocketLocation(option: path), device: nil, limits: limits)
    let parts = panel.address.split(separator: "/")
    port = parts[1].split(separator: ":").last.flatMap { UInt16($0) } ?? 0
    entrance = "/\(parts[2])/"
    end = pipe.writing
    thread = try Self.serve(PanelOfAThread(panel), until: pipe.reading)
  }

  /// Starts the thread, which ends when nobody is at the other end of the input.
  private static func serve(_ panel: PanelOfAThread, until input: FileDescriptor) throws -> WorkerThread {
    try WorkerThread {
      // The signals of this process are its own.
      if let signals = try? SignalSource([]) {
        _ = try? panel.panel.run(signals: signals, input: input)
        signals.descriptor.close()
      }
      input.close()
    }
  }

  deinit {
    end.close()
    thread.join()
  }

  var host: String { "127.0.0.1:\(port)" }

  /// Opens the panel with its token, and returns the cookie.
  func enter() throws -> String {
    let answer = try exchange(request("GET", entrance))
    return answer.fields["set-cookie"].map { String($0.prefix { $0 != ";" }) } ?? ""
  }

  /// A request with its fields, as bytes.
  func request(_ method: String, _ target: String, _ fields: [String] = [], body: String? = nil) -> [UInt8] {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)"] + fields
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    return Array(((lines + ["", ""]).joined(separator: "\r\n") + (body ?? "")).utf8)
  }

  /// A call as the page makes it.
  func call(_ body: String, cookie: String, type: String = "application/json") -> [UInt8] {
    request(
      "POST", entrance + "call", ["Origin: http://\(host)", "Content-Type: \(type)", "Cookie: \(cookie)"],
      body: body)
  }

  /// Sends bytes and reads all that comes until the end.
  func exchange(_ bytes: [UInt8]) throws -> Answer {
    let client = try TCPClient(port: port)
    try client.send(bytes)
    return Answer(try client.readToEnd())
  }
}

/// A panel that one thread makes and another one uses.
private final class PanelOfAThread: @unchecked Sendable {
  let panel: ControlPanel

  init(_ panel: ControlPanel) { self.panel = panel }
}

/// What came back.
struct Answer {
  let bytes: [UInt8]
  /// 0: nothing came.
  var status: Int {
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return words.count > 1 ? Int(words[1]) ?? 0 : 0
  }
  var fields: [String: String] {
    let head = String(decoding: bytes[..<headEnd], as: UTF8.self).components(separatedBy: "\r\n").dropFirst()
    let pairs = head.compactMap { line in
      line.firstIndex(of: ":").map { (line[..<$0], line[$0...].dropFirst(2)) }
    }
    return Dictionary(pairs.map { ($0.0.lowercased(), String($0.1)) }, uniquingKeysWith: { one, _ in one })
  }
  var body: String { String(decoding: bytes[headEnd...].dropFirst(4), as: UTF8.self) }

  private var headEnd: Int { bytes.firstRange(of: Array("\r\n\r\n".utf8))?.lowerBound ?? bytes.endIndex }

  init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// A connection to a port of this machine.
final class TCPClient {
  let descriptor: FileDescriptor

  init(port: UInt16) throws {
    #if canImport(Darwin)
      let number = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    descriptor = FileDescriptor(number)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { throw SystemError.last("connect") }
  }

  deinit { descriptor.close() }

  func send(_ bytes: [UInt8]) throws { try Socket.sendAll(bytes, to: descriptor, until: .after(seconds: 20)) }

  /// All that comes until the end, or until a text has come.
  func readToEnd(or text: String? = nil) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      if let text, String(decoding: bytes, as: UTF8.self).contains(text) { return bytes }
      guard try !descriptor.wait(for: .readable, until: .after(seconds: 20)).isEmpty else {
        throw SystemError(ETIMEDOUT, "read")
      }
      // A connection that was reset has ended.
      let count = (try? descriptor.read(into: buffer)) ?? 0
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Whether the other side has closed it.
  func isClosed() throws -> Bool {
    guard try !descriptor.wait(for: .readable, until: .after(seconds: 0)).isEmpty else { return false }
    return try readToEnd().isEmpty
  }
}
