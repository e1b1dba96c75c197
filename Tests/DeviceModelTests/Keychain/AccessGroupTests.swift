import DeviceModel
import JSON
import Testing

/// Section 6 of the rulebook, "Access groups".
@Suite("Access groups")
struct AccessGroupTests {
  private static func declare(_ groups: [String]?, team: String? = nil) -> AppChanges {
    var changes = AppChanges()
    changes.accessGroups = .some(groups)
    changes.teamIdentifier = .some(team)
    return changes
  }

  private static func group(_ name: String) -> (inout KeychainAddition) -> Void {
    { $0.attributes[.accessGroup] = .text(name) }
  }

  private func groups(of client: AppClient) throws -> [String] {
    client.read(nil) {
      $0.limit = .max
      $0.returning = KeychainReturn(attributes: true)
    }.results.compactMap { $0.attributes?.attributes[.accessGroup] }.map { value in
      if case .text(let text) = value { text } else { "" }
    }
  }

  @Test("undeclared, an app sees its own group, and any other that it names, with whoever names it")
  func undeclared() throws {
    let story = try Story()
    let (first, second) = (story.connect("a"), story.connect("b"))
    #expect(first.add("K", with: Self.group("shared")) == .added)
    #expect(first.add("own") == .added)
    #expect(try groups(of: first) == ["a"])
    #expect(second.read().outcome == .status(.itemNotFound))
    #expect(second.add("K", with: Self.group("shared")) == .status(.duplicateItem))
    #expect(second.read { $0.attributes[.accessGroup] = "shared" }.outcome == .items(["value of K"]))
    #expect(story.state.keychain == [.init(app: "a", count: 2)])
    #expect(second.delete { $0.attributes[.accessGroup] = "shared" } == .deleted(1))
    #expect(story.keychainChanges.map(\.app) == ["a", "a", "a"])
  }

  @Test("declared, an add goes to the first group, a search looks in all, and the own one is always there")
  func declared() throws {
    let story = try Story()
    try story.verb(.setApp("a", Self.declare(["TEAM.shared", "TEAM.more"], team: "TEAM")))
    let client = story.connect("a")
    #expect(client.add("1") == .added)
    #expect(client.add("2", with: Self.group("TEAM.a")) == .added)
    #expect(client.add("3", with: Self.group("TEAM.more")) == .added)
    #expect(try groups(of: client) == ["TEAM.shared", "TEAM.a", "TEAM.more"])
    #expect(client.read(nil) { $0.attributes[.accessGroup] = "TEAM.more" }.outcome == .items(["value of 3"]))
  }

  @Test("a group that is not declared is missingEntitlement for every call, and nothing happens")
  func undeclaredName() throws {
    let story = try Story()
    try story.verb(.setApp("a", Self.declare(["shared"])))
    let client = story.connect("a")
    #expect(client.add("K") == .added)
    let foreign = KeychainAttributes.Value.text("foreign")
    let before = story.state
    #expect(client.add("L", with: Self.group("foreign")) == .status(.missingEntitlement))
    #expect(client.read { $0.attributes[.accessGroup] = foreign }.outcome == .status(.missingEntitlement))
    #expect(client.delete { $0.attributes[.accessGroup] = foreign } == .status(.missingEntitlement))
    let update = client.update { $1.attributes[.accessGroup] = foreign }
    #expect(update.outcome == .status(.missingEntitlement))
    #expect(story.state == before)
    #expect(client.update { $1.attributes[.accessGroup] = "a" }.outcome == .updated(1))
  }

  @Test("without a team the own group is the bundle id; what declares nothing any more may name any")
  func ownGroup() throws {
    let story = try Story()
    try story.verb(.setApp("a", Self.declare([])))
    let client = story.connect("a")
    #expect(client.add("K") == .added)
    #expect(try groups(of: client) == ["a"])
    #expect(client.read { $0.attributes[.accessGroup] = "x" }.outcome == .status(.missingEntitlement))
    try story.verb(.setApp("a", Self.declare(nil)))
    #expect(client.read { $0.attributes[.accessGroup] = "x" }.outcome == .status(.itemNotFound))
  }

  @Test("C72 an extension reads what its app stored in their group, protected as it is")
  func sharedProtected() throws {
    let story = try Story()
    var changes = Self.declare(["TEAM.shared"])
    try story.verb(.setApp("app", changes))
    changes.kind = .extension
    try story.verb(.setApp("sheet", changes))
    #expect(story.connect("app").add("K", .biometryAny) == .added)
    let sheet = story.connect("sheet")
    #expect(sheet.read().outcome == .status(.interactionNotAllowed))
    try story.verb(.launchApp("sheet"))
    let read = sheet.read()
    try story.respond(.match)
    #expect(read.outcome == .items(["value of K"]))
  }

  @Test("an item that goes ends the prompt of whichever app asks for it")
  func endsPrompt() throws {
    let story = try Story(.touchID)
    #expect(story.connect("a").add("K", .biometryCurrentSet, with: Self.group("shared")) == .added)
    let reader = story.connect("b")
    let read = reader.read { $0.attributes[.accessGroup] = "shared" }
    try story.verb(.enroll(identity: "second"))
    #expect(read.outcome == .status(.authFailed))
  }

  @Test("a reset of an app's keychain takes what that app added, in every group")
  func reset() throws {
    let story = try Story()
    let (first, second) = (story.connect("a"), story.connect("b"))
    first.add("1")
    first.add("2", with: Self.group("shared"))
    second.add("3", with: Self.group("shared"))
    try story.verb(.resetKeychain(app: "a"))
    #expect(try story.listing().map(\.app) == ["b"])
  }

  @Test("state from before apps shared groups keeps the items of both, the second under another group")
  func olderState() throws {
    let story = try Story()
    story.connect("a").add("K", with: Self.group("shared"))
    var writer = JSONWriter()
    let moment = HostMoment(now: Story.start, wallTime: 0)
    story.device.write(at: moment, into: &writer)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    let items = try #require(text.firstMatch(of: /"items":\{"a":(\[.*?\])\}/))
    let second = items.output.1.replacing("\"number\":1", with: "\"number\":2")
    let older = text.replacing(
      items.output.0, with: "\"items\":{\"a\":\(items.output.1),\"b\":\(second)}"
    ).replacing("\"lastNumber\":1", with: "\"lastNumber\":2")
    let device = try withJSON(Array(older.utf8)) { try Device($0, at: moment) }
    #expect(device.state.keychain == [.init(app: "a", count: 1), .init(app: "b", count: 1)])
    // One app's items that are the same are damage.
    let damaged = older.replacing("],\"b\":[", with: ",").replacing("\"number\":1", with: "\"number\":3")
    #expect(throws: ArchiveError.self) { try withJSON(Array(damaged.utf8)) { try Device($0, at: moment) } }
  }
}
