import DeviceModel
import JSON
import Schema
import TestSupport
import Testing
import WireProtocol

@Suite struct StateEncodingTests {
  private static let udid = UDID.ofDevice(named: "phone")

  @Test("the state shows its fields in the order of the reference")
  func fresh() throws {
    var state = DeviceState()
    state.udid = Self.udid
    let written = text { DeviceState.record.write(state, into: &$0) }
    #expect(
      written == """
        {"udid":"\(Self.udid)","biometryType":"faceID","sensor":"ready","identities":[],"enrolled":false,"passcodeSet":false,\
        "failedAttempts":0,"lockedOut":false,"lockoutReason":null,"passcodeFailures":0,"passcodeRetryAfter":0,"deviceLocked":false,\
        "unlockedSinceBoot":true,"lastUnlock":null,"apps":{},"companion":{"near":false,"type":"watch"},"prompt":null,"keychain":{},\
        "failNext":[],"clock":{"mode":"real","monotonic":0,"wall":0},"behavior":{"profile":"device","maxFailures":5,\
        "passcodeNotSetPrecedence":"header","lockoutEndsFaceIDPrompt":false,\
        "emptyFallbackSecondFailure":"cancelOnly","concurrency":"replace","contextAuthenticationLifetime":600,\
        "currentSetInvalidation":"notFound","invalidatedKeyError":"corruptedData",\
        "enclaveKeyNeedsPrivateKeyUsage":true,"synchronizableThisDeviceOnly":"store","missingUsageDescription":"terminate","passcodeDelays":[0,0,60,300,900,3600],"scanLatency":0,\
        "falseRejectRate":0,"dismissDelay":0,"seed":0,"promptTimeout":null}}
        """)
    try check(written)
  }

  @Test("everything a state can hold is shown, and of the type that the documents give")
  func full() throws {
    var state = DeviceState()
    state.udid = Self.udid
    state.biometryType = .touchID
    state.sensor = .notPaired
    state.identities = ["finger-1", "finger-2"]
    state.passcodeSet = true
    state.failedAttempts = 5
    state.lockedOut = true
    state.lockoutReason = .failedAttempts
    state.passcodeFailures = 10
    state.passcodeRetryAfter = nil
    state.deviceLocked = true
    state.unlockedSinceBoot = false
    state.lastUnlock = .init(method: .biometry, time: Nanoseconds(1_500_000_000))
    state.apps = [
      .init(
        app: "a",
        status: AppStatus(
          isInstalled: false, state: .notRunning, permission: .notDetermined, hasUsageDescription: false)),
      .init(app: "b", status: AppStatus(state: .foreground)),
    ]
    state.companion.isNear = true
    state.prompt = EncodingTests.titledPrompt
    state.keychain = [.init(app: "a", count: 2)]
    state.failureOrders = [FailureOrder(.number(-5), of: .secItemAdd, times: nil)]
    state.clock = .init(mode: .manual, monotonic: Nanoseconds(60_000_000_000), wall: 1_700_000_000.5)
    state.behavior.scanLatency = .init(minimum: Nanoseconds(100_000_000), maximum: Nanoseconds(200_000_000))
    state.behavior.promptTimeout = Nanoseconds(seconds: 30)
    state.behavior.seed = 42
    let written = text { DeviceState.record.write(state, into: &$0) }
    #expect(
      written.hasPrefix(
        """
        {"udid":"\(Self.udid)","biometryType":"touchID","sensor":"notPaired","identities":["finger-1","finger-2"],"enrolled":true,\
        "passcodeSet":true,\
        "failedAttempts":5,"lockedOut":true,"lockoutReason":"failedAttempts","passcodeFailures":10,\
        "passcodeRetryAfter":null,"deviceLocked":true,"unlockedSinceBoot":false,\
        "lastUnlock":{"method":"biometry","time":1.5},\
        "apps":{"a":{"installed":false,"state":"notRunning","permission":"notDetermined","usageDescription":false},\
        "b":{"installed":true,"state":"foreground","permission":"granted","usageDescription":true}},\
        "companion":{"near":true,"type":"watch"},"prompt":{"id":"p7",\(EncodingTests.shownPrompt),\
        "fallbackTitle":"Use PIN","cancelTitle":"No"},"keychain":{"a":2},\
        "failNext":[{"method":"secItemAdd","error":-5,"times":null,"used":0}],"clock":{"mode":"manual","monotonic":60,"wall":1700000000.5},"behavior":{
        """))
    #expect(
      written.contains(
        #""scanLatency":[0.1,0.2],"falseRejectRate":0,"dismissDelay":0,"seed":42,"promptTimeout":30}"#))
    try check(written)
  }

  @Test("what getState shows of the settable fields, setState takes")
  func settable() throws {
    let written = text { DeviceState.record.write(DeviceState(), into: &$0) }
    let tree = try JSONTree(parsing: written)
    for field in StateFields.settable where field.isSettable && !field.isSecret {
      let value = try #require(tree[field.name])
      let text = String(decoding: value.bytes, as: UTF8.self)
      _ = try call("setState", "{\"\(field.name)\":\(text)}").get()
    }
  }

  private func check(_ written: String) throws {
    try withJSON(Array(written.utf8)) { try StateFields.state.check($0) }
  }
}
