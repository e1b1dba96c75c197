import DeviceModel
import Schema
import Testing

/// Section 6 of the rulebook, "What ends an item".
@Suite("Items bound to an enrolment or a passcode")
struct InvalidationTests {
  private static let value = KeychainOutcome.items(["value of K"])

  /// Ways in which the enrolment changes.
  enum Change: String, CaseIterable {
    case add, remove, replace, reenrol, everybody, otherSensor

    func happen(to story: Story) throws {
      switch self {
      case .add: try story.verb(.enroll(identity: "finger-2"))
      case .remove: try story.verb(.unenroll(identity: "b"))
      case .replace: try story.set(.identities("a", "c"))
      case .reenrol:
        try story.verb(.unenroll(identity: "b"))
        try story.verb(.enroll(identity: "b"))
      case .everybody:
        try story.verb(.unenroll(identity: nil))
        try story.verb(.enroll(identity: nil))
      case .otherSensor: try story.set(.faceID)
      }
    }

    static func story(_ flags: AccessControlFlags, _ settings: Setting...) throws -> (Story, AppClient) {
      let story = try Story([.touchID, .identities("a", "b")] + settings)
      let client = story.connect()
      client.add("K", flags)
      return (story, client)
    }
  }

  @Test(
    "any change of the enrolment kills a password of the current set for ever", arguments: Change.allCases)
  func currentSet(_ change: Change) throws {
    let (story, client) = try Change.story(.biometryCurrentSet)
    try change.happen(to: story)
    #expect(client.read().outcome == .status(.itemNotFound))
    #expect(story.prompt == nil)
    #expect(story.state.keychain.isEmpty)
    #expect(story.keychainChanges.map(\.operation) == [.add, .invalidate])
    #expect(client.add("K", .biometryCurrentSet) == .added)
    let read = client.read()
    try story.respond(.match)
    #expect(read.outcome == Self.value)
  }

  @Test("adding a finger and removing it again does not bring the item back")
  func notBack() throws {
    let (story, client) = try Change.story(.biometryCurrentSet)
    try story.verb(.enroll(identity: "c"))
    try story.verb(.unenroll(identity: "c"))
    #expect(client.read().outcome == .status(.itemNotFound))
  }

  @Test("a change that is none, a lockout and a new passcode leave the item")
  func unchanged() throws {
    let (story, client) = try Change.story(.biometryCurrentSet)
    try story.set(.identities("b", "a"))
    try story.verb(.enroll(identity: "a"))
    try story.set(.lockedOut)
    try story.verb(.setPasscode("9999"))
    try story.verb(.restart)
    try story.verb(.unlock(.passcode("9999")))
    let read = story.connect().read()
    try story.respond(.match)
    #expect(read.outcome == Self.value)
    #expect(client.read().outcome == .failure(.appTerminated(app: Device.defaultApp)))
  }

  @Test(
    "the item is dead in every combination that the changed set is needed for",
    arguments: [
      [.biometryCurrentSet, .and, .devicePasscode], [.biometryCurrentSet, .or],
      [.biometryCurrentSet, .privateKeyUsage],
    ] as [AccessControlFlags])
  func combinations(_ flags: AccessControlFlags) throws {
    let (story, client) = try Change.story(flags)
    try story.verb(.enroll(identity: "c"))
    #expect(client.read().outcome == .status(.itemNotFound))
  }

  @Test("an alternative of the changed set still opens the item, and biometry no more")
  func alternative() throws {
    let (story, client) = try Change.story([.biometryCurrentSet, .or, .devicePasscode])
    try story.verb(.enroll(identity: "c"))
    let read = client.read()
    #expect(story.prompt?.pane == .passcode)
    try story.respond(.enterPasscode("1234"))
    #expect(read.outcome == Self.value)
    #expect(story.keychainChanges.map(\.operation) == [.add])
  }

  @Test(
    "biometryAny and user presence survive every change",
    arguments: [AccessControlFlags.biometryAny, .userPresence], Change.allCases)
  func survivors(_ flags: AccessControlFlags, _ change: Change) throws {
    let (story, client) = try Change.story(flags)
    try change.happen(to: story)
    let read = client.read()
    try story.respond(.match)
    #expect(read.outcome == Self.value)
  }

  @Test("with nobody enrolled biometryAny reads as failed without a prompt, and is there again afterwards")
  func nobody() throws {
    let (story, client) = try Change.story(.biometryAny)
    try story.verb(.unenroll(identity: nil))
    #expect(client.read().outcome == .status(.authFailed))
    #expect(story.prompt == nil)
    try story.verb(.enroll(identity: nil))
    let read = client.read()
    try story.respond(.match)
    #expect(read.outcome == Self.value)
  }

