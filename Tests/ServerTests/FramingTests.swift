import Platform
import Schema
import Server
import TestSupport
import Testing
import WireProtocol

/// Bytes of a stream and what of them is a message: Protocol/README.md, "Framing".
@Suite struct FramingTests {
  private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
  private let pong = #"{"jsonrpc":"2.0","id":1,"result":{"seq":0}}"#

  @Test("a request that comes byte by byte is answered once")
  func byteByByte() throws {
    let client = try TestServer().connect()
    for byte in Array("\(ping)\n".utf8) { try client.send([byte]) }
    #expect(try client.line() == pong)
    try client.send("\(ping)\n")
    #expect(try client.line() == pong)
  }

  @Test("three requests in one write get three replies, in their order when none has to wait")
  func threeAtOnce() throws {
    let client = try TestServer().connect()
    try client.send((1...3).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# + "\n" }.joined())
    for id in 1...3 { #expect(try client.message()["id"] == .integer(id)) }
  }

  @Test("one and a half requests: the whole one is answered before the rest comes")
  func oneAndAHalf() throws {
    let client = try TestServer().connect()
    let half = ping.utf8.count / 2
    try client.send("\(ping)\n\(ping.prefix(half))")
    #expect(try client.line() == pong)
    try client.send("\(ping.dropFirst(half))\n")
    #expect(try client.line() == pong)
  }

  @Test(
    "line ends, blank lines and a byte order mark are no part of a request",
    arguments: [
      "PING\r\n", "\n\n\nPING\n", " \t \r\n\r\nPING\r\n", "\u{FEFF}PING\n", "\u{FEFF}\r\nPING\r\n",
      " PING \n", "\tPING\n",
    ])
  func decoration(_ pattern: String) throws {
    let client = try TestServer().connect()
    try client.send(pattern.replacing("PING", with: ping))
    #expect(try client.line() == pong)
    try client.send("\(ping)\n")
    #expect(try client.line() == pong)
  }

  @Test("text of two, three and four bytes survives, wherever the stream is cut")
  func multibyteText() throws {
    let server = try TestServer()
    let watcher = try server.connect()
    try watcher.result("subscribe", ["kinds": ["promptShown"]])
    let reason = "é€😀\u{2028}\u{2029}\u{85}\u{0}\n\"\\/"
    let app = try server.connect()
    let bytes = Array(
      TestClient.request("evaluatePolicy", ["policy": "owner", "reason": .string(reason)], id: 1).utf8)
    for byte in bytes { try app.send([byte]) }
    #expect(try watcher.event()["reason"] == .string(reason))
  }

  @Test("the end of input ends a last line that has no newline")
  func lastLineWithoutNewline() throws {
    let client = try TestServer().connect()
    try client.send("\(ping)\n\(ping)")
    client.finishWriting()
    #expect(try client.line() == pong)
    #expect(try client.line() == pong)
    #expect(try client.line() == nil)
  }

  @Test("half a line at the end of input is a parse error, and nothing of it is executed")
  func halfALineAtTheEnd() throws {
    let server = try TestServer()
    let client = try server.connect()
    let request = #"{"jsonrpc":"2.0","id":1,"method":"lockDevice"}"#
    try client.send("\(request.dropLast())")
    client.finishWriting()
    #expect(try WireFailure(try client.message()).name == "parseError")
    #expect(try client.line() == nil)
    #expect(try server.connect().result("getState")["deviceLocked"] == false)
  }

  @Test("the end of input with nothing said is no error")
  func nothingSaid() throws {
    let client = try TestServer().connect()
    client.finishWriting()
    #expect(try client.line() == nil)
  }

  @Test(
    "what is no JSON is a parse error with id null, and the connection lives",
    arguments: [
      "{", "nope", "{\"jsonrpc\":\"2.0\",}", "[1,]", "\"\u{1}\"", "01", "{\"a\":1}{\"b\":2}", "'x'",
      "\"\\ud800\"", "129 brackets", "100000 brackets",
    ])
  func parseErrors(_ name: String) throws {
    let depth = name.split(separator: " ").first.flatMap { Int($0) } ?? 0
    let text = depth > 1 ? String(repeating: "[", count: depth) : name
    let client = try TestServer().connect()
    try client.send("\(text)\n\(ping)\n")
    let reply = try client.message()
    #expect(reply["id"] == .some(.null))
    let failure = try WireFailure(reply)
    #expect(failure.code == -32700)
    #expect(failure.data["domain"] == "jsonrpc")
    #expect(try client.line() == pong)
  }

  @Test(
    "C91: a client that frames like a language server gets one error that says how, and the end",
    arguments: ["Content-Length: 40", "content-length:40", "CONTENT-TYPE: application/vscode-jsonrpc"])
  func headers(_ header: String) throws {
    let server = try TestServer()
    for isWhole in [true, false] {
      let client = try server.connect()
      if isWhole {
        // Whatever is in it, for nobody knows where it ends.
        try client.send("\(header)\r\n\r\n\(ping)\n\(ping)\nContent-Length: 1\r\n\r\n1")
      } else {
        for byte in Array("\(header)\r".utf8) { try client.send([byte]) }
        #expect(try client.descriptor.wait(for: .readable, until: .after(seconds: 0.05)) == [])
        try client.send("\n")
      }
      let reply = try client.message()
      #expect(reply["id"] == .some(.null))
      let failure = try WireFailure(reply)
      #expect(failure.code == -32700)
      #expect(failure.message.contains("one JSON text per line"))
      #expect(failure.message.contains("without headers"))
      #expect(try client.line() == nil)
    }
    #expect(try server.connect().result("ping") == ["seq": 0])
  }

  @Test(
    "what only looks like a header is a parse error as any other",
    arguments: ["Content-Length", "Content-Lengths: 1", "X-Content-Length: 1", "content", "-"])
  func noHeaders(_ text: String) throws {
    let client = try TestServer().connect()
    try client.send("\(text)\n\(ping)\n")
    #expect(try WireFailure(try client.message()).message.hasPrefix("not a JSON text"))
    #expect(try client.line() == pong)
  }

  @Test("bytes that are no UTF-8 are a parse error, and the connection lives")
  func badUTF8() throws {
    let client = try TestServer().connect()
    try client.send(Array("{\"a\":\"".utf8) + [0xFF, 0xC0] + Array("\"}\n\(ping)\n".utf8))
    #expect(try WireFailure(try client.message()).code == -32700)
    #expect(try client.line() == pong)
  }

  @Test("a line of exactly the limit is answered, one byte more is refused by number")
  func lineLimit() throws {
    let limit = 512
    let client = try TestServer { $0.limits.maxLineBytes = limit }.connect()
    let padded = ping + String(repeating: " ", count: limit - ping.utf8.count)
    try client.send("\(padded)\n")
    #expect(try client.line() == pong)
    try client.send("\(padded) \n\(ping)\n")
    let reply = try client.message()
    #expect(reply["id"] == .some(.null))
    let failure = try WireFailure(reply)
    #expect(failure.code == -32013)
    #expect(failure.data["limit"] == .integer(limit))
    #expect(try client.line() == pong)
  }

  @Test("an endless line is refused once, before it ends, and others are served meanwhile")
  func endlessLine() throws {
    let server = try TestServer { $0.limits.maxLineBytes = 4096 }
    let client = try server.connect()
    let other = try server.connect()
    let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    for _ in 0..<16 {
      try client.send(chunk)
      #expect(try other.result("ping") == ["seq": 0])
    }
    #expect(try WireFailure(try client.message()).name == "lineTooLong")
    try client.send("\n\(ping)\n")
    #expect(try client.line() == pong)
  }

  @Test("replies are one line each, whatever they carry")
  func oneLineReplies() throws {
    let client = try TestServer().connect()
    try client.send(#"{"jsonrpc":"2.0","id":"a\nb\r\n\u0000c","method":"no\nsuch\r\u2028method"}"# + "\n")
    let line = try #require(try client.line())
    #expect(!line.utf8.contains(0x0D))
    #expect(line.hasPrefix(#"{"jsonrpc":"2.0","id":"a\nb\r\n\u0000c","#))
  }
}
