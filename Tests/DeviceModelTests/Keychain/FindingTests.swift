import DeviceModel
import Schema
import Testing

/// Section 6 of the rulebook, "Finding items".
@Suite("Finding items again")
struct FindingTests {
  private static let both = KeychainReturn(data: true, reference: true)

  @Test("a reference finds its item after an update of all that names it, a restart and a copy of the device")
  func reference() throws {
    let story = try Story()
    let client = story.connect()
    client.add("A")
    guard
      case .success(.keychainItems(let added)) = client.addition("B", { $0.returning.reference = true }),
      let reference = added.first?.reference
    else {
      Issue.record("an add returns the reference")
      return
    }
    #expect(added[0].value == nil && added[0].attributes == nil && reference.bytes.count == 20)
    client.update("B", to: "new") { $1.attributes = [.account: "C", .service: "s"] }
    let wanted = { (query: inout KeychainQuery) in
      query = KeychainQuery(reference: reference.bytes)
      query.returning = Self.both
    }
    #expect(client.read(with: wanted).results == [KeychainResult(value: Secret("new"), reference: reference)])
    try story.verb(.restart)
    try story.verb(.unlock(.passcode("1234")))
    let later = story.connect()
    #expect(later.read(with: wanted).results == [KeychainResult(value: Secret("new"), reference: reference)])
    #expect(later.update(with: { query, _ in wanted(&query) }).outcome == .updated(1))
    #expect(later.delete(with: wanted) == .deleted(1))
    #expect(later.read(with: wanted).outcome == .status(.itemNotFound))
    later.add("B")
    #expect(later.read(with: wanted).outcome == .status(.itemNotFound))
  }

  @Test("a reference of another app, of no item, or beside a class or attribute that differs finds nothing")
  func foreignReference() throws {
    let story = try Story()
    let client = story.connect()
    guard case .success(.keychainItems(let added)) = client.addition("A", { $0.returning.reference = true }),
      let reference = added.first?.reference
    else {
      Issue.record("an add returns the reference")
      return
    }
    let find = { (client: AppClient, bytes: [UInt8], change: (inout KeychainQuery) -> Void) in
      client.read {
        $0 = KeychainQuery(reference: bytes)
        change(&$0)
      }.outcome
    }
    #expect(find(client, reference.bytes) { _ in } == .items([nil]))
    #expect(find(story.connect("b"), reference.bytes) { _ in } == .status(.itemNotFound))
    #expect(find(client, reference.bytes) { $0.itemClass = .key } == .status(.itemNotFound))
    #expect(find(client, reference.bytes) { $0.attributes[.account] = "B" } == .status(.itemNotFound))
    for bytes in [[], [1], Array(reference.bytes.dropLast()), Array(repeating: 255, count: 20)] {
      #expect(find(client, bytes) { _ in } == .status(.itemNotFound))
    }
    var other = reference.bytes
    other[19] ^= 1
    #expect(find(client, other) { _ in } == .status(.itemNotFound))
  }

  @Test("C63 a class of accessibility narrows reads, updates and deletes, and an add still collides")
  func accessible() throws {
    let client = try Story().connect()
    client.add("K", accessible: .whenUnlocked)
    #expect(client.read { $0.accessible = .afterFirstUnlock }.outcome == .status(.itemNotFound))
    let other = { (query: inout KeychainQuery) in query.accessible = .afterFirstUnlock }
    #expect(client.update(with: { query, _ in other(&query) }).outcome == .status(.itemNotFound))
    #expect(client.delete(with: other) == .status(.itemNotFound))
    #expect(client.add("K", accessible: .afterFirstUnlock) == .status(.duplicateItem))
    #expect(client.read { $0.accessible = .whenUnlocked }.outcome == .items(["value of K"]))
    #expect(client.delete { $0.accessible = .whenUnlocked } == .deleted(1))
  }

