import TestSupport
import Testing

/// Requests, ids, notifications and batches: JSON-RPC 2.0.
@Suite struct RequestTests {
  private static let longID = "\"" + String(repeating: "i", count: 1022) + "\""

  @Test(
    "an id comes back byte for byte",
    arguments: [
      "0", "\"\"", "\"0\"", "-1", "9007199254740993", "1.0", "1e2", "-0", "0.10", "null", longID,
      #""\u0041\/é""#, "123456789012345678901234567890",
    ])
  func ids(_ id: String) throws {
    let client = try TestServer().connect()
    try client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"# + "\n")
    #expect(try client.line() == #"{"jsonrpc":"2.0","id":\#(id),"result":{"seq":0}}"#)
    try client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"nope"}"# + "\n")
    #expect(try client.line()?.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"error":{"#) == true)
  }

  @Test(
    "JSON that is no request is answered with invalidRequest",
    arguments: [
      "1", "\"ping\"", "null", "true", "{}", "[]", #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
      #"{"id":1,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"2.0","id":1,"method":7}"#,
      #"{"jsonrpc":"2.0","id":[],"method":"ping"}"#, #"{"jsonrpc":"2.0","id":true,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"ping","params":3}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"ping","extra":3}"#,
      #"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#,
    ])
  func invalidRequests(_ text: String) throws {
    let client = try TestServer().connect()
    try client.send(text + "\n")
    let failure = try WireFailure(try client.message())
    #expect(failure.code == -32600)
    #expect(failure.data["domain"] == "jsonrpc")
    #expect(try client.result("ping") == ["seq": 0])
  }

  @Test("parameters in an array, unknown, missing, twice or mistyped are refused by name")
  func invalidParams() throws {
    let client = try TestServer().connect()
    for (method, params, parameter) in [
      ("ping", "[1]", "params"), ("ping", #"{"x":1}"#, "x"), ("setPasscode", "{}", "passcode"),
      ("setPasscode", #"{"passcode":"1","passcode":"2"}"#, "passcode"),
      ("setPasscode", #"{"passcode":1234}"#, "passcode"), ("ping", #"{"device":7}"#, "device"),
      ("setState", #"{"behavior":{"maxFailures":"5"}}"#, "behavior.maxFailures"),
      ("setState", #"{"failedAttempts":1,"enroled":true}"#, "enroled"),
    ] {
      try client.send(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"# + "\n")
      let failure = try WireFailure(try client.message())
      #expect(failure.code == -32602)
      #expect(failure.data["parameter"] == .string(parameter))
    }
    #expect(try client.result("getState")["failedAttempts"] == 0)
  }

  @Test("C78: an empty array of parameters is none, also for a daemon that writes down what it is asked")
  func emptyArray() throws {
    let client = try TestServer().connect()
    try client.send(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"# + "\n")
    #expect(try client.line() == #"{"jsonrpc":"2.0","id":1,"result":{"seq":0}}"#)
    try client.send(#"{"jsonrpc":"2.0","id":2,"method":"setPasscode","params":[]}"# + "\n")
    #expect(try WireFailure(try client.message()).data["parameter"] == "passcode")
    try client.send(#"{"jsonrpc":"2.0","id":3,"method":"ping","params":null}"# + "\n")
    #expect(try WireFailure(try client.message()).name == "invalidRequest")
  }

  @Test(
    "C74: an argument too much is refused, and nothing happens",
    arguments: [#"[{},{"match":false}]"#, #"{"match":false}"#, #"[{"identity":"face-1"}]"#])
  func argumentTooMuch(_ params: String) throws {
    let server = try TestServer()
    let client = try server.connect()
    let app = try server.connect()
    try app.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
    try client.result("waitFor", ["kind": "promptShown"])
    try client.send(#"{"jsonrpc":"2.0","id":1,"method":"match","params":\#(params)}"# + "\n")
    #expect(try WireFailure(try client.message()).name == "invalidParams")
    #expect(try client.result("getState")["prompt"] != .some(.null))
  }

  @Test("an unknown method is refused naming the nearest one")
  func unknownMethod() throws {
    let failure = try TestServer().connect().error("matchingFinge")
    #expect(failure.code == -32601)
    #expect(failure.data["nearest"] == "matchingFinger")
  }

  @Test("a notification takes effect and is not answered, whatever is wrong with it")
  func notifications() throws {
    let client = try TestServer().connect()
    try client.send(TestClient.request("lockDevice"))
    try client.send(TestClient.request("nope"))
    try client.send(TestClient.request("setPasscode", ["passcode": 7]))
    #expect(try client.result("getState")["deviceLocked"] == true)
  }

  @Test("two requests with one id get two replies")
  func sameIDTwice() throws {
    let client = try TestServer().connect()
    let request = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n"
    try client.send(request + request)
    #expect(try client.message()["id"] == 1)
    #expect(try client.message()["id"] == 1)
  }

  @Test("a batch is answered with one array in the order of its requests, without the notifications")
  func mixedBatch() throws {
    let client = try TestServer().connect()
    try client.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"lockDevice"},7,"#
        + #"{"jsonrpc":"2.0","id":"n","method":"nope"},{"foo":1},[],"#
        + #"{"jsonrpc":"2.0","id":2,"method":"getState"}]"# + "\n")
    let replies = try client.message()
    #expect(replies[0]?["id"] == 1)
    #expect(replies[1]?["error"]?["code"] == -32600)
    #expect(replies[1]?["id"] == .some(.null))
    #expect(replies[2]?["error"]?["code"] == -32601)
    #expect(replies[2]?["id"] == "n")
    #expect(replies[3]?["error"]?["code"] == -32600)
    #expect(replies[4]?["error"]?["code"] == -32600)
    #expect(replies[5]?["result"]?["deviceLocked"] == true)
    #expect(replies[6] == nil)
  }

  @Test("a batch of notifications only is not answered")
  func notificationBatch() throws {
    let client = try TestServer().connect()
    try client.send(#"[{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","method":"lockDevice"}]"# + "\n")
    #expect(try client.result("ping") == ["seq": 1])
  }

  @Test("a batch with a request that waits is answered when that one is, and holds up no other line")
  func waitingBatch() throws {
    let client = try TestServer().connect()
    try client.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"evaluatePolicy","params":{"policy":"owner","reason":"r"}},"#
        + #"{"jsonrpc":"2.0","id":2,"method":"ping"}]"# + "\n"
        + #"{"jsonrpc":"2.0","id":3,"method":"ping"}"# + "\n"
        + #"{"jsonrpc":"2.0","id":4,"method":"match"}"# + "\n")
    #expect(try client.message()["id"] == 3)
    let replies = try client.message()
    #expect(replies[0]?["result"]?["method"] == "biometry")
    #expect(replies[1]?["id"] == 2)
    #expect(try client.message()["id"] == 4)
  }

  @Test("a notification that waits does not hold up the replies of its batch")
  func waitingNotification() throws {
    let client = try TestServer().connect()
    try client.send(
      #"[{"jsonrpc":"2.0","method":"evaluatePolicy","params":{"policy":"owner","reason":"r"}},"#
        + #"{"jsonrpc":"2.0","id":2,"method":"ping"}]"# + "\n")
    #expect(try client.message() == [["jsonrpc": "2.0", "id": 2, "result": ["seq": 3]]])
    #expect(try client.result("match")["outcome"] == "succeeded")
  }

  @Test("requests that wait are answered when each is done, and none holds up the next")
  func outOfOrder() throws {
    let server = try TestServer()
    let client = try server.connect()
    let waiting = try client.start("evaluatePolicy", ["policy": "owner", "reason": "r"])
    #expect(try client.result("ping")["seq"] == 3)
    try server.connect().result("match")
    #expect(try client.reply()["id"] == waiting)
  }

  @Test("cancelRequest ends what waits, whatever it waits for; an unknown id changes nothing")
  func cancelRequest() throws {
    let client = try TestServer().connect()
    for (method, params) in [
      ("evaluatePolicy", ["policy": "owner", "reason": "r"]), ("match", ["whenPrompted": true]),
      ("waitFor", ["kind": "deviceLocked"]),
    ] as [(String, JSONTree)] {
      let waiting = try client.start(method, params)
      let cancel = try client.start("cancelRequest", ["id": waiting])
      let reply = try client.reply()
      #expect(reply["id"] == waiting)
      #expect(try WireFailure(reply).code == -32015)
      let answer = try client.reply()
      #expect(answer["id"] == cancel)
      #expect(answer["result"]?["changed"] == true)
    }
    #expect(try client.result("getState")["prompt"] == .some(.null))
    #expect(try client.result("cancelRequest", ["id": 999])["changed"] == false)
  }

  @Test("cancelRequest compares ids as they were written, and only those of its own connection")
  func cancelOwnOnly() throws {
    let server = try TestServer()
    let client = try server.connect()
    let other = try server.connect()
    try client.send(TestClient.request("waitFor", ["kind": "deviceLocked"], id: 5))
    try other.send(TestClient.request("waitFor", ["kind": "deviceLocked"], id: "5"))
    #expect(try other.result("cancelRequest", ["id": 5])["changed"] == false)
    try client.send(TestClient.request("cancelRequest", ["id": 5], id: "c"))
    #expect(try client.message()["id"] == 5)
    #expect(try client.message()["id"] == "c")
  }

  @Test("the socket for apps takes what apps call and nothing that touches the device")
  func appSocket() throws {
    let app = try TestServer().connectAsApp()
    for method in ["ping", "getServerInfo", "rpc.discover", "createContext"] { try app.result(method) }
    #expect(try app.result("canEvaluatePolicy", ["policy": "owner"])["canEvaluate"] == true)
    for method in ["getState", "match", "shutdown", "subscribe", "enroll"] {
      #expect(try app.error(method).code == -32007)
    }
  }
}
