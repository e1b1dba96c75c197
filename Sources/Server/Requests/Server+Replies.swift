import DeviceModel
import JSON
import WireProtocol

extension Server {
  /// Answers with a result whose members the closure writes.
  @inline(__always)
  func answer(_ address: ReplyAddress, result members: (inout JSONWriter) -> Void = { _ in }) {
    let seq = address.showsPosition ? log.position : nil
    deliver(address) { id, writer in
      Response.beginResult(id: id, into: &writer)
      members(&writer)
      Response.endResult(seq: seq, into: &writer)
    }
  }

  /// Answers with an error.
  func answer(_ address: ReplyAddress, with error: WireError) {
    let seq = address.showsPosition ? log.position : nil
    deliver(address) { id, writer in Response.write(id: id, error, seq: seq, into: &writer) }
  }

  /// Answers with what a device said.
  func answer(_ address: ReplyAddress, with result: Result<Reply, Failure>) {
    switch result {
    case .success(.changed(let changed)): answer(address) { $0.member("changed", changed) }
    case .success(let reply):
      answer(address) { ReplyEncoding.writeMembers(reply, into: &$0) }
    case .failure(let failure):
      answer(address, with: WireError(failure))
    }
  }

  /// Answers with a value that is JSON already and is the whole result.
  func answer(_ address: ReplyAddress, rawResult: UnsafeBufferPointer<UInt8>) {
    deliver(address) { id, writer in Response.write(id: id, rawResult: rawResult, into: &writer) }
  }

  /// Brings a reply to its connection, or to its place in a batch. Nothing is answered to a notification.
  @inline(__always)
  private func deliver(_ address: ReplyAddress, _ write: (RequestID, inout JSONWriter) -> Void) {
    if let batch = address.batch {
      var writer = JSONWriter()
      if let id = address.id { write(id, &writer) }
      complete(batch, address, writer.bytes)
    } else if let id = address.id {
      self.write(to: address.connection) { write(id, &$0) }
    }
  }

  private func complete(_ batch: Batch, _ address: ReplyAddress, _ reply: [UInt8]) {
    guard let replies = batch.complete(address.slot, reply), !replies.isEmpty else { return }
    write(to: address.connection) { $0.raw(replies) }
  }
}
