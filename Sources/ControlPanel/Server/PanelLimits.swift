/// How much the panel holds, and how long it waits for others.
struct PanelLimits: Sendable {
  static let headBytes = 16 << 10
  static let bodyBytes = 64 << 10
  static let connections = 8
  /// Pages that are told what happens. The rest of the connections is for what they ask.
  static let streams = 4
  /// What a page may leave unread before its connection ends; it then begins anew.
  static let unreadBytes = 256 << 10
  /// Requests that wait for the daemon.
  static let waitingCalls = 32
  /// Calls of the app, each on a connection of its own.
  static let appCalls = 8
  /// Entries of the log that a new page is shown, and the bytes of one.
  static let logEntries = 200
  static let entryBytes = 1 << 10
  /// Devices that a page lists.
  static let listedDevices = 1000
  /// A line of the daemon.
  static let lineBytes = 16 << 20

  /// Seconds for the head of a request, while nobody knows whose it is.
  var head = 2.0
  /// Seconds for its body.
  var body = 5.0
  /// Seconds until a request that waits for a person is answered without its result.
  var answer = 1.0
  /// Seconds in which the other side must have read an answer.
  var reading = 10.0
  /// Seconds between two tries to reach the daemon.
  var retry = 1.0
}
