import DeviceModel
import JSON
import WireProtocol

extension Server {
  /// Answers with a result whose members the closure writes.
  func answer(_ address: ReplyAddress, result members: (inout JSONWriter) -> Void = { _ in }) {
    deliver(address) { id, writer in
      Response.write(id: id, into: &writer) { writer in
        members(&writer)
        if address.showsPosition { Response.writeSequence(log.position, into: &writer) }
      }
    }
  }

  /// Answers with an error.
  func answer(_ address: ReplyAddress, with error: WireError) {
    deliver(address) { id, writer in
      Response.write(id: id, error, seq: address.showsPosition ? log.position : nil, into: &writer)
    }
  }

  /// Answers with what a device said.
  func answer(_ address: ReplyAddress, with result: Result<Reply, Failure>) {
    switch result {
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
  private func deliver(_ address: ReplyAddress, _ write: (RequestID, inout JSONWriter) -> Void) {
    guard let batch = address.batch else {
      if let id = address.id { self.write(to: address.connection) { write(id, &$0) } }
      return
    }
    var writer = JSONWriter()
    if let id = address.id { write(id, &writer) }
    guard let replies = batch.complete(address.slot, writer.bytes), !replies.isEmpty else { return }
    self.write(to: address.connection) { $0.raw(replies) }
  }
}
