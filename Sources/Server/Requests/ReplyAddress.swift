import WireProtocol

/// Where the reply to a request goes.
struct ReplyAddress {
  let connection: Connection
  /// `nil`: a notification.
  let id: RequestID?
  /// The batch it came in, and its place there.
  var batch: Batch?
  let slot: Int
  /// Whether a result tells the log's position.
  let showsPosition: Bool

  init(
    _ connection: Connection, _ id: RequestID?, _ batch: Batch? = nil, slot: Int = 0,
    showsPosition: Bool = false
  ) {
    self.connection = connection
    self.id = id
    self.batch = batch
    self.slot = slot
    self.showsPosition = showsPosition
  }
}

/// Requests that came as one array: their replies leave as one, in the requests' order, when the last is
/// there.
final class Batch {
  private var replies: [[UInt8]]
  private var missing: Int
  /// How much all replies so far come to.
  private(set) var bytes = 0

  /// A batch of so many requests, none of them answered.
  init(count: Int) {
    replies = Array(repeating: [], count: count)
    missing = count
  }

  /// Keeps the reply of a member, empty for a notification. Returns the whole array once it is complete;
  /// empty if all were notifications.
  func complete(_ slot: Int, _ reply: [UInt8]) -> [UInt8]? {
    replies[slot] = reply
    bytes += reply.count
    missing -= 1
    guard missing == 0 else { return nil }
    let answered = replies.filter { !$0.isEmpty }
    replies = []
    if answered.isEmpty { return [] }
    return [UInt8(ascii: "[")] + answered.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
  }
}
