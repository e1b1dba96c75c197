/// Where a device writes everything it is made of, as a tree of objects and arrays: JSON, in the end.
package protocol ArchiveSink: ~Copyable {
  mutating func beginObject()
  mutating func endObject()
  mutating func beginArray()
  mutating func endArray()
  mutating func key(_ name: StaticString)
  mutating func key(_ name: String)
  mutating func string(_ value: String)
  mutating func integer(_ value: Int)
  mutating func number(_ value: Double)
  mutating func boolean(_ value: Bool)
  mutating func null()
  /// Bytes that are no text.
  mutating func base64(_ bytes: [UInt8])
}

/// A value of such a tree, as a device reads it again.
package protocol ArchiveSource {
  /// The elements of an array.
  associatedtype Elements: Sequence<Self>
  /// The members of an object, each as often as it is written.
  associatedtype Members: Sequence<(key: Self, value: Self)>

  var isObject: Bool { get }
  var isArray: Bool { get }
  var isNull: Bool { get }
  var string: String? { get }
  var integer: Int? { get }
  var number: Double? { get }
  var bool: Bool? { get }
  var base64: [UInt8]? { get }
  var elements: Elements { get }
  var members: Members { get }
  subscript(_ key: StaticString) -> Self? { get }
}

/// Why a tree is no device: where, and what should stand there.
package struct ArchiveError: Error, Equatable {
  /// `keychain.items[3].number`; empty for the whole.
  package var path: String
  /// What it must be, to follow "must be".
  package var rule: String

  package init(_ path: String, _ rule: String) {
    self.path = path
    self.rule = rule
  }
}

/// A host's two clocks at one moment.
package struct HostMoment: Equatable, Sendable {
  /// Monotonic.
  package var now: Nanoseconds
  /// Unix time.
  package var wall: Nanoseconds

  package init(now: Nanoseconds, wall: Nanoseconds) {
    self.now = now
    self.wall = wall
  }

  package init(now: Nanoseconds, wallTime: Double) {
    self.init(now: now, wall: Nanoseconds(seconds: wallTime))
  }
}
