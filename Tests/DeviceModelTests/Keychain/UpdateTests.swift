import DeviceModel
import Schema
import Testing

/// Section 6 of the rulebook.
@Suite("secItemUpdate and secItemDelete")
struct UpdateTests {
  @Test("an unprotected item is changed at once, a missing one is not found")
  func plain() throws {
    let (story, client) = try Story.with(nil)
    #expect(client.update("L").outcome == .status(.itemNotFound))
    #expect(client.update().outcome == .updated(1))
    #expect(client.read().outcome == .items(["new"]))
    #expect(story.keychainChanges.map(\.operation) == [.add, .update])
  }

  @Test("a protected item is changed after the prompt")
  func protected() throws {
    let (story, client) = try Story.with(.biometryAny)
    let update = client.update()
    #expect(update.outcome == .pending)
    #expect(story.prompt?.purpose == .secItemUpdate)
    let mark = story.mark
    try story.respond(.match)
    #expect(update.outcome == .updated(1))
    // Dismissed, then changed, then answered.
    let events = story.events(since: mark)
    let dismissed = events.firstIndex { if case .promptDismissed = $0 { true } else { false } }
    let changed = events.firstIndex { if case .keychainChanged = $0 { true } else { false } }
    #expect(try #require(dismissed) < #require(changed))
    let read = client.read()
    try story.respond(.match)
    #expect(read.outcome == .items(["new"]))
  }

  @Test("a refused update keeps the old value")
  func refused() throws {
    let (story, client) = try Story.with(.biometryAny)
    let update = client.update()
    try story.respond(.tapCancel)
    #expect(update.outcome == .status(.userCanceled))
    let read = client.read()
    try story.respond(.match)
    #expect(read.outcome == .items(["value of K"]))
    #expect(story.keychainChanges.map(\.operation) == [.add])
  }

  @Test("an update of several items takes one prompt, and changes all of them")
  func several() throws {
    let (story, client) = try Story.with(.biometryAny)
    client.add("L")
    let update = client.update(nil)
    try story.respond(.match)
    #expect(update.outcome == .updated(2))
  }

  @Test("an update moves an item to another key, and never onto another item")
  func keys() throws {
    let (story, client) = try Story.with(nil)
    client.add("L")
    let before = story.device
    let rename = { (account: String) in
      client.update(to: nil) { _, changes in changes.attributes[.account] = .text(account) }.outcome
    }
    #expect(rename("L") == .status(.duplicateItem))
    #expect(story.device == before)
    #expect(rename("K") == .updated(1))
    #expect(rename("M") == .updated(1))
    #expect(client.read("K").outcome == .status(.itemNotFound))
    #expect(client.read("M").outcome == .items(["value of K"]))
    let both = client.update(nil, to: nil) { _, changes in changes.attributes[.account] = "N" }
    #expect(both.outcome == .status(.duplicateItem))
    #expect(story.state.keychain.map(\.count) == [2])
    // The item keeps its place among the others.
    #expect(client.read(nil).outcome == .items(["value of K"]))
  }

  @Test("a duplicate is told before anybody is asked")
  func duplicateFirst() throws {
    let (story, client) = try Story.with(.biometryAny)
    client.add("L")
    let update = client.update { _, changes in changes.attributes[.account] = "L" }
    #expect(update.outcome == .status(.duplicateItem))
    #expect(story.prompt == nil)
  }

  @Test("what came into the way while the prompt was on screen is told after it, and nothing is changed")
  func duplicateMeanwhile() throws {
    let (story, client) = try Story.with(.biometryAny)
    let update = client.update { _, changes in changes.attributes[.account] = "L" }
    story.connect().add("L")
    try story.respond(.match)
    #expect(update.outcome == .status(.duplicateItem))
    #expect(client.read("L").outcome == .items(["value of L"]))
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: OSStatusCode
    var setting = Setting.none
    let change: @Sendable (inout KeychainChanges) -> Void

    init(
      _ name: String, _ status: OSStatusCode = .param, _ setting: Setting = .none,
      _ change: @escaping @Sendable (inout KeychainChanges) -> Void
    ) {
      (testDescription, self.status, self.setting, self.change) = (name, status, setting, change)
    }
  }

  static let refusals = [
    Refusal("nothing to change") { $0.value = nil },
    Refusal("a foreign attribute", .noSuchAttr) { $0.attributes[.server] = "x" },
    Refusal("accessible and access control") {
      $0.accessible = .always
      $0.accessControl = AccessControl()
    },
    Refusal("two constraints") { $0.accessControl = AccessControl(flags: [.biometryAny, .devicePasscode]) },
    Refusal("synchronizable under an access control") {
      $0.accessControl = AccessControl()
      $0.isSynchronizable = true
    },
    Refusal("biometry with nobody enrolled", .authFailed, .nobodyEnrolled) {
      $0.accessControl = AccessControl(flags: .biometryAny)
    },
    Refusal("a class that needs a passcode", .authFailed, .noPasscode) {
      $0.accessible = .whenPasscodeSetThisDeviceOnly
    },
  ]

  @Test("changes that cannot be are refused, and change nothing", arguments: refusals)
  func impossible(_ refusal: Refusal) throws {
    let (story, client) = try Story.with(nil)
    try story.verb(.setState(StatePatch([refusal.setting])))
    let before = story.device
    #expect(client.update { _, changes in refusal.change(&changes) }.outcome == .status(refusal.status))
    #expect(story.device == before)
  }

  @Test("an update changes the protection, and asks for the old one")
  func protection() throws {
    let (story, client) = try Story.with(.devicePasscode)
    let update = client.update(to: nil) { _, changes in
      changes.accessControl = AccessControl(accessible: .always, flags: .biometryCurrentSet)
    }
    try story.respond(.enterPasscode("1234"))
    #expect(update.outcome == .updated(1))
    #expect(try story.listing().map(\.item.flags) == [.biometryCurrentSet])
    #expect(try story.listing().map(\.item.accessible) == [.always])
    client.read()
    #expect(story.prompt?.pane == .biometry)
    try story.respond(.match)
    let open = client.update(to: nil) { _, changes in changes.accessible = .afterFirstUnlock }
    try story.respond(.match)
    #expect(open.outcome == .updated(1))
    #expect(client.read().outcome == .items(["value of K"]))
    // It is bound to no enrolment any more.
    try story.verb(.unenroll(identity: nil))
    #expect(client.read().outcome == .items(["value of K"]))
  }

  @Test("an item remembers when it was made and when it was changed, on the wall clock")
  func dates() throws {
    let (story, client) = try Story.with(nil)
    try story.advance(.seconds(2.5))
    client.update()
    let item = try #require(try story.listing().first?.item)
    #expect(item.creationDate == 1_767_225_600)
    #expect(item.modificationDate == 1_767_225_602.5)
  }

  @Test("deleting never prompts, and takes everything that matches")
  func delete() throws {
    let (story, client) = try Story.with(.biometryAny)
    client.add("L", .devicePasscode)
    #expect(client.delete("M") == .status(.itemNotFound))
    #expect(client.delete() == .deleted(1))
    #expect(client.delete() == .status(.itemNotFound))
    client.add("M")
    #expect(client.delete(nil) == .deleted(2))
    #expect(story.prompt == nil)
    #expect(story.keychainChanges.map(\.operation) == [.add, .add, .delete, .add, .delete, .delete])
  }
}
