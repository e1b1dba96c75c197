import DeviceModel
import JSON
import Schema
import Testing
import WireProtocol

/// One refused request: what was sent, the parameter it must name, and the whole message.
struct Refusal: Sendable, CustomTestStringConvertible {
  var method: String
  var params: String
  var parameter: String
  var message: String

  init(_ method: String, _ params: String, _ parameter: String, _ message: String) {
    self.method = method
    self.params = params
    self.parameter = parameter
    self.message = message
  }

  var testDescription: String { "\(method) \(params)" }
}

@Suite struct ValidationTests {
  static let refusals = [
    // Unknown.
    Refusal("ping", #"{"x":1}"#, "x", #"ping takes no "x"; it takes device"#),
    Refusal(
      "matchingFace", #"{"identiy":"a"}"#, "identiy",
      #"matchingFace takes no "identiy"; did you mean "identity"? It takes identity, whenPrompted, timeout, device"#
    ),
    Refusal(
      "setState", #"{"companion":{"nearby":true}}"#, "companion.nearby",
      #"companion takes no "nearby"; did you mean "near"? It takes near, type"#),
    Refusal(
      "createDevice", #"{"device":"d","state":{"companion":{"near":true,"Near":true}}}"#,
      "state.companion.Near",
      #"state.companion takes no "Near"; did you mean "near"? It takes near, type"#),
    // Missing.
    Refusal("setPasscode", "{}", "passcode", "setPasscode needs passcode: a non-empty string"),
    Refusal(
      "setState", #"{"companion":{"type":"phone"}}"#, "companion.type",
      #"companion.type must be one of watch, mac, vision, not "phone""#),
    Refusal("advanceClock", "{}", "seconds", "advanceClock needs seconds: a number from 0 to 9000000000"),
    // Given twice.
    Refusal(
      "setPasscode", #"{"passcode":"1","passcode":"1"}"#, "passcode", "passcode is given twice in params"),
    Refusal(
      "setState", #"{"behavior":{"seed":1,"s\u0065ed":2}}"#, "behavior.seed",
      "seed is given twice in behavior"),
    Refusal("ping", #"{"device":"a","device":"a"}"#, "device", "device is given twice in params"),
    // Mistyped.
    Refusal(
      "setState", #"{"behavior":{"maxFailures":"5"}}"#, "behavior.maxFailures",
      #"behavior.maxFailures must be an integer from 1 to 1000, not "5""#),
    Refusal(
      "setState", #"{"behavior":{"maxFailures":0}}"#, "behavior.maxFailures",
      "behavior.maxFailures must be an integer from 1 to 1000, not 0"),
    Refusal(
      "setState", #"{"failedAttempts":1.5}"#, "failedAttempts",
      "failedAttempts must be an integer from 0 to 1000000, not 1.5"),
    Refusal(
      "setState", #"{"behavior":{"falseRejectRate":1.01}}"#, "behavior.falseRejectRate",
      "behavior.falseRejectRate must be a number from 0 to 1, not 1.01"),
    Refusal("setState", #"{"lockedOut":1}"#, "lockedOut", "lockedOut must be true or false, not 1"),
    Refusal(
      "setState", #"{"identities":["a",""]}"#, "identities[1]",
      #"identities[1] must be a name of 1 to 255 bytes without control characters, not """#),
    Refusal(
      "setState", #"{"identities":"a"}"#, "identities",
      #"identities must be an array, each element a name of 1 to 255 bytes without control characters, not "a""#
    ),
    Refusal(
      "setState", #"{"biometryType":"faceId"}"#, "biometryType",
      #"biometryType must be one of none, touchID, faceID, opticID, not "faceId"; did you mean "faceID"?"#),
    Refusal(
      "setState", #"{"lockoutReason":"sos "}"#, "lockoutReason",
      "lockoutReason must be one of failedAttempts, restart, remoteLock, sos, passcodeExpired, or null, "
        + #"not "sos "; did you mean "sos"?"#),
    Refusal(
      "setState", #"{"companion":[]}"#, "companion",
      "companion must be an object with any of near, type, not an array"),
    Refusal(
      "setState", #"{"behavior":{"scanLatency":[2,1]}}"#, "behavior.scanLatency",
      "behavior.scanLatency must be a number of seconds, or [shortest, longest]"),
    Refusal(
      "createDevice", #"{"device":"d","state":{"behavior":{"scanLatency":[1,2,3]}}}"#,
      "state.behavior.scanLatency",
      "state.behavior.scanLatency must be a number of seconds, or [shortest, longest]"),
    Refusal("ping", #"{"device":7}"#, "device", "device must be a non-empty string, not 7"),
    Refusal(
      "matchingFace", #"{"timeout":-1}"#, "timeout",
      "timeout must be a number from 0 to 9000000000, or null, not -1"),
    Refusal(
      "evaluatePolicy", #"{"policy":"owner","reason":""}"#, "reason",
      #"reason must be a non-empty string of at most 65536 bytes, not """#),
    Refusal(
      "evaluatePolicy", #"{"policy":"owner","reason":"r","context":"7"}"#, "context",
      #"context must be c and a number, like "c1", not "7""#),
    Refusal(
      "invalidateContext", #"{"context":"c01"}"#, "context",
      #"context must be c and a number, like "c1", not "c01""#),
    Refusal(
      "cancelRequest", #"{"id":true}"#, "id", "id must be a string, or a number, or null, not true"),
    // A passcode is not repeated, whatever it is.
    Refusal("setPasscode", #"{"passcode":1234}"#, "passcode", "passcode must be a non-empty string"),
    Refusal("setState", #"{"passcode":1234}"#, "passcode", "passcode must be a non-empty string, or null"),
    // Read-only.
    Refusal(
      "setState", #"{"deviceLocked":true}"#, "deviceLocked",
      "deviceLocked is read-only; use lockDevice or unlockDevice"),
    Refusal(
      "createDevice", #"{"device":"d","state":{"clock":{"mode":"manual"}}}"#, "state.clock",
      "clock is read-only; use setClock"),
    // Armed responses.
    Refusal(
      "arm", #"{"responses":[{"method":"tapCancel"},{"metod":"tapCancel"}]}"#, "responses[1].method",
      "responses[1] needs method: one of \(MethodTable.armable.map(\.name).joined(separator: ", "))"),
    Refusal(
      "arm", #"{"responses":[{"method":"tapCancle"}]}"#, "responses[0].method",
      "responses[0].method must be one of \(MethodTable.armable.map(\.name).joined(separator: ", ")), "
        + #"not "tapCancle"; did you mean "tapCancel"?"#),
    Refusal(
      "arm", #"{"responses":[{"method":"enterPasscode"}]}"#, "responses[0].passcode",
      "responses[0] needs passcode: a non-empty string"),
    Refusal(
      "arm", #"{"responses":[{"method":"tapCancel","passcode":"1"}]}"#, "responses[0].passcode",
      #"responses[0] takes no "passcode"; it takes method, after"#),
    Refusal(
      "arm", #"{"responses":[{"method":"matchingFace","whenPrompted":true}]}"#, "responses[0].whenPrompted",
      #"responses[0] takes no "whenPrompted"; it takes method, identity, after"#),
    Refusal(
      "arm", #"{"responses":[{"method":"tapCancel","method":"tapCancel"}]}"#, "responses[0].method",
      "method is given twice in responses[0]"),
    // What does not go together.
    Refusal(
      "unlockDevice", #"{"passcode":"1","identity":"a"}"#, "identity",
      "identity and passcode do not go together: one unlock is by biometry or by passcode"),
    Refusal(
      "unlockDevice", #"{"with":"biometry","passcode":"1"}"#, "passcode",
      "passcode does not go with biometry; leave one of them out"),
    Refusal(
      "unlockDevice", #"{"with":"passcode"}"#, "passcode", "unlockDevice needs passcode: a non-empty string"),
    Refusal("setClock", "{}", "mode", "setClock needs mode (one of real, manual) or wallTime"),
    // Conditions of waitFor.
    Refusal(
      "waitFor", #"{"kind":"scan","where":{"match":true}}"#, "where.match",
      #"where takes no "match"; did you mean "matched"? It takes seq, device, time, prompt, matched, failedAttempts"#
    ),
    Refusal(
      "waitFor", #"{"kind":"scan","where":{"matched":"yes"}}"#, "where.matched",
      #"where.matched must be true or false, not "yes""#),
    Refusal(
      "getEvents", #"{"kinds":["scan","lokout"]}"#, "kinds[1]",
      "kinds[1] must be one of \(EventKind.allCases.map(\.rawValue).joined(separator: ", ")), "
        + #"not "lokout"; did you mean "lockout"?"#),
  ]

  @Test("a wrong parameter is refused by name, with what is accepted", arguments: refusals)
  func refused(_ row: Refusal) throws {
    let error = try error(row.method, row.params)
    #expect(error.message == row.message)
    #expect(error.code == -32602)
    #expect(error.domain == .jsonrpc)
    #expect(error.name == "invalidParams")
    #expect(error.details.first == .string("parameter", row.parameter))
    #expect(error.details.map(\.key) == ["parameter", "accepted"])
  }

  @Test("accepted values are listed where they can be")
  func acceptedValues() throws {
    #expect(
      try error("setClock", #"{"mode":"fast"}"#).details.last == .strings("accepted", ["real", "manual"]))
    #expect(
      try error("setPasscode", "{}").details.last == .string("accepted", "a non-empty string"))
    #expect(
      try error("setApp", #"{"ap":"a"}"#).details.last
        == .strings(
          "accepted",
          ["app", "permission", "usageDescription", "kind", "accessGroups", "teamIdentifier", "device"]))
  }

  @Test("parameters by position are refused, whatever the method", arguments: MethodTable.all.map(\.name))
  func positional(method: String) throws {
    let error = try error(method, #"["default"]"#)
    #expect(error.code == -32602)
    #expect(error.message == "parameters go by name: params must be an object")
  }

  @Test("C78: an empty array is no parameters, whatever the method", arguments: MethodTable.all.map(\.name))
  func noneByPosition(method: String) throws {
    let entry = try #require(MethodTable.find(method))
    func outcome(_ params: JSONNode?) -> String {
      "\(Result { () throws(WireError) in try entry.call(params) })"
    }
    let none = outcome(nil)
    try withJSON(Array("[ ]".utf8)) { #expect(outcome($0) == none) }
  }

  @Test("every read-only field of the state is refused by name, and says what changes it")
  func readOnly() throws {
    let settable = Set(StateFields.settable.filter(\.isSettable).map(\.name))
    let shown = Set(StateFields.shown.map(\.name))
    #expect(shown.subtracting(settable) == Set(StateFields.settable.filter { !$0.isSettable }.map(\.name)))
    for name in shown.subtracting(settable) {
      #expect(try error("setState", "{\"\(name)\":null}").message.hasPrefix("\(name) is read-only; use "))
    }
  }

  @Test("a huge value is not repeated in full")
  func hugeValue() throws {
    let text = String(repeating: "x", count: 100_000)
    let message = try error("setClock", #"{"mode":"\#(text)"}"#).message
    #expect(message.utf8.count < 300)
  }

  @Test("a line break in a name stays out of the message")
  func control() throws {
    #expect(!(try error("ping", #"{"a\nb\u2028":1}"#).message.contains { $0.isNewline }))
  }

  @Test(
    "whole numbers may be written with a fraction or an exponent", arguments: ["5", "5.0", "5e0", "50e-1"])
  func integers(text: String) throws {
    guard
      case .change(.command(.setState(let patch))) = try call("setState", #"{"failedAttempts":\#(text)}"#)
        .get().action
    else {
      Issue.record("not a setState")
      return
    }
    #expect(patch.failedAttempts == 5)
  }
}
