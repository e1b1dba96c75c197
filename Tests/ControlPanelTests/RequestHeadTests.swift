import TestSupport
import Testing

@testable import ControlPanel

@Suite("The head of a request")
struct RequestHeadTests {
  private func head(_ lines: String...) throws(HTTPStatus) -> RequestHead {
    try RequestHead(lines.map { "\($0)\r\n" }.joined().utf8)
  }

  @Test("what a browser sends is read")
  func whole() throws {
    let head = try head(
      "POST /call HTTP/1.1", "Host: 127.0.0.1:80", "Content-Length: 12", "content-type:\tapplication/json ",
      "Origin: http://127.0.0.1:80", "Cookie: a=b", "Accept: */*", "X-Empty:")
    #expect(head.method == .post && head.target == "/call" && head.host == "127.0.0.1:80")
    #expect(head.contentLength == 12 && head.contentType == "application/json")
    #expect(head.origin == "http://127.0.0.1:80" && head.cookie == "a=b")
  }

  @Test(
    "what two readers could read in two ways is refused",
    arguments: [
      "GET / HTTP/1.0\r\nHost: a\r\n", "GET / HTTP/1.1\nHost: a\n", "GET / HTTP/1.1\r\nHost: a\n",
      "GET / HTTP/1.1\r\nHost: a\rb\r\n", "GET  / HTTP/1.1\r\nHost: a\r\n", "GET / HTTP/1.1 \r\nHost: a\r\n",
      " GET / HTTP/1.1\r\nHost: a\r\n", "get / HTTP/1.1\r\nHost: a\r\n", "PUT / HTTP/1.1\r\nHost: a\r\n",
      "GET http://a/ HTTP/1.1\r\nHost: a\r\n", "GET * HTTP/1.1\r\nHost: a\r\n",
      "GET /\u{e9} HTTP/1.1\r\nHost: a\r\n",
      "GET /\u{7f} HTTP/1.1\r\nHost: a\r\n", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n",
      "GET / HTTP/1.1\r\nHost : a\r\n", "GET / HTTP/1.1\r\n: a\r\nHost: a\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\n b\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: \u{1}\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX\u{e9}: 1\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nCookie: a\r\nCookie: b\r\nContent-Length: 1\r\n", "", "\r\n",
    ])
  func strict(_ text: String) {
    #expect(throws: HTTPStatus.badRequest) { try RequestHead(text.utf8) }
  }

  @Test("a body says its length, and has at most 64 KiB")
  func length() throws {
    #expect(throws: HTTPStatus.lengthRequired) { try head("POST / HTTP/1.1", "Host: a") }
    #expect(try head("POST / HTTP/1.1", "Host: a", "Content-Length: 65536").contentLength == 65536)
    for length in ["65537", "18446744073709551617"] {
      #expect(throws: HTTPStatus.contentTooLarge) {
        try head("POST / HTTP/1.1", "Host: a", "Content-Length: \(length)")
      }
    }
  }

  @Test("whatever bytes come, a head is read or refused; what is read is what stands there")
  func anyBytes() {
    var random = SeededGenerator(seed: 1)
    let whole = Array(
      "POST /call HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Length: 12\r\nCookie: a=b\r\nOrigin: http://a\r\n"
        .utf8)
    let pieces: [[UInt8]] = [
      "\r", "\n", "\r\n", ":", " ", "\t", "\0", "\u{80}", "Host: a\r\n", "Content-Length: 1\r\n",
    ]
    .map { Array($0.utf8) }
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
        }
      }
      guard let head = try? RequestHead(bytes) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.hasPrefix("\(head.method.rawValue) \(head.target) HTTP/1.1\r\n") && text.hasSuffix("\r\n"))
      #expect(
        !text.unicodeScalars.contains {
          ($0.value < 0x20 && !"\r\n\t".unicodeScalars.contains($0)) || $0.value > 0x7E
        })
      #expect(
        text.matches(of: /(?i)(?:^|\r\n)host:/).count == 1 && head.contentLength ?? 0 <= PanelLimits.bodyBytes
      )
    }
  }

  @Test("a name in a query comes back as it was, and nothing but the name is taken")
  func query() {
    #expect(PercentEncoding.value(of: "device", in: "device=a%20b%E2%80%AE%26") == "a b\u{202e}&")
    for query in ["device", "name=a", "device=%", "device=%4", "device=%zz", "device=a&b=c", "device=%ff"] {
      #expect(PercentEncoding.value(of: "device", in: query[...]) == nil, "\(query)")
    }
  }
}
