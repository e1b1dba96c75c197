/// What a daemon bounds, so that no client can harm another.
package struct ServerLimits: Equatable, Sendable {
  /// The longest line, without its newline.
  package var maxLineBytes = 1 << 20
  /// How deep arrays and objects may nest.
  package var maxDepth = 128
  /// Unread output after which a connection loses events, and is no longer read from.
  package var maxOutputBytes = 4 << 20
  package var maxConnections = 256
  /// Requests of one connection that wait for their reply.
  package var maxOpenRequests = 1024
  package var maxDevices = 1000
  /// Events that `since` can go back.
  package var keptEvents = 10_000

  package init() {}

  /// The members of `getServerInfo`'s `limits`.
  static let fields = [
    Field("maxLineBytes", .integer(1...Int.max), required: true, "longest request line"),
    Field("maxDepth", .integer(1...Int.max), required: true, "deepest nesting of a request"),
    Field(
      "maxOutputBytes", .integer(1...Int.max), required: true,
      "unread output that makes a connection lose events"),
    Field("maxConnections", .integer(1...Int.max), required: true, "connections at one time"),
    Field("maxOpenRequests", .integer(1...Int.max), required: true, "requests of one connection that wait"),
    Field("maxDevices", .integer(1...Int.max), required: true, "devices at one time"),
    Field("keptEvents", .integer(1...Int.max), required: true, "events that since can go back"),
  ]
}
