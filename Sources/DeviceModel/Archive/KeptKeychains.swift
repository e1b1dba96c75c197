package import JSON
package import Schema

/// The keychains of a file, each item of them written once however many devices and saved states have it. A keychain
/// has a number, and if most of it is in another one, it is written as what is different there; items of others are
/// named by their numbers.
///
///     {"keychain":1,"lastNumber":9,"items":{"app":[…]}}
///     {"keychain":1,"items":{"app":[…]}}                  more of the same
///     {"keychain":2,"base":1,"gone":{"app":[3]},"taken":{"1":{"app":[4]}},"lastNumber":10,"items":{"app":[…]}}
///
/// So they share on the disk, and again after they were read, what they share in memory.
package struct KeychainWriter {
  /// In which keychain a piece, or an item, was written last.
  private var pieces: [UnsafeRawPointer: Int] = [:]
  private var items: [ObjectIdentifier: Int] = [:]
  /// Held, for pieces and items are known by where they are.
  private var written: [Keychain] = []

  /// Items of a line come to no more than this, unless it is one.
  private static let lineBytes = 1 << 20

  package init() {}

  /// Writes the keychain of a device and of where a reset leads to, as far as they are not in the file already. `line`
  /// writes a line.
  package mutating func write<Failure: Error>(
    _ device: Device, at moment: HostMoment, _ line: ((inout JSONWriter) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> KeptNumbers {
    var numbers = KeptNumbers()
    numbers.own = try number(of: device.keychain, line)
    if let origin = device.distinctOrigin(at: moment) {
      numbers.origin = try number(of: origin.keychain, line)
    }
    return numbers
  }

  private mutating func number<Failure: Error>(
    of keychain: Keychain, _ line: ((inout JSONWriter) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> Int? {
    if keychain == Keychain() { return nil }
    let base = base(for: keychain)
    let difference = keychain.difference(from: base.map { written[$0] } ?? Keychain())
    if let base, difference.isEmpty { return base + 1 }
    let number = written.count + 1
    var taken = Named<Named<[Int]>>()
    var rest: [StoredItem] = []
    for stored in difference.new {
      if let place = items[ObjectIdentifier(stored)] {
        taken["\(place + 1)", default: Named()][stored.item.app, default: []].append(stored.item.number)
      } else {
        rest.append(stored)
      }
    }
    written.append(keychain)
    note(keychain, number - 1)
    try write(keychain, number, base, difference.gone, taken, rest[...], line)
    return number
  }

  private func write<Failure: Error>(
    _ keychain: Keychain, _ number: Int, _ base: Int?, _ gone: [StoredItem], _ taken: Named<Named<[Int]>>,
    _ new: ArraySlice<StoredItem>, _ line: ((inout JSONWriter) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    var isFirst = true
    var rest = new
    repeat {
      let items = Self.take(from: &rest)
      try line { writer in
        writer.member("keychain", number)
        if isFirst {
          if let base { writer.member("base", base + 1) }
          if !gone.isEmpty {
            writer.key("gone")
            KeychainLine.numbers.write(Self.numbers(gone), &writer)
          }
          if !taken.isEmpty {
            writer.key("taken")
            KeychainLine.taken.write(taken, &writer)
          }
          writer.member("lastNumber", keychain.lastNumber)
        }
        if !items.isEmpty {
          writer.key("items")
          KeychainLine.items.write(items, &writer)
        }
      }
      isFirst = false
    } while !rest.isEmpty
  }

  /// The one that shares most with a keychain, if that is more than half of it.
  private func base(for keychain: Keychain) -> Int? {
    var shared: [Int: Int] = [:]
    var all = 0
    keychain.forEachPiece { piece, found in
      all += found.count
      if let place = pieces[piece] {
        shared[place, default: 0] += found.count
      } else {
        for item in found {
          if let place = items[ObjectIdentifier(item.stored)] { shared[place, default: 0] += 1 }
        }
      }
    }
    guard let most = shared.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
    return 2 * most.value > all ? most.key : nil
  }

  private static func numbers(_ items: [StoredItem]) -> Named<[Int]> {
    items.reduce(into: Named()) { $0[$1.item.app, default: []].append($1.item.number) }
  }

  private mutating func note(_ keychain: Keychain, _ place: Int) {
    keychain.forEachPiece { piece, found in
      // What is in a piece that was written before is known.
      if pieces.updateValue(place, forKey: piece) != nil { return }
      for item in found { items[ObjectIdentifier(item.stored)] = place }
    }
  }

  /// Takes as many items as go into a line, by the apps that added them.
  private static func take(from rest: inout ArraySlice<StoredItem>) -> Named<[KeychainItem]> {
    var items = Named<[KeychainItem]>()
    var bytes = 0
    while let stored = rest.first, bytes == 0 || bytes + stored.bytes <= lineBytes {
      items[stored.item.app, default: []].append(stored.item)
      bytes += stored.bytes
      rest.removeFirst()
    }
    return items
  }
}

/// The keychains of a file, as they are read.
package struct KeychainReader {
  private var keychains: [Keychain] = []

  package init() {}

  /// Reads a line, which is one of a keychain.
  package mutating func read(_ node: JSONNode, _ held: inout [HeldValue]) throws(ArchiveError) {
    let line: KeychainLine
    do throws(Mismatch) { line = try Coding.object.readKept(node, &held) } catch { throw ArchiveError(error) }
    if line.number == keychains.count + 1 {
      var keychain = Keychain()
      if let base = line.base {
        guard keychains.indices.contains(base - 1) else { throw ArchiveError("base", "a keychain before it") }
        keychain = keychains[base - 1]
      }
      keychains.append(keychain)
    }
    guard line.number == keychains.count, line.number > 0 else {
      throw ArchiveError("keychain", "the number of the last one, or the next")
    }
    // Taken out while it changes, for else it would be copied.
    var keychain = keychains.removeLast()
    let isPossible = keychain.apply(line, keychains)
    keychains.append(keychain)
    if !isPossible { throw ArchiveError("items", "items that can be in one keychain") }
  }

  /// Gives a device the keychains that its line names.
  func complete(_ device: inout Device, _ numbers: KeptNumbers) throws(ArchiveError) {
    if let own = numbers.own { device.keychain = try keychain(own) }
    if let number = numbers.origin, var origin = device.origin?.device {
      origin.keychain = try keychain(number)
      device.origin = DeviceSnapshot(origin)
    }
  }

  private func keychain(_ number: Int) throws(ArchiveError) -> Keychain {
    guard keychains.indices.contains(number - 1) else {
      throw ArchiveError("keychain", "the number of one before it")
    }
    return keychains[number - 1]
  }
}

/// By which numbers a line names the keychains of its device.
package struct KeptNumbers: Sendable {
  /// `nil`: it is empty, or in the device's own object.
  package var own: Int?
  package var origin: Int?

  package init() {}

  /// Reads them from a device's line.
  package init(_ line: JSONNode) {
    own = line["keychain"]?.integer
    origin = line["originKeychain"]?.integer
  }

  /// Writes them into a device's line.
  package func write(into line: inout JSONWriter) {
    if let own { line.member("keychain", own) }
    if let origin { line.member("originKeychain", origin) }
  }

  /// The members that they are.
  package static let members: [StaticString] = ["keychain", "originKeychain"]
}

/// A line of a keychain.
private struct KeychainLine: Described {
  var number = 0
  var base: Int?
  var gone = Named<[Int]>()
  var taken = Named<Named<[Int]>>()
  var lastNumber: Int?
  var items = Named<[KeychainItem]>()

  static let numbers = Coding<Named<[Int]>>.dictionary(of: .array(of: .counted))
  static let taken = Coding<Named<Named<[Int]>>>.dictionary(of: numbers)
  static let items = Coding<Named<[KeychainItem]>>.dictionary(of: .array(of: .item))

  static let record = Record<Self>([
    Member(Field("crc", .string(), "the line's check"), read: { _, _ in }),
    Member("keychain", \.number, .counted, "its number").required(),
    Member("base", \.base, optional: .counted, "the one that it is like"),
    Member("gone", \.gone, numbers, "numbers of that one's items that it has not, or has otherwise"),
    Member("taken", \.taken, taken, "numbers of items that it has in common with others, by these"),
    Member("lastNumber", \.lastNumber, optional: .counted, "number of the newest item there ever was"),
    Member("items", \.items, items, "the items of each app").secret(),
  ])
}

extension Keychain {
  /// Makes of the one that it was like what a line says. False: that cannot be.
  fileprivate mutating func apply(_ line: KeychainLine, _ others: [Keychain]) -> Bool {
    for (app, numbers) in line.gone.sorted {
      let gone = numbers.compactMap { item(of: app, number: $0) }
      guard gone.count == numbers.count else { return false }
      remove(gone)
    }
    if let last = line.lastNumber, !setLastNumber(last) { return false }
    for (other, names) in line.taken.sorted {
      guard let place = Int(other), others.indices.contains(place - 1) else { return false }
      for (app, numbers) in names.sorted {
        for number in numbers {
          guard let stored = others[place - 1].item(of: app, number: number), take(stored) else {
            return false
          }
        }
      }
    }
    for (app, items) in line.items.sorted {
      for var item in items {
        item.app = app
        if !take(StoredItem(item)) { return false }
      }
    }
    return true
  }

  /// False: there is another one in its place.
  private mutating func take(_ stored: StoredItem) -> Bool {
    guard stored.item.number <= lastNumber, hasRoom(for: stored.item) else { return false }
    insert(stored)
    return true
  }
}
