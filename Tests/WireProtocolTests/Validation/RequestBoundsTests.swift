import JSON
import Schema
import Testing
import WireProtocol

/// What a request may give at most. What a journal keeps is not held to it.
@Suite("Bounds of requests")
struct RequestBoundsTests {
  /// What gives a name to something, as JSON with `NAME` for the name.
  static let givers = [
    ("createDevice", #"{"device":NAME}"#), ("cloneDevice", #"{"as":NAME}"#),
    ("migrateDevice", #"{"as":NAME}"#), ("saveSnapshot", #"{"name":NAME}"#),
    ("setApp", #"{"app":NAME}"#), ("launchApp", #"{"app":NAME}"#), ("activateApp", #"{"app":NAME}"#),
    ("installApp", #"{"app":NAME}"#),
    ("failNext", #"{"error":"userCancel","app":NAME}"#), ("enroll", #"{"identity":NAME}"#),
    ("setState", #"{"identities":["a",NAME]}"#),
    ("createDevice", #"{"device":"d","state":{"identities":[NAME]}}"#),
    ("setApp", #"{"accessGroups":[NAME]}"#), ("setApp", #"{"teamIdentifier":NAME}"#),
    ("evaluatePolicy", #"{"policy":"owner","reason":"r","app":NAME}"#),
    ("secItemAdd", #"{"class":"key","app":NAME}"#), ("createContext", #"{"app":NAME}"#),
  ]
  /// What finds something by its name, which an older version may have given.
  static let finders = [
    ("deleteDevice", #"{"device":NAME}"#), ("useDevice", #"{"device":NAME}"#),
    ("getState", #"{"device":NAME}"#),
    ("restoreSnapshot", #"{"name":NAME}"#), ("deleteSnapshot", #"{"name":NAME}"#),
    ("uninstallApp", #"{"app":NAME}"#), ("terminateApp", #"{"app":NAME}"#),
    ("resetKeychain", #"{"app":NAME}"#), ("unenroll", #"{"identity":NAME}"#),
  ]
  static let wrongNames = [
    #""a\nb""#, #""a\u0000""#, #""\u001b[2J""#, "\"a\u{7F}\"", "\"\u{85}\"", "\"\u{9B}31m\"", "\"\u{2028}\"",
    #""\u2029""#, "\"\(String(repeating: "a", count: 256))\"", "\"\(String(repeating: "é", count: 128))\"",
  ]
  static let rightNames = [
    #"" ""#, "\"é\"", #""$(touch x)`'\"\\*""#, "\"\u{202E}\"", "\"\(String(repeating: "a", count: 255))\"",
    "\"\(String(repeating: "é", count: 127))\"", "\"\(String(repeating: #"\u0061"#, count: 255))\"",
  ]

  @Test("a name that is given has 1 to 255 bytes without control characters", arguments: givers)
  func given(_ method: String, _ params: String) throws {
    for name in Self.wrongNames + [#""""#] {
      let error = try error(method, params.replacing("NAME", with: name))
      #expect(error.name == "invalidParams")
      #expect(
        error.message.contains("must be a name of 1 to 255 bytes without control characters"),
        "\(error.message)")
    }
    for name in Self.rightNames { _ = try call(method, params.replacing("NAME", with: name)).get() }
  }

  @Test("a name that finds something may be any, for an older version may have given it", arguments: finders)
  func found(_ method: String, _ params: String) throws {
    for name in Self.wrongNames { _ = try call(method, params.replacing("NAME", with: name)).get() }
  }

  @Test(
    "a reason or a title has at most 64 KiB, in bytes of UTF-8",
    arguments: [
      ("evaluatePolicy", #"{"policy":"owner","reason":TEXT}"#),
      ("evaluatePolicy", #"{"policy":"owner","reason":"r","fallbackTitle":TEXT}"#),
      ("evaluatePolicy", #"{"policy":"owner","reason":"r","cancelTitle":TEXT}"#),
      ("createContext", #"{"reason":TEXT}"#), ("secItemCopyMatching", #"{"class":"key","reason":TEXT}"#),
      ("secItemUpdate", #"{"query":{"class":"key","reason":TEXT},"attributes":{}}"#),
    ])
  func captions(_ method: String, _ params: String) throws {
    for text in [String(repeating: "a", count: 65537), String(repeating: "é", count: 32769)] {
      let error = try error(method, params.replacing("TEXT", with: "\"\(text)\""))
      #expect(error.name == "invalidParams")
      #expect(error.message.utf8.count < 200)
    }
    for text in [String(repeating: "a", count: 65536), String(repeating: #"\u0061"#, count: 65536)] {
      _ = try call(method, params.replacing("TEXT", with: "\"\(text)\"")).get()
    }
  }

  @Test(
    "a list has at most 1,000 entries",
    arguments: [
      ("arm", "responses", #"{"method":"match"}"#), ("setState", "identities", #""a""#),
      ("subscribe", "kinds", #""scan""#), ("setApp", "accessGroups", #""a""#),
    ])
  func lists(_ method: String, _ parameter: String, _ element: String) throws {
    func params(_ count: Int) -> String {
      "{\"\(parameter)\":[\(Array(repeating: element, count: count).joined(separator: ","))]}"
    }
    _ = try call(method, params(1000)).get()
    #expect(
      try error(method, params(1001)).message
        == "\(parameter) has 1001 entries; a list may have 1000")
    let inner = try error(
      "setState",
      #"{"behavior":{"passcodeDelays":[\#(Array(repeating: "1", count: 1001).joined(separator: ","))]}}"#)
    #expect(inner.message == "behavior.passcodeDelays has 1001 entries; a list may have 1000")
  }

  @Test("a request that a journal recorded is taken as it is")
  func recorded() throws {
    for (method, params) in Self.givers {
      for name in Self.wrongNames {
        let entry = try #require(MethodTable.find(method))
        _ = try withJSON(Array(params.replacing("NAME", with: name).utf8)) {
          try entry.call($0, isRecorded: true)
        }
      }
    }
  }
}
