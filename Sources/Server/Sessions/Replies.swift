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
  /// How much all replies so far come to.
  private(set) var bytes = 0

  /// A batch of `count` requests, none of them answered.
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

  /// Brings a reply to its connection, or to its place in a batch. A notification gets none.
  @inline(__always)
  private func deliver(_ address: ReplyAddress, _ write: (RequestID, inout JSONWriter) -> Void) {
    if let batch = address.batch {
      var writer = JSONWriter()
      if let id = address.id { write(id, &writer) }
      complete(batch, address, writer.bytes)
    } else if let id = address.id {
      connections.write(to: address.connection) { write(id, &$0) }
    }
  }

  private func complete(_ batch: Batch, _ address: ReplyAddress, _ reply: [UInt8]) {
    guard let replies = batch.complete(address.slot, reply), !replies.isEmpty else { return }
    connections.write(to: address.connection) { $0.raw(replies) }
  }
}
