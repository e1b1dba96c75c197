import DeviceModel
import Schema
import Testing

/// Section 6 of the rulebook.
@Suite("The keychain in the harness's hands")
struct HarnessKeychainTests {
  private let app = Device.defaultApp

  @Test("the listing shows every item of every app, and nothing they keep")
  func listing() throws {
    let story = try Story()
    let (second, first) = (story.connect("b"), story.connect("a"))
    second.add("K", .biometryAny) { $0.attributes[.label] = "title" }
    first.add("L", accessible: .always)
    first.add("J")
    let items = try story.listing()
    #expect(items.map(\.app) == ["a", "a", "b"])
    #expect(items.map(\.item.attributes[.account]) == ["L", "J", "K"])
    #expect(items.map(\.item.flags) == [nil, nil, .biometryAny])
    #expect(items.map(\.item.accessible) == [.always, .whenUnlocked, .whenUnlocked])
    #expect(items.map(\.item.attributes[.label]) == [nil, nil, "title"])
    #expect(try story.listing(of: "b").map(\.app) == ["b"])
    #expect(try story.listing(of: "c").isEmpty)
  }

  @Test(
    "an item is usable if the right person could open it now",
    arguments: [
      (Setting.none, [true, true, true]), (.lockedOut, [false, true, true]),
      (.nobodyEnrolled, [false, true, true]), (.noPasscode, [false, false, true]),
    ])
  func usable(_ setting: Setting, _ usable: [Bool]) throws {
    let (story, client) = try Story.with(.biometryAny)
    client.add("L", .userPresence)
    client.add("M")
    try story.verb(.setState(StatePatch([setting])))
    #expect(try story.listing().map(\.isUsable) == usable)
  }

  @Test("a reset of the keychain empties one app's, or all, and tells so once each")
  func reset() throws {
    let story = try Story()
    for app in ["a", "b"] {
      let client = story.connect(app)
      for account in ["K", "L"] { client.add(account) }
    }
    #expect(try story.verb(.resetKeychain(app: "a")))
    #expect(try !story.verb(.resetKeychain(app: "a")))
    #expect(story.state.keychain == [.init(app: "b", count: 2)])
    #expect(try story.verb(.resetKeychain(app: nil)))
    #expect(try !story.verb(.resetKeychain(app: nil)))
    #expect(story.state.keychain.isEmpty)
    #expect(story.keychainChanges.suffix(2).map(\.operation) == [.reset, .reset])
    #expect(story.keychainChanges.suffix(2).map(\.app) == ["a", "b"])
  }

  @Test("a reset of the device leaves the keychain it was made with, and tells of it")
  func deviceReset() throws {
    let (story, client) = try Story.with(.biometryAny)
    let mark = story.mark
    #expect(try story.verb(.reset))
    #expect(story.state.keychain.isEmpty)
    #expect(
      story.events(since: mark).contains { event in
        if case .stateChanged(let fields) = event { fields.contains(.keychain) } else { false }
      })
    #expect(client.read().outcome == .status(.itemNotFound))
  }

  @Test("items survive the app's end and its removal; the permission does not")
  func uninstall() throws {
    let (story, client) = try Story.with(nil)
    try story.verb(.terminateApp(app))
    #expect(client.read().outcome == .failure(.appTerminated(app: app)))
    #expect(story.connect().read().outcome == .items(["value of K"]))
    try story.verb(.uninstallApp(app))
    #expect(try story.listing().count == 1)
    try story.verb(.installApp(app))
    #expect(story.permission() == .notDetermined)
    #expect(story.connect().read().outcome == .items(["value of K"]))
  }

  @Test("a copy of a device keeps its keychain whatever happens to the other")
  func copies() throws {
    let (story, client) = try Story.with(nil)
    let snapshot = story.device
    client.delete()
    #expect(snapshot.state.keychain == [.init(app: app, count: 1)])
    #expect(story.state.keychain.isEmpty)
  }

  @Test("every change has an event that names the item and its app")
  func events() throws {
    let (story, client) = try Story.with(nil)
    client.update { _, changes in changes.attributes[.label] = "a label" }
    client.delete()
    #expect(story.keychainChanges.map(\.app) == [app, app, app])
    for change in story.keychainChanges {
      #expect(change.item?.itemClass == .genericPassword)
      #expect(change.item?.attributes == [.account: "K", .accessGroup: .text(app)])
    }
  }
}
