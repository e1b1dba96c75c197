import JSON
import Testing
import WireProtocol

@Suite struct RequestEnvelopeTests {
  /// What a line is read as, in words.
  private func read(_ line: String) throws -> String {
    try withJSON(Array(line.utf8)) { node in
      do throws(InvalidRequest) {
        switch try IncomingMessage(node) {
        case .batch(let elements): return "batch of \(elements.count)"
        case .request(let request):
          let id = request.id.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "none"
          return
            "\(request.method.string ?? "") id \(id) params \(request.params.map { "\($0.kind)" } ?? "none")"
        }
      } catch {
        return
          "\(error.error.code) id \(String(decoding: error.id.bytes, as: UTF8.self)): \(error.error.message)"
      }
    }
  }

  @Test(
    "a request keeps its id byte for byte",
    arguments: [
      "0", "-0", #""""#, #""0""#, "-1", "9007199254740993", "1.0", "1e2", "1.5", "null", #""a\u0062 c""#,
      "\"" + String(repeating: "k", count: 1000) + "\"",
    ])
  func id(text: String) throws {
    #expect(
      try read(#"{"jsonrpc":"2.0","id": \#(text) ,"method":"ping"}"#) == "ping id \(text) params none")
  }

  @Test(
    "a request needs no more than its version and method, in any order",
    arguments: [
      (#"{"jsonrpc":"2.0","method":"ping"}"#, "ping id none params none"),
      (#"{"method":"ping","params":{},"jsonrpc":"2.0","id":1}"#, "ping id 1 params object"),
      (#"{"\u006aso\u006erpc":"2\u002e0","method":"ping","params":[]}"#, "ping id none params array"),
      (#"[{"jsonrpc":"2.0","method":"ping"}]"#, "batch of 1"),
      ("[1,[],null]", "batch of 3"),
    ])
  func accepted(line: String, reading: String) throws {
    #expect(try read(line) == reading)
  }

  @Test(
    "what is no request is refused with the reason, to its id if that is one",
    arguments: [
      ("[]", "null", "a batch must hold at least one request"),
      ("7", "null", "a request must be a JSON object"),
      (#""ping""#, "null", "a request must be a JSON object"),
      ("null", "null", "a request must be a JSON object"),
      ("{}", "null", #"jsonrpc must be "2.0""#),
      (#"{"id":1,"method":"ping"}"#, "1", #"jsonrpc must be "2.0""#),
      (#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, "1", #"jsonrpc must be "2.0""#),
      (#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, #""a""#, #"jsonrpc must be "2.0""#),
      (#"{"jsonrpc":"2.0","id":1}"#, "1", "method must be a string, the name of a method"),
      (
        #"{"jsonrpc":"2.0","method":1,"params":"bar"}"#, "null",
        "method must be a string, the name of a method"
      ),
      (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, "null", "id must be a string, a number or null"),
      (#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, "null", "id must be a string, a number or null"),
      (#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, "null", "id must be a string, a number or null"),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"ping","params":"bar"}"#, "1",
        "params must be an object; leave it out if there are none"
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"ping","params":null}"#, "1",
        "params must be an object; leave it out if there are none"
      ),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}"#, "1", "method is given twice"),
      (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, "null", "id is given twice"),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"ping","parms":{}}"#, "1",
        #"a request has no member "parms"; it has jsonrpc, id, method and params"#
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"result":{}}"#, "1",
        #"a request has no member "result"; it has jsonrpc, id, method and params"#
      ),
    ])
  func refused(line: String, id: String, message: String) throws {
    #expect(try read(line) == "-32600 id \(id): \(message)")
  }
}
