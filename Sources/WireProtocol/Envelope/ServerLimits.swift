import Schema

/// What a daemon bounds, so that no client can harm another.
package struct ServerLimits: Equatable, Sendable {
  /// The longest line, without its newline.
  package var maxLineBytes = 1 << 20
  /// How deep arrays and objects may nest.
  package var maxDepth = 128
  /// The longest line that it sends, without its newline. A full keychain fits into an export, whatever is in it:
  /// a byte of a value takes up to six.
  package var maxReplyBytes = 512 << 20
  /// Unread output after which a connection loses events, and is no longer read from.
  package var maxOutputBytes = 8 << 20
  package var maxConnections = 10_000
  /// Requests of one connection that wait for their reply.
  package var maxOpenRequests = 1024
  package var maxDevices = 65_536
  /// Saved states of one device.
  package var maxSnapshots = 1000
  /// What the keychain items of one device may take up.
  package var maxKeychainBytes = 64 << 20
  /// Responses that are armed on one device.
  package var maxArmedResponses = 10_000
  /// Events that `since` can go back.
  package var keptEvents = 10_000

  package init() {}

  /// Each limit by its name on the wire.
  package var members: [(name: String, value: Int, summary: String)] {
    [
      ("maxLineBytes", maxLineBytes, "bytes of one request line"),
      ("maxDepth", maxDepth, "levels of nesting in a request"),
      ("maxReplyBytes", maxReplyBytes, "bytes of one line that the daemon sends"),
      ("maxOutputBytes", maxOutputBytes, "unread bytes after which a connection loses events"),
      ("maxConnections", maxConnections, "connections at one time"),
      ("maxOpenRequests", maxOpenRequests, "requests of one connection that wait"),
      ("maxDevices", maxDevices, "devices at one time"),
      ("maxSnapshots", maxSnapshots, "saved states of one device"),
      ("maxKeychainBytes", maxKeychainBytes, "bytes of the keychain items of one device"),
      ("maxArmedResponses", maxArmedResponses, "responses armed on one device"),
      ("keptEvents", keptEvents, "events that since can go back"),
    ]
  }

  /// The type of `getServerInfo`'s `limits`.
  static let fields = ServerLimits().members.map {
    Field($0.name, .integer(1...Int.max), required: true, $0.summary)
  }

  /// The members of an example: the defaults.
  static let example = ServerLimits().members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",")
}
