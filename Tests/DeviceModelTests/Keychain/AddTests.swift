import DeviceModel
import Testing

/// Section 6 of the rulebook.
@Suite("secItemAdd")
struct AddTests {
  @Test(
    "adding never prompts, whatever protects the item",
    arguments: [
      [], .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion,
      [.biometryAny, .or, .devicePasscode], [.biometryCurrentSet, .and, .devicePasscode],
      [.privateKeyUsage, .biometryAny],
    ] as [AccessControlFlags])
  func silent(_ flags: AccessControlFlags) throws {
    let (story, _) = try Story.with(flags)
    #expect(story.keychainChanges.map(\.operation) == [.add])
    #expect(story.state.keychain == [.init(app: Device.defaultApp, count: 1)])
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: OSStatusCode
    let change: @Sendable (inout KeychainAddition) -> Void

    init(
      _ name: String, _ status: OSStatusCode = .param,
      _ change: @escaping @Sendable (inout KeychainAddition) -> Void
    ) {
      testDescription = name
      self.status = status
      self.change = change
    }
  }

  static let refusals = [
    Refusal("accessible beside an access control") {
      $0.accessible = .always
      $0.accessControl = AccessControl(flags: .userPresence)
    },
    Refusal("an access control on a synchronizable item") {
      $0.accessControl = AccessControl()
      $0.isSynchronizable = true
    },
    Refusal("a password that is not permanent") { $0.isPermanent = false },
    Refusal("two constraints without or, or and") {
      $0.accessControl = AccessControl(flags: [.biometryAny, .devicePasscode])
    },
    Refusal("user presence and another constraint without or, or and") {
      $0.accessControl = AccessControl(flags: [.userPresence, .companion])
    },
    Refusal("or beside and") {
      $0.accessControl = AccessControl(flags: [.biometryAny, .devicePasscode, .or, .and])
    },
    Refusal("skip, which is for reads") { $0.authenticationUI = .skip },
    Refusal("a server on a generic password", .noSuchAttr) { $0.attributes[.server] = "example.com" },
    Refusal("a tag on a generic password", .noSuchAttr) { $0.attributes[.applicationTag] = "t" },
    Refusal("a service on an internet password", .noSuchAttr) {
      $0.itemClass = .internetPassword
      $0.attributes[.service] = "s"
    },
  ]

  @Test("parameters that do not go together are refused before the duplicate is seen", arguments: refusals)
  func parameters(_ refusal: Refusal) throws {
    let (story, client) = try Story.with(nil)
    let before = story.device
    #expect(client.add(with: refusal.change) == .status(refusal.status))
    #expect(story.device == before)
  }

  @Test("a duplicate is told before what the device lacks, and changes nothing")
  func duplicate() throws {
    let (story, client) = try Story.with(nil)
    try story.set(.nobodyEnrolled)
    let before = story.device
    #expect(client.add("K", .biometryAny) == .status(.duplicateItem))
    #expect(client.add("K") { $0.value = Secret("other") } == .status(.duplicateItem))
    #expect(story.device == before)
    #expect(client.read().outcome == .items(["value of K"]))
  }

  @Test(
    "items differ by each part of their primary key",
    arguments: [
      { $0.attributes[.service] = "s" },
      { $0.attributes[.account] = "L" },
      { $0.attributes[.accessGroup] = "g" },
      { $0.isSynchronizable = true },
      { $0.itemClass = .internetPassword },
      { $0.itemClass = .key },
    ] as [@Sendable (inout KeychainAddition) -> Void])
  func primaryKey(_ change: @Sendable (inout KeychainAddition) -> Void) throws {
    let (story, client) = try Story.with(nil)
    #expect(client.add(with: change) == .added)
    #expect(client.add(with: change) == .status(.duplicateItem))
    #expect(story.state.keychain.map(\.count) == [2])
  }

  @Test(
    "an internet password and a key have attributes of their own in their keys",
    arguments: [
      (KeychainClass.internetPassword, KeychainAttribute.server, "example.com"),
      (.internetPassword, .protocol, "https"), (.internetPassword, .port, 443),
      (.internetPassword, .path, "/a"), (.internetPassword, .securityDomain, "realm"),
      (.internetPassword, .authenticationType, "form"), (.key, .applicationTag, "tag"), (.key, .service, "s"),
      (.key, .applicationLabel, "hash"), (.key, .keyClass, "private"), (.key, .keyType, "ec"),
      (.key, .keySizeInBits, 256),
    ] as [(KeychainClass, KeychainAttribute, KeychainAttributes.Value)])
  func classKeys(
    _ itemClass: KeychainClass, _ attribute: KeychainAttribute, _ value: KeychainAttributes.Value
  ) throws {
    let client = try Story().connect()
    let plain = { (addition: inout KeychainAddition) in addition.itemClass = itemClass }
    let other = { (addition: inout KeychainAddition) in
      addition.itemClass = itemClass
      addition.attributes[attribute] = value
    }
    #expect(client.add(with: plain) == .added)
    #expect(client.add(with: other) == .added)
    #expect(client.add(with: plain) == .status(.duplicateItem))
    #expect(client.add(with: other) == .status(.duplicateItem))
  }

