import Foundation
import TestSupport
import Testing

/// The JSON test suite through the socket.
@Suite(.enabled(if: SharedFolder.url != nil, "the folder of shared test data is not there"))
struct ConformanceTests {
  @Test("each line gets exactly one reply, a blank one none, and the next request is answered")
  func everyFile() throws {
    let client = try TestServer().connect()
    let names = SharedFolder.files(in: "jsontestsuite/test_parsing")
    #expect(names.count >= 300)
    var checked = 0
    for name in names {
      let url = try #require(SharedFolder.url).appending(path: "jsontestsuite/test_parsing/\(name)")
      let bytes = Array(try Data(contentsOf: url))
      if bytes.contains(0x0A) || bytes.count > 1 << 20 { continue }
      checked += 1
      try client.send(bytes + Array("\n\(TestClient.request("ping", id: .string(name)))".utf8))
      let isBlank = bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      if !isBlank {
        let reply = try client.message()
        // Accepted texts are JSON and no request, or batches of what is none.
        let error = reply["error"] ?? reply[0]?["error"]
        let code = try #require(error?["code"], "\(name): \(reply)")
        if name.hasPrefix("y_") { #expect(code == -32600, "\(name)") }
        if name.hasPrefix("n_") { #expect(code == -32700, "\(name)") }
      }
      #expect(try client.message()["id"] == .string(name))
    }
    #expect(checked > 250)
  }
}
