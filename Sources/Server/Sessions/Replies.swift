import DeviceModel
import JSON
import WireProtocol

/// Where the reply to a request goes. It is copied only where a reply comes later, for each copy counts references.
struct ReplyAddress: ~Copyable {
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

  /// The same for a reply that comes later.
  func copy() -> ReplyAddress { ReplyAddress(connection, id, batch, slot: slot, showsPosition) }
}

/// Writes replies to where they go.
final class Replies {
  private let connections: Connections
  private let devices: Devices
  /// Makes the long ones.
  private let worker: Worker

  init(_ connections: Connections, _ devices: Devices) {
    self.connections = connections
    self.devices = devices
    worker = Worker(on: devices.reactor)
  }

  /// How long a reply may be, about, to be written by the loop itself.
  private static let shortBytes = 1 << 15

  /// Answers with a result whose members the closure writes.
  @inline(__always)
  func answer(_ address: borrowing ReplyAddress, result members: (inout JSONWriter) -> Void = { _ in }) {
    let seq = address.showsPosition ? devices.log.position : nil
    deliver(address) { id, writer in
      Response.beginResult(id: id, into: &writer)
      members(&writer)
      Response.endResult(seq: seq, into: &writer)
    }
  }

  /// Answers with an error.
  func answer(_ address: borrowing ReplyAddress, with error: WireError) {
    let seq = address.showsPosition ? devices.log.position : nil
    deliver(address) { id, writer in Response.write(id: id, error, seq: seq, into: &writer) }
  }

  /// Answers whether something changed.
  func answer(_ address: borrowing ReplyAddress, changed: Bool) {
    answer(address) { $0.member("changed", changed) }
  }

  /// Answers with what a device said.
  func answer(_ address: borrowing ReplyAddress, with result: Result<Reply, Failure>) {
    switch result {
    case .success(let reply): answer(address, with: reply)
    case .failure(let failure): answer(address, with: WireError(failure))
    }
  }

  /// Answers with what a device said.
  func answer(_ address: borrowing ReplyAddress, with reply: Reply) {
    if case .changed(let changed) = reply { return answer(address, changed: changed) }
    let weight = reply.weight
    if weight <= Self.shortBytes { return answer(address) { ReplyEncoding.writeMembers(reply, into: &$0) } }
    answer(address, weight: weight) { ReplyEncoding.writeMembers(reply, into: &$0) }
  }

  /// Answers with a result that may be long: of about `weight` bytes. The worker writes a long one while others are
  /// served; the connection's next request waits for it.
  func answer(
    _ address: borrowing ReplyAddress, weight: Int,
    result members: @escaping @Sendable (inout JSONWriter) -> Void
  ) {
    if weight <= Self.shortBytes { return answer(address, result: members) }
    guard let id = address.id else { return deliver(address) { _, _ in } }
    let connection = address.connection
    let seq = address.showsPosition ? devices.log.position : nil
    let room = address.batch?.room ?? connections.room(for: connection)
    if weight > room { return refuse(address, id) }
    connections.setHeld(connection, true)
    connections.hold(weight, for: connection)
    let address = address.copy()
    worker.run {
      var writer = JSONWriter()
      writer.buffer.limit = room
      Response.beginResult(id: id, into: &writer)
      members(&writer)
      Response.endResult(seq: seq, into: &writer)
      return writer.buffer.isOverLimit ? nil : writer.bytes
    } then: { [self] bytes in
      connections.hold(-weight, for: connection)
      connections.setHeld(connection, false)
      guard let bytes else { return refuse(address, id) }
      deliver(address, bytes, id)
    }
  }

  /// Answers with a result that is JSON, and the same for all.
  func answer(_ address: borrowing ReplyAddress, constant: [UInt8]) {
    guard address.batch == nil, let id = address.id else {
      return constant.withUnsafeBufferPointer { answer(address, rawResult: $0) }
    }
    if constant.count > connections.limits.maxReplyBytes { return refuse(address, id) }
    let frame = Response.frame(of: id)
    connections.write(frame.head, to: address.connection)
    connections.write(constant, isShared: true, to: address.connection)
    connections.write(frame.tail, to: address.connection)
  }

  /// Answers with a value that is JSON already and is the whole result.
  func answer(_ address: borrowing ReplyAddress, rawResult: UnsafeBufferPointer<UInt8>) {
    deliver(address) { id, writer in Response.write(id: id, rawResult: rawResult, into: &writer) }
  }

  /// Brings a reply to its connection, or to its place in a batch. A notification gets none, and one that is too
  /// long becomes an error.
  @inline(__always)
  private func deliver(_ address: borrowing ReplyAddress, _ write: (RequestID, inout JSONWriter) -> Void) {
    if let batch = address.batch {
      complete(batch, address, write)
    } else if let id = address.id {
      if !connections.write(to: address.connection, { write(id, &$0) }) { refuse(address, id) }
    }
  }

  /// Brings a reply that the worker wrote to where it goes.
  private func deliver(_ address: borrowing ReplyAddress, _ reply: [UInt8], _ id: RequestID) {
    if let batch = address.batch {
      guard reply.count <= batch.room else { return refuse(address, id) }
      complete(batch, address, reply)
    } else if reply.count <= connections.room(for: address.connection) {
      connections.write(reply + [UInt8(ascii: "\n")], to: address.connection)
    } else {
      refuse(address, id)
    }
  }

  /// Says that there is no room for a reply. Nor may there be for the error, for the sake of its id.
  private func refuse(_ address: borrowing ReplyAddress, _ id: RequestID) {
    if let batch = address.batch {
      let own = Self.text { writeExcess(id, address, into: &$0) }
      let text = own.count <= batch.room ? own : Self.text { writeExcess(.null, address, into: &$0) }
      return complete(batch, address, text)
    }
    for id in [id, .null] {
      if connections.write(to: address.connection, { writeExcess(id, address, into: &$0) }) { return }
    }
  }

  private func writeExcess(_ id: RequestID, _ address: borrowing ReplyAddress, into writer: inout JSONWriter)
  {
    let limits = connections.limits
    let error: WireError =
      if address.batch != nil {
        .batchReplyTooLong(limit: limits.maxBatchBytes)
      } else if connections.room(for: address.connection) < limits.maxReplyBytes {
        .memoryExceeded(limit: limits.maxMemory)
      } else {
        .replyTooLong(limit: limits.maxReplyBytes)
      }
    Response.write(id: id, error, seq: address.showsPosition ? devices.log.position : nil, into: &writer)
  }

  private func complete(
    _ batch: Batch, _ address: borrowing ReplyAddress, _ write: (RequestID, inout JSONWriter) -> Void
  ) {
    guard let id = address.id else { return complete(batch, address, []) }
    let reply = Self.text { write(id, &$0) }
    if reply.count > batch.room { return refuse(address, id) }
    complete(batch, address, reply)
  }

  private func complete(_ batch: Batch, _ address: borrowing ReplyAddress, _ reply: [UInt8]) {
    let connection = address.connection
    connections.hold(reply.count, for: connection)
    guard let replies = batch.complete(address.slot, reply) else { return }
    connections.hold(-batch.held, for: connection)
    if !replies.isEmpty { connections.write(replies + [UInt8(ascii: "\n")], to: connection) }
  }

  private static func text(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    body(&writer)
    return writer.bytes
  }
}