  @Test(
    "what only describes an item is not part of its key",
    arguments: [KeychainAttribute.label, .description, .comment, .generic])
  func noKey(_ attribute: KeychainAttribute) throws {
    let (_, client) = try Story.with(nil)
    #expect(client.add { $0.attributes[attribute] = "x" } == .status(.duplicateItem))
  }

  struct Availability: Sendable, CustomTestStringConvertible {
    let flags: AccessControlFlags
    var accessible = Accessibility.whenUnlocked
    let setting: Setting
    let name: String
    let isStored: Bool

    init(_ flags: AccessControlFlags, _ setting: Setting, _ name: String, isStored: Bool) {
      (self.flags, self.setting, self.name, self.isStored) = (flags, setting, name, isStored)
    }

    init(_ accessible: Accessibility, _ setting: Setting, _ name: String, isStored: Bool) {
      self.init([], setting, name, isStored: isStored)
      self.accessible = accessible
    }

    var testDescription: String { "\(flags.names) \(accessible), \(name)" }
  }

  static let availabilities: [Availability] = [
    .init(.biometryAny, .nobodyEnrolled, "nobody enrolled", isStored: false),
    .init(.biometryCurrentSet, .nobodyEnrolled, "nobody enrolled", isStored: false),
    .init([.biometryAny, .or, .devicePasscode], .nobodyEnrolled, "nobody enrolled", isStored: false),
    .init([.biometryCurrentSet, .or, .devicePasscode], .nobodyEnrolled, "nobody enrolled", isStored: false),
    .init([.biometryAny, .and, .devicePasscode], .nobodyEnrolled, "nobody enrolled", isStored: false),
    .init(.userPresence, .nobodyEnrolled, "nobody enrolled", isStored: true),
    .init(.devicePasscode, .nobodyEnrolled, "nobody enrolled", isStored: true),
    .init(.biometryAny, .noSensor, "no sensor", isStored: false),
    .init(.userPresence, .noSensor, "no sensor", isStored: true),
    .init(.biometryAny, .lockedOut, "locked out", isStored: true),
    .init(.biometryCurrentSet, .lockedOut, "locked out", isStored: true),
    .init(.userPresence, .noPasscode, "no passcode", isStored: false),
    .init(.devicePasscode, .noPasscode, "no passcode", isStored: false),
    .init(.biometryAny, .noPasscode, "no passcode", isStored: false),
    .init(.companion, .noPasscode, "no passcode", isStored: true),
    .init([], .noPasscode, "no passcode", isStored: true),
    .init(.whenPasscodeSetThisDeviceOnly, .noPasscode, "no passcode", isStored: false),
    .init(.whenPasscodeSetThisDeviceOnly, .none, "a passcode", isStored: true),
    .init(.whenUnlocked, .noPasscode, "no passcode", isStored: true),
  ]

  @Test("what the device lacks for an item keeps it from being stored", arguments: availabilities)
  func availability(_ row: Availability) throws {
    let story = try Story(row.setting)
    let client = story.connect()
    let outcome = client.add("K", row.flags, accessible: row.accessible)
    #expect(outcome == (row.isStored ? .added : .status(.authFailed)))
    #expect(story.state.keychain.map(\.count) == (row.isStored ? [1] : []))
    #expect(story.prompt == nil)
  }

  @Test("a class that needs a passcode can be stored once there is one")
  func passcodeComes() throws {
    let story = try Story(.noPasscode)
    let client = story.connect()
    #expect(client.add("P", accessible: .whenPasscodeSetThisDeviceOnly) == .status(.authFailed))
    #expect(client.add("U") == .added)
    try story.verb(.setPasscode("1234"))
    #expect(client.add("P", accessible: .whenPasscodeSetThisDeviceOnly) == .added)
  }

  @Test("an add returns what it is asked for")
  func returns() throws {
    let client = try Story().connect()
    let addition = { (returning: KeychainReturn) in
      var addition = KeychainAddition(.genericPassword, [.label: .text("\(returning)")])
      addition.attributes[.account] = .text("\(returning.data) \(returning.attributes)")
      addition.value = Secret("v")
      addition.returning = returning
      return Command.secItemAdd(app: nil, addition)
    }
    guard case .keychainItems(let items) = try client.send(addition(.init(data: true, attributes: true)))
    else {
      Issue.record("no items")
      return
    }
    #expect(items.map(\.value) == [Secret("v")])
    #expect(items.map(\.attributes?.attributes[.account]) == ["true true"])
    #expect(items.map(\.attributes?.attributes[.accessGroup]) == [.text(Device.defaultApp)])
    #expect(items.map(\.attributes?.creationDate) == [1_767_225_600])
    #expect(try client.send(addition(.init())) == .keychainItems([]))
  }

  @Test("an app in the background adds, and an app that was killed does not")
  func background() throws {
    let (story, client) = try Story.with(nil)
    try story.verb(.backgroundApp(Device.defaultApp))
    #expect(client.add("L", .biometryAny) == .added)
    try story.verb(.terminateApp(Device.defaultApp))
    #expect(client.add("M") == .failure(.appTerminated(app: Device.defaultApp)))
  }
}
