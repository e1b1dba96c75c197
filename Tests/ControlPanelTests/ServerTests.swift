import Platform
import Schema
import Testing

@testable import ControlPanel

@Suite("The panel on its port")
struct ServerTests {
  @Test("the token leads to the page and the cookie, and a second time to 403 and nothing else")
  func token() throws {
    let panel = try PanelUnderTest()
    let answer = try panel.exchange(panel.request("GET", panel.entrance))
    #expect(answer.status == 200 && answer.body.hasSuffix("</html>\n"))
    let cookie = try #require(answer.fields["set-cookie"])
    #expect(cookie.hasSuffix("; Path=\(panel.entrance); HttpOnly; SameSite=Strict"))
    let again = try panel.exchange(panel.request("GET", panel.entrance))
    #expect(again.status == 403 && again.body.isEmpty && again.fields["set-cookie"] == nil)
    let known = try panel.exchange(
      panel.request("GET", panel.entrance, ["Cookie: \(cookie.prefix { $0 != ";" })"]))
    #expect(known.body == answer.body && known.fields["set-cookie"] == nil)
  }

  @Test("without the cookie every address is the same 403, whether it is there or not")
  func noCookie() throws {
    let panel = try PanelUnderTest()
    let first = try panel.exchange(panel.request("GET", "/"))
    #expect(first.status == 403 && first.body.isEmpty)
    let cookie = try panel.enter()
    for target in [
      "/", "/other", "/\(Secret().text)/", panel.entrance, panel.entrance + "events", panel.entrance + "call",
    ] {
      #expect(try panel.exchange(panel.request("GET", target)).bytes == first.bytes)
      let post = panel.request("POST", target, ["Origin: http://\(panel.host)"], body: "{}")
      #expect(try panel.exchange(post).bytes == first.bytes)
    }
    #expect(try panel.exchange(panel.request("GET", "/", ["Cookie: \(cookie)"])).bytes == first.bytes)
  }

  @Test("another host name and another origin get not one byte, with the right cookie too")
  func strangers() throws {
    let panel = try PanelUnderTest()
    let cookie = try panel.enter()
    let port = panel.port
    for text in [
      "GET \(panel.entrance) HTTP/1.1\r\nHost: localhost:\(port)\r\nCookie: \(cookie)\r\n\r\n",
      "GET \(panel.entrance) HTTP/1.1\r\nHost: evil.example:\(port)\r\nCookie: \(cookie)\r\n\r\n",
      "GET \(panel.entrance) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://evil.example\r\nCookie: \(cookie)\r\n\r\n",
      "POST \(panel.entrance)call HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 2\r\nCookie: \(cookie)\r\n\r\n{}",
      "POST \(panel.entrance)call HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: null\r\nContent-Length: 2\r\nCookie: \(cookie)\r\n\r\n{}",
    ] {
      #expect(try panel.exchange(Array(text.utf8)).bytes.isEmpty, "\(text)")
    }
  }

  @Test("a change is a POST of JSON; nothing else changes anything or is there")
  func methods() throws {
    let panel = try PanelUnderTest()
    let cookie = try panel.enter()
    let fields = ["Cookie: \(cookie)", "Origin: http://\(panel.host)"]
    let status = { (method: String, target: String, body: String?) in
      try panel.exchange(panel.request(method, panel.entrance + target, fields, body: body)).status
    }
    #expect(try status("GET", "call", nil) == 405)
    #expect(try status("GET", "call?method=lockDevice", nil) == 405)
    #expect(try status("POST", "", "") == 405)
    #expect(try status("POST", "events", "") == 405)
    #expect(try status("GET", "favicon.ico", nil) == 404)
    #expect(try status("GET", "..", nil) == 404)
    #expect(try status("GET", "?x", nil) == 404)
    #expect(try status("GET", "/", nil) == 404)
    #expect(try status("GET", "events?device=%zz", nil) == 404)
    #expect(try status("PUT", "call", "{}") == 400)
    #expect(try panel.exchange(panel.call("{}", cookie: cookie, type: "text/plain")).status == 415)
  }

