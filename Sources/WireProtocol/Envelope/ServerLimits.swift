import Schema

/// What a daemon bounds, so that no client can harm another.
package struct ServerLimits: Equatable, Sendable {
  /// The longest line, without its newline.
  package var maxLineBytes = 1 << 20
  /// How deep arrays and objects may nest.
  package var maxDepth = 128
  /// The longest line that it sends, without its newline. A full keychain fits into an export, whatever is in it: a byte
  /// of a value takes up to six.
  package var maxReplyBytes = 512 << 20
  package var maxBatchBytes = 4 << 20
  /// Unread output after which a connection waits for events, and is no longer read from.
  package var maxOutputBytes = 8 << 20
  /// All that is held for connections together: what they do not read, what is made for them.
  package var maxMemory = 128 << 20
  /// Those of the app socket included.
  package var maxConnections = 10_000
  package var maxAppConnections = 5_000
  /// Requests of one connection that wait for their reply.
  package var maxOpenRequests = 1024
  package var maxDevices = 65_536
  /// Saved states of one device.
  package var maxSnapshots = 1000
  /// What the keychain items of one device may take up.
  package var maxKeychainBytes = 64 << 20
  package var maxBoundItems = 20_000
  package var maxChangedItems = 10_000
  /// Responses that are armed on one device.
  package var maxArmedResponses = 10_000
  /// Those of them that stand.
  package var maxStandingResponses = 100
  /// Apps that one device knows.
  package var maxApps = 100_000
  /// Contexts of one device.
  package var maxContexts = 20_000
  /// Those of them that are of one connection.
  package var maxConnectionContexts = 1000
  /// Events that `since` can go back.
  package var keptEvents = 10_000
  package var keptEventBytes = 16 << 20
  // The protocol's own, which the types of the parameters say.
  package private(set) var maxNameBytes = RequestBounds.nameBytes
  package private(set) var maxCaptionBytes = RequestBounds.captionBytes
  package private(set) var maxIDBytes = RequestBounds.idBytes
  package private(set) var maxListEntries = RequestBounds.listEntries

  package init() {}

  /// Every limit, in the order in which they are listed.
  package static let all: [Limit] = [
    Limit("maxLineBytes", \.maxLineBytes, "bytes of one request line", atLeast: 256),
    Limit("maxDepth", \.maxDepth, "levels of nesting in a request", atLeast: nil),
    Limit("maxReplyBytes", \.maxReplyBytes, "bytes of one line that the daemon sends", atLeast: 1 << 20),
    Limit("maxBatchBytes", \.maxBatchBytes, "bytes of the reply to one batch", atLeast: 1 << 16),
    Limit(
      "maxOutputBytes", \.maxOutputBytes, "unread bytes after which a connection gets no more events",
      atLeast: 1024),
    Limit(
      "maxMemory", \.maxMemory, "bytes held for all connections, beside the devices' own state",
      atLeast: 1 << 20),
    Limit("maxConnections", \.maxConnections, "connections at one time"),
    Limit("maxAppConnections", \.maxAppConnections, "connections of the app socket among them"),
    Limit("maxOpenRequests", \.maxOpenRequests, "requests of one connection that wait"),
    Limit("maxDevices", \.maxDevices, "devices at one time"),
    Limit("maxSnapshots", \.maxSnapshots, "saved states of one device"),
    Limit("maxKeychainBytes", \.maxKeychainBytes, "bytes of the keychain items of one device"),
    Limit("maxBoundItems", \.maxBoundItems, "items of one device that go with its passcode or its enrolment"),
    Limit("maxChangedItems", \.maxChangedItems, "items that one call changes or deletes"),
    Limit("maxArmedResponses", \.maxArmedResponses, "responses armed on one device"),
    Limit("maxStandingResponses", \.maxStandingResponses, "standing responses of one device"),
    Limit("maxApps", \.maxApps, "apps that one device knows"),
    Limit("maxContexts", \.maxContexts, "contexts of one device"),
    Limit(
      "maxConnectionContexts", \.maxConnectionContexts, "contexts of one connection on one device"),
    Limit("keptEvents", \.keptEvents, "events that since can go back"),
    Limit("keptEventBytes", \.keptEventBytes, "bytes of these events, about", atLeast: 1024),
    Limit(
      "maxNameBytes", \.maxNameBytes, "bytes of a name that a request gives to something", atLeast: nil),
    Limit("maxCaptionBytes", \.maxCaptionBytes, "bytes of a reason or a title", atLeast: nil),
    Limit("maxIDBytes", \.maxIDBytes, "bytes of a request's id, as it is written", atLeast: nil),
    Limit("maxListEntries", \.maxListEntries, "entries of an array among the parameters", atLeast: nil),
  ]

  /// The type of `getServerInfo`'s `limits`.
  static let fields = all.map { Field($0.name, .integer(1...Int.max), required: true, $0.summary) }

  /// The members of an example: the defaults.
  static let example = all.map { "\"\($0.name)\":\($0.standard)" }.joined(separator: ",")
}

/// One thing that a daemon bounds.
package struct Limit: Sendable {
  /// On the wire.
  package let name: String
  package let value: any WritableKeyPath<ServerLimits, Int> & Sendable
  package let summary: String
  /// What it can be set to at least; `nil`: it is fixed.
  package let minimum: Int?

  init(
    _ name: String, _ value: any WritableKeyPath<ServerLimits, Int> & Sendable, _ summary: String,
    atLeast minimum: Int? = 1
  ) {
    self.name = name
    self.value = value
    self.summary = summary
    self.minimum = minimum
  }

  /// What it is unless it is set.
  package var standard: Int { ServerLimits()[keyPath: value] }

  /// The option of `devicesimd` that sets it: `--max-line-bytes`.
  package var option: String? {
    guard minimum != nil else { return nil }
    return "--" + name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
  }
}