  @Test("the knob lets a dead password read as failed, and then it keeps its slot")
  func knob() throws {
    let (story, client) = try Change.story(
      .biometryCurrentSet, .knob { $0.currentSetInvalidation = .authFailed })
    for _ in 0..<2 {
      try story.verb(.enroll(identity: "c"))
      try story.verb(.unenroll(identity: "c"))
    }
    #expect(client.read().outcome == .status(.authFailed))
    #expect(client.read { $0.authenticationUI = .fail }.outcome == .status(.authFailed))
    #expect(client.read { $0.returning = .init() }.outcome == .status(.authFailed))
    #expect(client.update().outcome == .status(.authFailed))
    #expect(story.prompt == nil)
    #expect(client.add("K", .biometryCurrentSet) == .status(.duplicateItem))
    #expect(try story.listing().map(\.isUsable) == [false])
    #expect(story.keychainChanges.map(\.operation) == [.add, .invalidate])
    #expect(client.delete() == .deleted(1))
    #expect(client.add("K", .biometryCurrentSet) == .added)
  }

  @Test("a key stays listed after a change, and reading it fails")
  func key() throws {
    let story = try Story(.touchID)
    let client = story.connect()
    let key = { (query: inout KeychainQuery) in query.itemClass = .key }
    client.add("K", [.privateKeyUsage, .biometryCurrentSet]) { $0.itemClass = .key }
    let read = client.read(with: key)
    try story.respond(.match)
    #expect(read.outcome == Self.value)

    try story.verb(.enroll(identity: "c"))
    #expect(client.read(with: key).outcome == .status(.authFailed))
    let look = client.read {
      key(&$0)
      $0.returning = .init(data: false, attributes: true)
    }
    #expect(look.results.map(\.attributes?.attributes[.account]) == ["K"])
    #expect(story.prompt == nil)
    #expect(try story.listing().map(\.isUsable) == [false])
    #expect(client.delete(with: key) == .deleted(1))
  }

  @Test("the simulator's profile invalidates nothing")
  func simulator() throws {
    let (story, client) = try Change.story(.biometryCurrentSet, .simulator)
    try story.verb(.enroll(identity: "c"))
    let read = client.read()
    try story.respond(.match)
    #expect(read.outcome == Self.value)
    #expect(story.keychainChanges.map(\.operation) == [.add])
  }

  @Test("a change while the item is asked for ends the prompt")
  func pending() throws {
    let (story, client) = try Change.story(.biometryCurrentSet)
    let read = client.read()
    try story.verb(.enroll(identity: "c"))
    #expect(read.outcome == .status(.authFailed))
    #expect(story.prompt == nil)
    #expect(client.read().outcome == .status(.itemNotFound))
  }

  @Test("the enrolment's event comes before the items'")
  func order() throws {
    let (story, _) = try Change.story(.biometryCurrentSet)
    let mark = story.mark
    try story.verb(.enroll(identity: "c"))
    #expect(story.events(since: mark).first == .enrollmentChanged(identities: ["a", "b", "c"]))
  }

  @Test("removing the passcode deletes what needs one for good, changing it deletes nothing")
  func passcode() throws {
    let story = try Story()
    let client = story.connect()
    client.add("P", accessible: .whenPasscodeSetThisDeviceOnly)
    client.add("F", .userPresence, accessible: .whenPasscodeSetThisDeviceOnly)
    client.add("U", .userPresence)
    try story.verb(.setPasscode("9999"))
    #expect(client.read("P").outcome == .items(["value of P"]))
    #expect(story.state.keychain.map(\.count) == [3])

    client.read("F")
    try story.verb(.clearPasscode)
    #expect(story.prompt == nil)
    #expect(story.state.keychain.map(\.count) == [1])
    #expect(story.keychainChanges.map(\.operation) == [.add, .add, .add, .invalidate, .invalidate])
    #expect(client.read("U").outcome == .status(.authFailed))
    try story.verb(.setPasscode("1234"))
    #expect(client.read("P").outcome == .status(.itemNotFound))
    #expect(client.read("F").outcome == .status(.itemNotFound))
    let read = client.read("U")
    try story.respond(.match)
    #expect(read.outcome == .items(["value of U"]))
  }

  @Test("setState removes the passcode and changes the enrolment with the same consequences")
  func setState() throws {
    let story = try Story()
    let client = story.connect()
    client.add("P", accessible: .whenPasscodeSetThisDeviceOnly)
    client.add("S", .biometryCurrentSet)
    try story.set(.noPasscode, .identities("b"))
    #expect(story.state.keychain.isEmpty)
  }
}
