import DeviceModel
import Testing

/// Section 6 of the rulebook.
@Suite("secItemCopyMatching without a prompt")
struct ReadTests {
  private typealias Change = (inout KeychainQuery) -> Void

  @Test("an item that is not there is not found, and nobody is asked")
  func none() throws {
    let story = try Story()
    let client = story.connect()
    #expect(client.read().outcome == .status(.itemNotFound))
    client.add()
    #expect(client.read("L").outcome == .status(.itemNotFound))
    #expect(client.read { $0.itemClass = .key }.outcome == .status(.itemNotFound))
    #expect(story.prompt == nil)
  }

  @Test(
    "a value comes back in the form it was stored",
    arguments: [
      Secret("plain \u{1F600} \u{2028}"), Secret(""), Secret(bytes: [0, 255, 10, 13]), Secret(bytes: []),
    ])
  func form(_ value: Secret) throws {
    let client = try Story().connect()
    client.add { $0.value = value }
    #expect(client.read().results.map(\.value) == [value])
  }

  @Test("value and attributes are returned only when asked for")
  func returning() throws {
    let (_, client) = try Story.with(nil)
    let nothing = client.read { $0.returning = .init() }.results
    #expect(nothing.map(\.value) == [nil] && nothing.map(\.attributes) == [nil])
    let both = client.read { $0.returning = .init(data: true, attributes: true) }.results
    #expect(both.map(\.value?.text) == ["value of K"])
    #expect(both.map(\.attributes?.accessible) == [.whenUnlocked])
    #expect(both.map(\.attributes?.flags) == [nil])
  }

  @Test("a read returns one item, some, or all, the oldest first")
  func limit() throws {
    let client = try Story().connect()
    for account in ["c", "a", "b"] { client.add(account) }
    #expect(client.read(nil).outcome == .items(["value of c"]))
    #expect(client.read(nil) { $0.limit = 2 }.outcome == .items(["value of c", "value of a"]))
    #expect(
      client.read(nil) { $0.limit = .max }.outcome == .items(["value of c", "value of a", "value of b"]))
    #expect(client.read(nil) { $0.limit = 0 }.outcome == .status(.param))
  }

  @Test("every attribute narrows a query, and an absent one does not")
  func attributes() throws {
    let client = try Story().connect()
    client.add("K") {
      $0.attributes[.service] = "s"
      $0.attributes[.label] = "l"
      $0.attributes[.generic] = "g"
    }
    client.add("K") { $0.attributes[.service] = "t" }
    func count(_ change: Change) -> Int {
      client.read {
        change(&$0)
        $0.limit = .max
      }.results.count
    }
    #expect(count { _ in } == 2)
    #expect(count { $0.attributes[.service] = "s" } == 1)
    #expect(count { $0.attributes[.service] = "u" } == 0)
    #expect(count { $0.attributes[.label] = "l" } == 1)
    #expect(count { $0.attributes[.generic] = "h" } == 0)
    #expect(count { $0.attributes[.accessGroup] = .text(Device.defaultApp) } == 2)
    #expect(count { $0.attributes[.accessGroup] = "other" } == 0)
    #expect(client.read { $0.attributes[.server] = "x" }.outcome == .status(.noSuchAttr))
  }

  @Test("an item without an account is one with an empty account")
  func emptyAccount() throws {
    let client = try Story().connect()
    client.add { $0.attributes = [:] }
    #expect(client.add("") == .status(.duplicateItem))
    #expect(client.read("").outcome == .items(["value of K"]))
  }

  @Test("an item is found in whichever access group of the app it is, the oldest first")
  func accessGroups() throws {
    let story = try Story()
    var changes = AppChanges()
    changes.accessGroups = ["a", "z"]
    try story.verb(.setApp(Device.defaultApp, changes))
    let client = story.connect()
    for group in ["z", "a"] {
      client.add {
        $0.attributes[.accessGroup] = .text(group)
        $0.attributes[.service] = "s"
        $0.value = Secret(group)
      }
    }
    let complete = { (query: inout KeychainQuery) in
      query.attributes[.service] = "s"
      query.limit = .max
    }
    #expect(client.read(with: complete).outcome == .items(["z", "a"]))
    #expect(client.read { $0.attributes[.accessGroup] = "a" }.outcome == .items(["a"]))
  }

  @Test("C85 synchronizable items are a world of their own")
  func synchronizable() throws {
    let client = try Story().connect()
    client.add { $0.value = Secret("here") }
    client.add {
      $0.value = Secret("everywhere")
      $0.isSynchronizable = true
    }
    for service in [nil, ""] {
      let all = { (wanted: KeychainQuery.Synchronizability) in
        client.read {
          $0.limit = .max
          $0.attributes[.service] = service.map { .text($0) }
          $0.synchronizable = wanted
        }.outcome
      }
      #expect(all(.no) == .items(["here"]))
      #expect(all(.yes) == .items(["everywhere"]))
      #expect(all(.any) == .items(["here", "everywhere"]))
    }
  }

  @Test("an app never finds another app's items")
  func apps() throws {
    let story = try Story()
    let (first, second) = (story.connect("a"), story.connect("b"))
    #expect(first.add("K") == .added)
    #expect(second.read().outcome == .status(.itemNotFound))
    #expect(second.delete() == .status(.itemNotFound))
    #expect(second.add("K") == .added)
    #expect(second.delete() == .deleted(1))
    #expect(first.read().outcome == .items(["value of K"]))
    #expect(story.state.keychain == [.init(app: "a", count: 1)])
  }

  @Test("an unprotected item is read in the background, and an access control without constraints is none")
  func background() throws {
    let (story, client) = try Story.with([])
    try story.verb(.backgroundApp(Device.defaultApp))
    #expect(client.read { $0.authenticationUI = .fail }.outcome == .items(["value of K"]))
  }

  @Test("a foreign context is unknown, and an invalidated one fails whatever is asked")
  func contexts() throws {
    let (story, client) = try Story.with(nil)
    let context = try client.createContext()
    let other = story.connect()
    #expect(other.read(in: context).outcome == .failure(.unknownContext(context)))
    try client.invalidate(context)
    #expect(client.read(in: context).outcome == .status(.authFailed))
    #expect(client.read("L", in: context).outcome == .status(.authFailed))
    #expect(client.update(in: context).outcome == .status(.authFailed))
    #expect(client.delete(in: context) == .status(.authFailed))
    #expect(client.add("L", in: context) == .status(.authFailed))
    #expect(client.read().outcome == .items(["value of K"]))
  }
}

