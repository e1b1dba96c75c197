import Foundation
import Platform
import TestSupport
import Testing

/// Saved states share on the disk, and again after a start, what they share in memory.
@Suite(.enabled(if: TestDaemon.program != nil, "devicesimd is not built"))
struct SharedSnapshotTests {
  private static let value = JSONTree.string(String(repeating: "x", count: 20_000))

  private func add(_ account: String, _ client: TestClient) throws {
    try client.result(
      "secItemAdd", ["class": "genericPassword", "account": .string(account), "value": Self.value])
  }

  private func delete(_ account: String, _ client: TestClient) throws {
    try client.result("secItemDelete", ["class": "genericPassword", "account": .string(account)])
  }

  private func fold(_ kept: KeptDaemon, _ client: TestClient) throws -> Int {
    try client.result("shutdown")
    let end = try kept.daemon.end()
    #expect(end.status == 0, "\(end.errors)")
    return try FileSystem.status(of: kept.snapshot)?.size ?? 0
  }

  @Test("many saved states of a large keychain, and where a reset leads to, take little more than one")
  func bytes() throws {
    let kept = try KeptDaemon()
    var client = try kept.connect()
    for index in 0..<200 { try add("a\(index)", client) }
    let one = try fold(kept, client)
    #expect(one > 4_000_000)

    try kept.start()
    client = try kept.connect()
    for index in 0..<20 {
      // Each is another one: an item more, and one less.
      try add("b\(index)", client)
      try delete("a\(index)", client)
      try client.result("saveSnapshot", ["name": .string("s\(index)")])
    }
    try client.result("cloneDevice", ["as": "copy"])
    try add("c", client)
    try delete("a100", client)
    let before = try ["default", "copy"].map(client.export)
    let all = try fold(kept, client)
    // Twenty items more, and some 3 KB of other state each.
    #expect(all < one + 20 * 25_000 + 200_000, "\(all), not \(one)")

    // What was read is shared as before, so that it is written as before.
    for _ in 0..<2 {
      try kept.start()
      client = try kept.connect()
      #expect(try ["default", "copy"].map(client.export) == before)
      try client.result("advanceClock", ["seconds": 0])
      let again = try fold(kept, client)
      #expect(abs(again - all) < 10_000, "\(again), not \(all)")
    }
    try kept.start()
    client = try kept.connect()
    for index in [0, 7, 19] {
      try client.result("restoreSnapshot", ["name": .string("s\(index)")])
      let items = try client.result("listKeychainItems")["items"]
      guard case .array(let found)? = items else { throw TestFailure("no items") }
      let accounts = found.compactMap { $0["account"] }
      #expect(found.count == 200)
      #expect(!accounts.contains(.string("a\(index)")) && accounts.contains(.string("b\(index)")))
    }
    try client.result("resetDevice", ["device": "copy"])
    #expect(try client.result("listKeychainItems", ["device": "copy"])["items"]?[199] != nil)
  }

  @Test(
    "keychains that have nothing to do with each other are written whole, whatever the order of the names")
  func alternating() throws {
    let kept = try KeptDaemon()
    let client = try kept.connect()
    for round in 0..<3 {
      for kind in ["x", "y"] {
        try client.result("resetKeychain")
        for index in 0..<20 { try add("\(kind)\(round)-\(index)", client) }
        for copy in 0..<4 {
          try delete("\(kind)\(round)-\(copy)", client)
          try client.result("saveSnapshot", ["name": .string("\(copy)\(kind)\(round)")])
        }
      }
    }
    let size = try fold(kept, client)
    #expect(size < 6 * 20 * 21_000 + 300_000, "\(size)")
    try kept.start()
    let after = try kept.connect()
    for (name, first) in [("0x0", "x0-1"), ("3y2", "y2-4"), ("2x1", "x1-3")] {
      try after.result("restoreSnapshot", ["name": .string(name)])
      #expect(try after.result("listKeychainItems")["items"]?[0]?["account"] == .string(first))
    }
  }

  @Test(
    "a keychain's line that cannot be is damage",
    arguments: [
      ("keychain", 7), ("base", 9), ("lastNumber", 0), ("sunny", 1),
    ])
  func impossible(_ member: String, _ value: Int) throws {
    let kept = try KeptDaemon()
    let client = try kept.connect()
    try add("a", client)
    _ = try fold(kept, client)
    try rewrite(kept.snapshot) { _, line in
      if line["keychain"] != nil, line["device"] == nil { line[member] = .integer(value) }
    }
    let end = try kept.failToStart()
    #expect(end.status == 65)
    #expect(end.errors.contains("snapshot is damaged at record "), "\(end.errors)")
  }
}