  @Test("a locked device lists the items that the query narrows to readable ones")
  func lockedDevice() throws {
    let story = try Story()
    let client = story.connect()
    client.add("A", accessible: .whenUnlocked)
    client.add("B", accessible: .afterFirstUnlock)
    try story.verb(.lock)
    #expect(client.read(nil) { $0.limit = .max }.outcome == .status(.interactionNotAllowed))
    let narrowed = client.read(nil) {
      $0.limit = .max
      $0.accessible = .afterFirstUnlock
    }
    #expect(narrowed.outcome == .items(["value of B"]))
  }

  @Test("texts are compared byte for byte: composed and decomposed letters are two accounts")
  func bytes() throws {
    let client = try Story().connect()
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    #expect(client.add(composed) == .added)
    #expect(client.read(decomposed).outcome == .status(.itemNotFound))
    #expect(client.add(decomposed) { $0.value = Secret("second") } == .added)
    #expect(client.read(composed).outcome == .items(["value of \(composed)"]))
    #expect(client.read(decomposed).outcome == .items(["second"]))
  }

  @Test("an account given as bytes is another item than the equal text, and comes back as bytes")
  func accountAsBytes() throws {
    let client = try Story().connect()
    let bytes = KeychainAttributes.Value.bytes(Array("K".utf8))
    #expect(client.add("K") == .added)
    #expect(client.add { $0.attributes[.account] = bytes } == .added)
    #expect(client.add { $0.attributes[.account] = bytes } == .status(.duplicateItem))
    let found = client.read {
      $0.attributes[.account] = bytes
      $0.returning = KeychainReturn(attributes: true)
      $0.limit = .max
    }
    #expect(found.results.map(\.attributes?.attributes[.account]) == [bytes])
  }

  @Test("creator, type and the two marks are stored, returned and searched for, and are no part of the key")
  func codes() throws {
    let client = try Story().connect()
    let marks: [(KeychainAttribute, KeychainAttributes.Value, KeychainAttributes.Value)] = [
      (.creator, 0x6164_6121, 1), (.type, 7, 8), (.isInvisible, true, false), (.isNegative, true, false),
    ]
    client.add { for (attribute, value, _) in marks { $0.attributes[attribute] = value } }
    for (attribute, value, other) in marks {
      #expect(client.add { $0.attributes[attribute] = other } == .status(.duplicateItem))
      #expect(client.read { $0.attributes[attribute] = value }.outcome == .items(["value of K"]))
      #expect(client.read { $0.attributes[attribute] = other }.outcome == .status(.itemNotFound))
    }
    // An absent mark is one that is not set.
    client.add("plain")
    #expect(
      client.read("plain") { $0.attributes[.isInvisible] = false }.outcome == .items(["value of plain"]))
  }

  @Test("an item that never leaves the device is stored though it is synchronizable, unless the knob refuses")
  func synchronizableThisDeviceOnly() throws {
    let story = try Story()
    let client = story.connect()
    let add = { client.add("K", accessible: .whenUnlockedThisDeviceOnly) { $0.isSynchronizable = true } }
    try story.set(.knob { $0.synchronizableThisDeviceOnly = .refuse })
    let before = story.device
    #expect(add() == .status(.param))
    #expect(story.device == before)
    try story.set(.knob { $0.synchronizableThisDeviceOnly = .store })
    #expect(add() == .added)
    #expect(client.read { $0.synchronizable = .yes }.outcome == .items(["value of K"]))
  }
}

extension KeychainQuery {
  /// A query by reference alone.
  fileprivate init(reference: [UInt8]) {
    self.init()
    givenReference = reference
  }
}

extension AppClient {
  fileprivate func addition(
    _ account: String, _ change: (inout KeychainAddition) -> Void
  ) -> Result<Reply, Failure>? {
    var addition = KeychainAddition(.genericPassword, [.account: .text(account)])
    addition.value = Secret("value of \(account)")
    change(&addition)
    return story.reply(to: story.send(.secItemAdd(app: app, addition), from: client))
  }
}