  @Test(
    "only what a page needs goes to the daemon",
    arguments: [
      "{}", "[]", "1", "{", #"{"method":"lockDevice","params":[]}"#, #"{"method":"lockDevice","id":1}"#,
      #"{"method":"nothing"}"#, #"{"method":"shutdown"}"#, #"{"method":"subscribe"}"#,
      #"{"method":"exportState"}"#,
      #"{"method":"useDevice","params":{"device":"a"}}"#, #"{"method":"secItemCopyMatching"}"#,
      #"{"method":"lockDevice"}{"method":"lockDevice"}"#, #"{"method":"lockDevice","method":"matchingFace"}"#,
      #"{"method":"lockDevice","params":{},"params":{}}"#,
    ])
  func calls(_ body: String) throws {
    let panel = try PanelUnderTest()
    #expect(try panel.exchange(panel.call(body, cookie: panel.enter())).status == 400)
  }

  @Test("without a daemon a call says so, and nothing was done")
  func noDaemon() throws {
    let panel = try PanelUnderTest()
    let cookie = try panel.enter()
    for method in ["lockDevice", "evaluatePolicy"] {
      let answer = try panel.exchange(panel.call(#"{"method":"\#(method)"}"#, cookie: cookie))
      #expect(answer.status == 502)
      #expect(answer.body == #"{"error":true,"colour":"bad","text":"no daemon answers; nothing was done"}"#)
    }
  }

  @Test(
    "every answer is kept nowhere, framed nowhere, tells no other page where it came from, and is the only one"
  )
  func headers() throws {
    let panel = try PanelUnderTest()
    let cookie = try panel.enter()
    let client = try TCPClient(port: panel.port)
    try client.send(panel.request("GET", panel.entrance + "events", ["Cookie: \(cookie)"]))
    let stream = Answer(try client.readToEnd(or: "event: link"))
    #expect(stream.fields["content-type"] == "text/event-stream; charset=utf-8")
    let page = try panel.exchange(panel.request("GET", panel.entrance, ["Cookie: \(cookie)"]))
    for answer in [
      stream, page, try panel.exchange(panel.request("GET", "/")), try panel.exchange([13, 10, 13, 10]),
    ] {
      #expect(answer.fields["cache-control"] == "no-store")
      #expect(answer.fields["referrer-policy"] == "no-referrer")
      #expect(answer.fields["x-frame-options"] == "DENY")
      #expect(answer.fields["x-content-type-options"] == "nosniff")
      #expect(answer.fields["connection"] == "close")
      let policy = answer.fields["content-security-policy"] ?? ""
      #expect(policy.hasPrefix("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe") && !policy.contains("*"))
    }
    #expect(page.fields["content-length"] == "\(page.body.utf8.count)")
  }

  @Test("the policy of the page names by hash exactly the style and the script that it has")
  func policy() throws {
    let panel = try PanelUnderTest()
    let page = try panel.exchange(panel.request("GET", panel.entrance, ["Cookie: \(try panel.enter())"]))
    let policy = try #require(page.fields["content-security-policy"])
    for name in ["style", "script"] {
      let parts = page.body.split(separator: "<\(name)>", omittingEmptySubsequences: false)
      #expect(parts.count == 2)
      let text = try #require(parts.last?.split(separator: "</\(name)>").first)
      #expect(policy.contains("\(name)-src 'sha256-\(Base64.encode(SHA256.hash(text.utf8)))'"))
    }
    // Neither a style nor a handler stands at an element.
    #expect(!page.body.contains(" style=") && !page.body.contains(" onclick="))
    for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
      #expect(!page.body.contains(word))
    }
  }

  @Test("a head has at most 16 KiB and a body at most 64 KiB; the answer comes before the rest is sent")
  func sizes() throws {
    let panel = try PanelUnderTest()
    let cookie = try panel.enter()
    let start = "GET \(panel.entrance) HTTP/1.1\r\nHost: \(panel.host)\r\nCookie: \(cookie)\r\nX: "
    let room = PanelLimits.headBytes - start.utf8.count - 4
    let fits = start + String(repeating: "x", count: room) + "\r\n\r\n"
    #expect(fits.utf8.count == 16384)
    #expect(try panel.exchange(Array(fits.utf8)).status == 200)
    #expect(
      try panel.exchange(Array((start + String(repeating: "x", count: room + 1) + "\r\n\r\n").utf8)).status
        == 431)
    let body = String(repeating: " ", count: 65536 - 23) + #"{"method":"lockDevice"}"#
    #expect(body.utf8.count == 65536)
    #expect(try panel.exchange(panel.call(body, cookie: cookie)).status == 502)
    let head = "POST \(panel.entrance)call HTTP/1.1\r\nHost: \(panel.host)\r\nContent-Length: 65537\r\n\r\n"
    #expect(try panel.exchange(Array(head.utf8)).status == 413)
  }

