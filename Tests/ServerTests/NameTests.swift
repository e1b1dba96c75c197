import Platform
import Schema
import TestSupport
import Testing
import WireProtocol

/// Names of devices, apps and snapshots, and the other texts that requests bring.
@Suite("Names and texts of requests")
struct NameTests {
  private static let givers: [(method: String, parameter: String)] = [
    ("createDevice", "device"), ("cloneDevice", "as"), ("migrateDevice", "as"), ("saveSnapshot", "name"),
    ("setApp", "app"), ("launchApp", "app"), ("installApp", "app"), ("canEvaluatePolicy", "app"),
  ]

  @Test(
    "a name with a control character, or of more than 255 bytes, is refused, and nothing happens",
    arguments: [
      "a\nb", "\u{1B}]0;x\u{7}", "a\u{7F}", "\u{9B}2J", "\u{2028}", String(repeating: "é", count: 128),
    ])
  func refused(_ name: String) throws {
    let client = try TestServer().connect()
    for (method, parameter) in Self.givers {
      var params: [String: JSONTree] = [parameter: .string(name)]
      if method == "canEvaluatePolicy" { params["policy"] = "owner" }
      let failure = try client.error(method, .object(params))
      #expect(failure.code == -32602)
      #expect(failure.data["parameter"] == .string(parameter))
      #expect(failure.data["accepted"] == "a name of 1 to 255 bytes without control characters")
    }
    #expect(try client.result("ping")["seq"] == 0)
  }

  @Test("no method gives such a name to anything")
  func nothingIsNamed() throws {
    let client = try TestServer().connect()
    let name = "bad\u{1B}name"
    for method in MethodTable.all where !["shutdown", "rpc.discover"].contains(method.name) {
      for field in method.input.fields where ["device", "as", "name", "app", "identity"].contains(field.name)
      {
        var params = try JSONTree(parsing: method.example.parameters)
        params[field.name] = .string(name)
        _ = try client.call(method.name, params)
      }
    }
    for query in ["listDevices", "getState", "listSnapshots", "exportState", "getEvents"] {
      let bytes = try client.result(query).bytes
      #expect(!String(decoding: bytes, as: UTF8.self).contains(#"bad\u001bname"#), "\(query)")
    }
  }

  @Test("the bounds are told by getServerInfo")
  func told() throws {
    let limits = try TestServer().connect().result("getServerInfo")["limits"]
    #expect(limits?["maxNameBytes"] == 255)
    #expect(limits?["maxCaptionBytes"] == 65536)
    #expect(limits?["maxIDBytes"] == 4096)
    #expect(limits?["maxListEntries"] == 1000)
  }

  @Test("an id has at most 4 KiB; one that is longer is answered to null, and nothing is done")
  func identifiers() throws {
    let client = try TestServer().connect()
    let longest = String(repeating: "x", count: 4094)
    try client.send(#"{"jsonrpc":"2.0","id":"\#(longest)","method":"ping"}"# + "\n")
    #expect(try client.reply()["id"] == .string(longest))
    for id in [#""\#(longest)x""#, "1" + String(repeating: "0", count: 4096)] {
      try client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"lockDevice"}"# + "\n")
      let reply = try client.reply()
      #expect(reply["id"] == .null)
      #expect(try WireFailure(reply).name == "invalidRequest")
    }
    #expect(try client.result("ping")["seq"] == 0)
  }

  @Test(
    "a journal of an older version is replayed whatever its names, and what has such a name can be removed")
  func replayed() throws {
    let kept = try KeptDaemon()
    let client = try kept.connect()
    try client.result("createDevice", ["device": "NAME"])
    try client.result("saveSnapshot", ["name": "NAME"])
    try client.result("installApp", ["app": "NAME"])
    try kept.kill()
    let name = "\u{1B}[2J\n" + String(repeating: "x", count: 300)
    try rewrite(kept.journal) { _, line in
      line = line.replacing("NAME", with: name)
      if line["digest"] != nil { line["digest"] = 1 }
    }
    try rewrite(kept.snapshot) { index, line in if index == 0 { line["version"] = "9\u{1B}[2J" } }
    try kept.start()
    let after = try kept.connect()
    #expect(try after.result("getState")["apps"]?[name]?["installed"] == true)
    #expect(try after.result("uninstallApp", ["app": .string(name)])["changed"] == true)
    #expect(try after.result("deleteSnapshot", ["name": .string(name)])["changed"] == true)
    #expect(try after.result("deleteDevice", ["device": .string(name)])["changed"] == true)
    // The log tells who wrote what led to other results.
    let log = try kept.log()
    #expect(log.contains(#"written by devicesim 9\u{1b}[2J"#) && !log.contains("\u{1B}"), "\(log)")
  }

  @Test("a refused start tells what a file says on one line, with nothing that drives a terminal")
  func log() throws {
    let kept = try KeptDaemon()
    try kept.connect().result("shutdown")
    _ = try kept.daemon.end()
    try rewrite(kept.snapshot) { index, line in
      if index == 0 { (line["version"], line["new"]) = ("9\u{1B}[2J\u{202E}\n", 1) }
    }
    let errors = try kept.failToStart().errors
    #expect(errors.contains(#"9\u{1b}[2J\u{202e}\n"#), "\(errors)")
    #expect(errors.split(separator: "\n").count == 1)
  }
}

extension JSONTree {
  /// The same with one text in place of another.
  fileprivate func replacing(_ old: String, with new: String) -> JSONTree {
    switch self {
    case .string(let text): .string(text == old ? new : text)
    case .array(let elements): .array(elements.map { $0.replacing(old, with: new) })
    case .object(let members): .object(members.mapValues { $0.replacing(old, with: new) })
    default: self
    }
  }
}
