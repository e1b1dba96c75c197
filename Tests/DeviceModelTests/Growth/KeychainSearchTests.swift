import Schema
import TestSupport
import Testing

@testable import DeviceModel

/// Section 6 of the rulebook.
@Suite("A search over many items")
struct KeychainSearchTests {
  @Test(
    "finds what a look at each item finds, in the order in which they came, up to its limit",
    arguments: 0..<8 as Range<UInt64>)
  func search(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var keychain = Keychain()
    var items: [StoredItem] = []
    for number in 1...400 {
      let item = StoredItem(Self.item(number, &random))
      guard keychain[item.item.key] == nil else { continue }
      keychain.insert(item)
      items.append(item)
      if Int.random(in: 0..<6, using: &random) == 0, let gone = items.randomElement(using: &random) {
        keychain.remove([gone])
        items.removeAll { $0 === gone }
      }
      if Int.random(in: 0..<4, using: &random) == 0, let old = items.randomElement(using: &random) {
        var changed = old.item
        changed.attributes[.label] = Self.text(&random)
        changed.attributes[.service] = Self.text(&random)
        let new = StoredItem(changed)
        guard keychain[new.item.key].map({ $0 === old }) ?? true, changed.itemClass == .genericPassword else {
          continue
        }
        keychain.replace([old], with: [new])
        items = items.map { $0 === old ? new : $0 }
      }
      let groups = ["g0", "g1", "none"].filter { _ in Bool.random(using: &random) }
      let query = Self.query(&random, items)
      let limit = Bool.random(using: &random) ? 1 : Int.random(in: 1...500, using: &random)
      let takesBound = Bool.random(using: &random)
      let found = keychain.items(in: groups, matching: query, atMost: limit) { takesBound || !$0.isBound }
      let expected = items.filter { stored in
        groups.contains(stored.item.attributes.text(of: .accessGroup)) && stored.item.matches(query)
          && (takesBound || !stored.item.isBound)
      }
      #expect(found.map(\.number) == expected.map(\.number).prefix(limit).map(\.self))
    }
    #expect(keychain.boundItems.map(\.number) == items.filter(\.item.isBound).map(\.number))
    #expect(keychain.bytes == items.reduce(0) { $0 + $1.bytes })
    for app in ["a", "b"] {
      #expect(keychain.items(of: app).map(\.number) == items.filter { $0.item.app == app }.map(\.number))
    }
    #expect(keychain.counts.reduce(0) { $0 + $1.count } == items.count)
    for stored in items {
      #expect(keychain[stored.item.key] === stored && keychain.present(stored) === stored)
    }
    keychain.remove(keychain.items(of: "a"))
    #expect(keychain.appNames == ["b"])
    keychain.remove(keychain.items(of: "b"))
    #expect(keychain.appNames.isEmpty && keychain.boundItems.isEmpty && keychain.bytes == 0)
  }

  private static func text(_ random: inout SeededGenerator) -> KeychainAttributes.Value {
    .text(["", "x", "y", "z"].randomElement(using: &random) ?? "")
  }

  private static func item(_ number: Int, _ random: inout SeededGenerator) -> KeychainItem {
    let itemClass = KeychainClass.allCases.randomElement(using: &random) ?? .key
    var attributes = KeychainAttributes()
    attributes[.accessGroup] = .text("g\(Int.random(in: 0..<2, using: &random))")
    attributes[.account] = .text("\(number / 3)")
    for attribute in [KeychainAttribute.label, .service, .server, .comment, .applicationTag]
    where itemClass.has(attribute) && Bool.random(using: &random) { attributes[attribute] = text(&random) }
    return KeychainItem(
      app: Bool.random(using: &random) ? "a" : "b", number: number, itemClass: itemClass,
      attributes: attributes, isSynchronizable: Bool.random(using: &random),
      flags: Int.random(in: 0..<4, using: &random) == 0 ? .biometryCurrentSet : nil)
  }

  private static func query(_ random: inout SeededGenerator, _ items: [StoredItem]) -> KeychainQuery {
    let itemClass = KeychainClass.allCases.randomElement(using: &random) ?? .key
    var query = KeychainQuery(itemClass)
    let known = items.randomElement(using: &random)?.item
    for attribute in [KeychainAttribute.account, .label, .service, .server, .comment, .applicationTag]
    where itemClass.has(attribute) && Int.random(in: 0..<3, using: &random) == 0 {
      query.attributes[attribute] = known?.attributes[attribute] ?? text(&random)
    }
    query.synchronizable = [.no, .yes, .any].randomElement(using: &random) ?? .any
    if Int.random(in: 0..<5, using: &random) == 0 { query.givenReference = known?.reference.bytes }
    return query
  }
}