  @Test("bytes behind the body are no second request, and a head is read however it arrives")
  func pieces() throws {
    let panel = try PanelUnderTest()
    let cookie = try panel.enter()
    let request = panel.request("GET", panel.entrance, ["Cookie: \(cookie)"])
    #expect(try panel.exchange(request + request).status == 400)
    #expect(try panel.exchange(panel.call("{}", cookie: cookie) + request).status == 400)
    let client = try TCPClient(port: panel.port)
    for byte in request { try client.send([byte]) }
    #expect(Answer(try client.readToEnd()).status == 200)
  }

  @Test("who sends no whole head, or no whole body, is gone after a while; the page is served meanwhile")
  func slow() throws {
    var limits = PanelLimits()
    limits.head = 0.2
    limits.body = 0.2
    let panel = try PanelUnderTest(limits: limits)
    let cookie = try panel.enter()
    let silent = try TCPClient(port: panel.port)
    let half = try TCPClient(port: panel.port)
    try half.send(Array("GET / HT".utf8))
    let body = try TCPClient(port: panel.port)
    try body.send(Array(panel.call("{}", cookie: cookie).dropLast()))
    #expect(try panel.exchange(panel.request("GET", panel.entrance, ["Cookie: \(cookie)"])).status == 200)
    for client in [silent, half, body] { #expect(try client.readToEnd().isEmpty) }
  }

  @Test(
    "of strangers there are never more than eight: the oldest gives way to the ninth, and the owner to nobody"
  )
  func nine() throws {
    var limits = PanelLimits()
    limits.head = 1000
    let panel = try PanelUnderTest(limits: limits)
    let cookie = try panel.enter()
    let owner = try TCPClient(port: panel.port)
    try owner.send(panel.request("GET", panel.entrance + "events", ["Cookie: \(cookie)"]))
    _ = try owner.readToEnd(or: "event: link")
    let strangers = try (0..<20).map { _ in try TCPClient(port: panel.port) }
    // When the thirteenth is closed, no more than the last seven are there.
    #expect(try strangers[12].readToEnd().isEmpty)
    for index in 0..<13 { #expect(try strangers[index].isClosed(), "\(index)") }
    for index in 13..<20 { #expect(try !strangers[index].isClosed(), "\(index)") }
    #expect(try !owner.isClosed())
    #expect(try panel.exchange(panel.request("GET", panel.entrance, ["Cookie: \(cookie)"])).status == 200)
    #expect(try !owner.isClosed())
    #expect(try strangers[13].isClosed() && !strangers[14].isClosed())
  }

  @Test("of more than four pages the oldest is told that it is displaced")
  func streams() throws {
    let panel = try PanelUnderTest()
    let cookie = try panel.enter()
    let pages = try (0..<5).map { _ in
      let client = try TCPClient(port: panel.port)
      try client.send(panel.request("GET", panel.entrance + "events", ["Cookie: \(cookie)"]))
      _ = try client.readToEnd(or: "event: link")
      return client
    }
    #expect(String(decoding: try pages[0].readToEnd(), as: UTF8.self).contains("event: displaced"))
    for page in pages.dropFirst() { #expect(try !page.isClosed()) }
  }
}
