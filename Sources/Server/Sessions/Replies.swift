import DeviceModel
import JSON
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
    _ showsPosition: Bool = false
  ) {
    self.connection = connection
    self.id = id
    self.batch = batch
    self.slot = slot
    self.showsPosition = showsPosition
  }
}

/// Requests that came as one array: their replies leave as one, in the requests' order, when the last is there.
final class Batch {
  private var replies: [[UInt8]]
  private var missing: Int
  /// How long the line may become.
  private let limit: Int
  /// How much all replies so far come to, with what stands between them.
  private(set) var bytes = 0

  /// What is kept free for each member: the error that its reply is too long, without its id.
  private static let reserve = 512

  /// A batch of `count` requests, none of them answered; `nil`: not even an error for each has room in a line.
  init?(count: Int, atMost limit: Int) {
    if count > (limit - 2) / Self.reserve { return nil }
    replies = Array(repeating: [], count: count)
    missing = count
    self.limit = limit
  }

  /// How long the next reply may be, so that the others have room, too.
  var room: Int { limit - 3 - bytes - (missing - 1) * Self.reserve }

  /// Keeps the reply of a member, empty for a notification. Returns the whole array once it is complete;
  /// empty if all were notifications.
  func complete(_ slot: Int, _ reply: [UInt8]) -> [UInt8]? {
    precondition(reply.count <= room)
    replies[slot] = reply
    if !reply.isEmpty { bytes += reply.count + 1 }
    missing -= 1
    guard missing == 0 else { return nil }
    let answered = replies.filter { !$0.isEmpty }
    replies = []
    if answered.isEmpty { return [] }
    return [UInt8(ascii: "[")] + answered.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
  }
}

/// Writes replies to where they go.
struct Replies {
  let connections: Connections
  let devices: Devices

  /// Answers with a result whose members the closure writes.
  @inline(__always)
  func answer(_ address: ReplyAddress, result members: (inout JSONWriter) -> Void = { _ in }) {
    let seq = address.showsPosition ? devices.log.position : nil
    deliver(address) { id, writer in
      Response.beginResult(id: id, into: &writer)
      members(&writer)
      Response.endResult(seq: seq, into: &writer)
    }
  }

  /// Answers with an error.
  func answer(_ address: ReplyAddress, with error: WireError) {
    let seq = address.showsPosition ? devices.log.position : nil
    deliver(address) { id, writer in Response.write(id: id, error, seq: seq, into: &writer) }
  }

  /// Answers whether something changed.
  func answer(_ address: ReplyAddress, changed: Bool) { answer(address) { $0.member("changed", changed) } }

  /// Answers with what a device said.
  func answer(_ address: ReplyAddress, with result: Result<Reply, Failure>) {
    switch result {
    case .success(let reply): answer(address, with: reply)
    case .failure(let failure): answer(address, with: WireError(failure))
    }
  }

  /// Answers with what a device said.
  func answer(_ address: ReplyAddress, with reply: Reply) {
    if case .changed(let changed) = reply { return answer(address, changed: changed) }
    answer(address) { ReplyEncoding.writeMembers(reply, into: &$0) }
  }

  /// Answers with a value that is JSON already and is the whole result.
  func answer(_ address: ReplyAddress, rawResult: UnsafeBufferPointer<UInt8>) {
    deliver(address) { id, writer in Response.write(id: id, rawResult: rawResult, into: &writer) }
  }

  /// Brings a reply to its connection, or to its place in a batch. A notification gets none, and one that is too
  /// long becomes an error.
  @inline(__always)
  private func deliver(_ address: ReplyAddress, _ write: (RequestID, inout JSONWriter) -> Void) {
    if let batch = address.batch {
      complete(batch, address, write)
    } else if let id = address.id {
      if !connections.write(to: address.connection, { write(id, &$0) }) { refuse(address, id) }
    }
  }

  /// Says that a reply is too long. So may be the error, for the sake of its id.
  private func refuse(_ address: ReplyAddress, _ id: RequestID) {
    for id in [id, .null] {
      if connections.write(to: address.connection, { writeExcess(id, address, into: &$0) }) { return }
    }
  }

  private func writeExcess(_ id: RequestID, _ address: ReplyAddress, into writer: inout JSONWriter) {
    let error = WireError.replyTooLong(limit: connections.limits.maxReplyBytes)
    Response.write(id: id, error, seq: address.showsPosition ? devices.log.position : nil, into: &writer)
  }

  private func complete(
    _ batch: Batch, _ address: ReplyAddress, _ write: (RequestID, inout JSONWriter) -> Void
  ) {
    var reply: [UInt8] = []
    if let id = address.id {
      reply = Self.text { write(id, &$0) }
      for id in [id, .null] where reply.count > batch.room {
        reply = Self.text { writeExcess(id, address, into: &$0) }
      }
    }
    guard let replies = batch.complete(address.slot, reply), !replies.isEmpty else { return }
    let isSent = connections.write(to: address.connection) { $0.raw(replies) }
    assert(isSent, "a batch keeps room for all its replies")
  }

  private static func text(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    body(&writer)
    return writer.bytes
  }
}
