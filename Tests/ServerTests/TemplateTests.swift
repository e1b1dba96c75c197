import Foundation
import Platform
import TestSupport
import Testing

/// What `--templates` gives a daemon, and `createDevice` takes of it.
@Suite struct TemplateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func daemon(_ templates: String) throws -> TestDaemon {
    try FileSystem.write(Array(templates.utf8), to: folder.file("t"))
    return try TestDaemon.start(in: folder, ["--templates", folder.file("t")])
  }

  @Test("a device begins as its template says, changed by its own state, and a reset leads there")
  func templates() throws {
    let daemon = try daemon(
      #"{"touch":{"state":{"biometryType":"touchID","identities":["a","b"]},"clock":"manual"},"plain":{}}"#)
    let client = try daemon.connect()
    #expect(try client.result("getServerInfo")["templates"] == ["plain", "touch"])
    try client.result(
      "createDevice", ["device": "x", "template": "touch", "state": ["failedAttempts": 2]])
    var state = try client.result("getState", ["device": "x"])
    #expect(state["identities"] == ["a", "b"])
    #expect(state["failedAttempts"] == 2)
    #expect(state["clock"]?["mode"] == "manual")
    try client.result("setState", ["device": "x", "biometryType": "faceID", "failedAttempts": 0])
    try client.result("resetDevice", ["device": "x"])
    state["seq"] = nil
    var after = try client.result("getState", ["device": "x"])
    after["seq"] = nil
    #expect(after == state)
    try client.result("createDevice", ["device": "y", "template": "touch", "clock": "real"])
    #expect(try client.result("getState", ["device": "y"])["clock"]?["mode"] == "real")
    let failure = try client.error("createDevice", ["device": "z", "template": "tuch"])
    #expect(failure.code == -32602)
    #expect(failure.data["accepted"] == ["plain", "touch"])
  }

  @Test("an exported device is a template")
  func exported() throws {
    let server = try TestServer()
    let source = try server.connect()
    try source.result("secItemAdd", ["class": "genericPassword", "account": "a", "value": "v"])
    let state = try source.result("exportState")["state"] ?? nil
    let templates: JSONTree = ["signed-in": ["exported": state, "state": ["failedAttempts": 1]]]
    let client = try daemon(String(decoding: templates.bytes, as: UTF8.self)).connect()
    for name in ["a", "b"] {
      try client.result("createDevice", ["device": .string(name), "template": "signed-in"])
      #expect(try client.result("getState", ["device": .string(name)])["failedAttempts"] == 1)
      #expect(
        try client.result(
          "secItemCopyMatching", ["device": .string(name), "class": "genericPassword", "returnData": true])
          == ["items": [["value": "v"]]])
    }
  }

  @Test(
    "templates with a mistake are refused at the start, by its place",
    arguments: [
      ("[]", "templates must be an object"), ("{", "is not JSON"), (#"{"a":{"stat":{}}}"#, "templates.a"),
      (#"{"a":{"state":{"maxFailures":1}}}"#, "templates.a.state"), (#"{"a":{},"a":{}}"#, "twice"),
      (#"{"a":{"exported":{"format":4}}}"#, "a.exported.format must be 3 or less"),
    ])
  func mistakes(_ text: String, _ message: String) throws {
    try FileSystem.write(Array(text.utf8), to: folder.file("t"))
    let end = try TestDaemon(["--socket", folder.file("s"), "--templates", folder.file("t")]).end()
    #expect(end.status == 64)
    #expect(end.errors.contains(message), "\(end.errors)")
    #expect(try FileSystem.status(of: folder.file("s")) == nil)
  }
}
