import DeviceModel
import Schema
import Testing

/// Section 3 of the rulebook.
@Suite("Domain state")
struct DomainStateTests {
  @Test("a context has none before a biometric check or match")
  func absentAtFirst() throws {
    let app = try Story().connect()
    let context = try app.createContext()
    #expect(try app.domainState(in: context) == nil)
    #expect(try app.check(.owner, in: context).domainState == nil)
    #expect(try app.domainState(in: context) == nil)
    #expect(try app.check(.biometrics, in: context).domainState != nil)
    #expect(try app.domainState(in: context) != nil)
  }

  @Test("a match shows it as well")
  func afterMatch() throws {
    let story = try Story()
    let app = story.connect()
    let context = try app.createContext()
    let call = app.evaluate(.owner, in: context)
    try story.respond(.match)
    #expect(call.domainState != nil)
    #expect(try app.domainState(in: context) == call.domainState)
  }

  @Test("a passcode does not")
  func afterPasscode() throws {
    let story = try Story()
    let app = story.connect()
    let context = try app.createContext()
    let call = app.evaluate(.owner, in: context)
    try story.respond([.nonMatch, .tapTryAgain, .nonMatch, .tapFallback, .enterPasscode("1234")])
    #expect(call.outcome == .success(.passcode))
    #expect(call.domainState == nil)
    #expect(try app.domainState(in: context) == nil)
  }

  @Test(
    "there is none while biometry cannot be used",
    arguments: [
      [Setting.nobodyEnrolled], [.lockedOut], [.noPasscode], [.noSensor],
      [.lockedOut, .companionNear],
    ])
  func absentWhileUnusable(_ settings: [Setting]) throws {
    let app = try Story(settings).connect()
    let context = try app.createContext()
    #expect(try app.check(.biometrics, in: context).domainState == nil)
    #expect(try app.check(.biometricsOrCompanion, in: context).domainState == nil)
    #expect(try app.domainState(in: context) == nil)
    #expect(try app.domainState() == nil)
  }

  @Test("there is none for an app that is denied")
  func absentWhileDenied() throws {
    let story = try Story()
    try story.verb(.setApp(Device.defaultApp, AppChanges(permission: .denied)))
    #expect(try story.connect().check(.biometrics).domainState == nil)
  }

  @Test("it is equal across contexts and connections of an app, and differs between apps")
  func equality() throws {
    let story = try Story()
    let (one, two, other) = (story.connect("a"), story.connect("a"), story.connect("b"))
    let state = try one.check(.biometrics).domainState
    #expect(state?.count == 64)
    #expect(try one.check(.biometrics, in: one.createContext()).domainState == state)
    #expect(try two.check(.biometrics).domainState == state)
    #expect(try two.domainState() == state)
    #expect(try other.check(.biometrics).domainState != state)
  }

  @Test("every add and every remove changes it, and nothing restores an old one")
  func changesWithEnrolment() throws {
    let story = try Story(.touchID)
    let app = story.connect()
    var seen: Set<String> = []
    func isNew() throws -> Bool { seen.insert(try #require(app.check(.biometrics).domainState)).inserted }
    #expect(try isNew())
    try story.verb(.enroll(identity: "finger-2"))
    #expect(try isNew())
    try story.verb(.unenroll(identity: "finger-2"))
    #expect(try isNew())
    try story.verb(.unenroll(identity: nil))
    try story.verb(.enroll(identity: nil))
    #expect(try isNew())
    try story.set(.identities("finger-1", "x"))
    #expect(try isNew())
  }

  @Test("the same people in another order, a lockout or another passcode do not change it")
  func staysOtherwise() throws {
    let story = try Story(.touchID, .identities("a", "b"))
    let app = story.connect()
    let state = try app.check(.biometrics).domainState
    try story.set(.identities("b", "a"))
    try story.set(.lockedOut)
    try story.verb(.setPasscode("5678"))
    #expect(try app.check(.biometrics).domainState == state)
  }

  @Test("another sensor is another enrolment, though the names are the same")
  func otherSensor() throws {
    let story = try Story(.touchID, .identities("anna"))
    let app = story.connect()
    let state = try app.check(.biometrics).domainState
    try story.set(.faceID, .identities("anna"))
    #expect(try app.check(.biometrics).domainState != state)
  }

  @Test("a context keeps what its last check showed")
  func contextKeeps() throws {
    let story = try Story()
    let app = story.connect()
    let context = try app.createContext()
    let state = try app.check(.biometrics, in: context).domainState
    try story.verb(.enroll(identity: "face-2"))
    #expect(try app.domainState(in: context) == state)
    #expect(try app.domainState() != state)
    try story.verb(.unenroll(identity: nil))
    #expect(try app.check(.biometrics, in: context).domainState == nil)
    #expect(try app.domainState(in: context) == nil)
  }

  @Test(
    "C87 what a fresh context is told needs no check: the sensor, a hash while somebody is enrolled, who is in reach"
  )
  func fresh() throws {
    let story = try Story(.lockedOut, Setting { $0.companion = .init(all: Companion()) })
    let app = story.connect()
    let before = try app.wholeDomainState()
    #expect(before.evaluated == nil && before.biometryType == .faceID && before.stateHash != nil)
    #expect(before.companions == [])
    var mac = Companion()
    mac.isNear = true
    mac.type = .mac
    try story.set(Setting { [mac] in $0.companion = .init(all: mac) })
    #expect(try app.wholeDomainState().companions == [.mac])
    try story.verb(.enroll(identity: "other"))
    #expect(try app.wholeDomainState().stateHash != before.stateHash)
    try story.set(.noSensor)
    #expect(try app.wholeDomainState().stateHash == nil)
  }
}