/// Section 2 of the rulebook: which class is readable when.
@Suite("Accessibility and the lock screen")
struct AccessibilityTests {
  /// Where the device stands.
  enum Moment: String, CaseIterable {
    case unlocked, locked, restarted, lockedAgain

    func happen(to story: Story) throws {
      switch self {
      case .unlocked: break
      case .locked: try story.verb(.lock)
      case .restarted: try story.verb(.restart)
      case .lockedAgain:
        try story.verb(.restart)
        if story.state.passcodeSet { try story.verb(.unlock(.passcode("1234"))) }
        try story.verb(.lock)
      }
    }

    func isReadable(_ accessible: Accessibility) -> Bool {
      switch accessible {
      case .always, .alwaysThisDeviceOnly: true
      case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: self != .restarted
      case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: self == .unlocked
      }
    }
  }

  @Test(
    "a class is read, changed and stored when its keys are there, and deleted at any time",
    arguments: Accessibility.allCases, Moment.allCases)
  func classes(_ accessible: Accessibility, _ moment: Moment) throws {
    let (story, _) = try Story.with(nil, accessible: accessible)
    try moment.happen(to: story)
    let client = story.connect()
    let isReadable = moment.isReadable(accessible)
    #expect(try story.listing().map(\.isUsable) == [isReadable])
    let refused = KeychainOutcome.status(.interactionNotAllowed)
    #expect(client.read().outcome == (isReadable ? .items(["value of K"]) : refused))
    #expect(client.read { $0.returning = .init() }.outcome == (isReadable ? .items([nil]) : refused))
    #expect(client.update().outcome == (isReadable ? .updated(1) : refused))
    #expect(client.add("L", accessible: accessible) == (isReadable ? .added : refused))
    #expect(client.add("K", accessible: accessible) == .status(.duplicateItem))
    #expect(client.read("M").outcome == .status(.itemNotFound))
    #expect(client.delete() == .deleted(1))
    #expect(story.prompt == nil)
  }

  @Test(
    "without a passcode every class is readable",
    arguments: Accessibility.allCases.filter { $0 != .whenPasscodeSetThisDeviceOnly }, Moment.allCases)
  func noPasscode(_ accessible: Accessibility, _ moment: Moment) throws {
    let (story, _) = try Story.with(nil, accessible: accessible, on: .noPasscode)
    try moment.happen(to: story)
    #expect(story.connect().read().outcome == .items(["value of K"]))
  }

  @Test("the lock screen comes before the prompt, and a protected item of class always takes one behind it")
  func protected() throws {
    let (story, client) = try Story.with(.biometryAny)
    client.add("A", .biometryAny, accessible: .always)
    try story.verb(.lock)
    #expect(client.read().outcome == .status(.interactionNotAllowed))
    #expect(client.read("A").outcome == .status(.interactionNotAllowed))
    try story.verb(.unlock(.biometry(identity: nil)))
    #expect(client.read().outcome == .pending)
  }
}
