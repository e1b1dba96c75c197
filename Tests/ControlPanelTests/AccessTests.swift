import Testing

@testable import ControlPanel

@Suite("Who may use the panel")
struct AccessTests {
  private func head(_ line: String, _ more: String...) throws -> RequestHead {
    try RequestHead(([line + " HTTP/1.1"] + more).map { "\($0)\r\n" }.joined().utf8)
  }

  private let host = "Host: 127.0.0.1:4000"

  private func path(_ gate: Gate) -> String { gate.address.replacing("http://127.0.0.1:4000", with: "") }

  @Test("a secret has 128 bits, is never the same, and is compared as a whole")
  func secret() {
    let secrets = (0..<100).map { _ in Secret() }
    #expect(Set(secrets.map(\.text)).count == 100)
    #expect(secrets.allSatisfy { $0.text.utf8.count == 32 && $0.text.allSatisfy(\.isHexDigit) })
    #expect(secrets[0].matches(secrets[0].text))
    for other in ["", secrets[1].text, String(secrets[0].text.dropLast()), secrets[0].text + "0"] {
      #expect(!secrets[0].matches(other))
    }
  }

  @Test("the token opens the panel once, and from then on the cookie does")
  func once() throws {
    var gate = Gate(port: 4000, host: "127.0.0.1")
    let path = path(gate)
    guard case .welcome(let cookie) = gate.judge(try head("GET \(path)", host)) else {
      Issue.record("the token opens nothing")
      return
    }
    #expect(cookie.hasSuffix("; Path=\(path); HttpOnly; SameSite=Strict"))
    #expect(gate.judge(try head("GET \(path)", host)) == .forbidden)
    let pair = "Cookie: other=1; " + (cookie.split(separator: ";").first ?? "")
    #expect(gate.judge(try head("GET \(path)", host, pair)) == .known(target: ""))
    #expect(gate.judge(try head("GET \(path)events?a", host, pair)) == .known(target: "events?a"))
    #expect(gate.judge(try head("GET \(path)", host, pair + "0")) == .forbidden)
    #expect(gate.judge(try head("GET /", host, pair)) == .forbidden)
    #expect(gate.judge(try head("GET /\(Secret().text)/", host, pair)) == .forbidden)
    #expect(!pair.contains(path.dropFirst().dropLast()), "the cookie is not the token")
  }

  @Test("a wrong token opens nothing, and does not use up the right one")
  func wrong() throws {
    var gate = Gate(port: 4000, host: "127.0.0.1")
    let path = path(gate)
    for wrong in [
      "/", "/\(Secret().text)/", path + "events", path + "?", "/" + path, String(path.dropLast()),
    ] {
      #expect(gate.judge(try head("GET \(wrong)", host)) == .forbidden)
    }
    #expect(!gate.isOpened)
    #expect(gate.judge(try head("GET \(path)", host)) != .forbidden)
  }

  @Test(
    "another host name or another origin is a stranger, even with the token",
    arguments: [
      "Host: localhost:4000", "Host: 127.0.0.1", "Host: 127.0.0.1:4001", "Host: evil.example:4000",
      "Host: 127.0.0.1:4000.", "Host: user@127.0.0.1:4000", "Host: [::1]:4000",
      "Host: 127.0.0.1:4000\r\nOrigin: http://evil.example", "Host: 127.0.0.1:4000\r\nOrigin: null",
      "Host: 127.0.0.1:4000\r\nOrigin: http://127.0.0.1:4001",
      "Host: 127.0.0.1:4000\r\nOrigin: https://127.0.0.1:4000",
      "Host: 127.0.0.1:4000\r\nOrigin: http://127.0.0.1:4000/",
    ])
  func strangers(_ lines: String) throws {
    var gate = Gate(port: 4000, host: "127.0.0.1")
    #expect(gate.judge(try head("GET \(path(gate))", lines)) == .stranger)
    #expect(!gate.isOpened)
  }

  @Test("a change comes from the page itself, which says so")
  func origin() throws {
    var gate = Gate(port: 4000, host: "127.0.0.1")
    let (path, length) = (path(gate), "Content-Length: 0")
    #expect(gate.judge(try head("POST \(path)call", host, length)) == .stranger)
    #expect(
      gate.judge(try head("POST \(path)call", host, length, "Origin: http://127.0.0.1:4000")) == .forbidden)
  }

  @Test("the hash of the policy is SHA-256")
  func hash() {
    let known = [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000).lowercased(),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ]
    for (text, expected) in known {
      let hex = SHA256.hash(text.utf8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      #expect(hex == expected)
    }
  }
}
