import JSON
import WireProtocol

extension Server {
  /// Handles one line: a request, or several in an array.
  func handle(_ line: LineFramer.Line, from connection: Connection) {
    let bytes: UnsafeBufferPointer<UInt8>
    switch line {
    case .line(let content): bytes = content
    case .tooLong:
      let error = WireError.lineTooLong(limit: configuration.limits.maxLineBytes)
      return answer(ReplyAddress(connection, .null), with: error)
    }
    do throws(JSONSyntaxError) {
      handle(try document.parse(bytes), from: connection)
    } catch {
      answer(ReplyAddress(connection, .null), with: .parseError(error))
    }
  }

  private func handle(_ root: JSONNode, from connection: Connection) {
    do throws(InvalidRequest) {
      guard root.kind == .array else {
        return handle(try RequestEnvelope(root), from: connection)
      }
      guard case .batch(let elements) = try IncomingMessage(root) else { return }
      let batch = Batch(count: elements.count)
      for (slot, element) in elements.elements.enumerated() { handle(element, of: batch, slot, connection) }
    } catch {
      answer(ReplyAddress(connection, error.id), with: error.error)
    }
  }

  private func handle(_ element: JSONNode, of batch: Batch, _ slot: Int, _ connection: Connection) {
    do throws(InvalidRequest) {
      let request = try RequestEnvelope(element)
      if let error = excess(of: batch, connection) {
        return answer(ReplyAddress(connection, request.id, batch, slot: slot), with: error)
      }
      handle(request, from: connection, batch, slot)
    } catch {
      answer(ReplyAddress(connection, error.id, batch, slot: slot), with: error.error)
    }
  }

  /// Why no more of a batch is done. A connection over its limits is not read from, which does not help
  /// against what came in one line.
  private func excess(of batch: Batch, _ connection: Connection) -> WireError? {
    let (open, bytes) = (configuration.limits.maxOpenRequests, configuration.limits.maxOutputBytes)
    if connection.waiting.count >= open {
      return .limitExceeded(
        "\(open) requests of this connection wait already; the rest of the batch was not done", limit: open)
    }
    if batch.bytes > bytes {
      return .limitExceeded(
        "the batch's replies come to more than \(bytes) bytes; the rest of it was not done", limit: bytes)
    }
    return nil
  }

  private func handle(
    _ request: RequestEnvelope, from connection: Connection, _ batch: Batch? = nil, _ slot: Int = 0
  ) {
    guard phase != .flushing, let entry = table.find(request.method) else {
      let error: WireError =
        phase == .flushing ? .shuttingDown : .methodNotFound(request.method.string ?? "")
      return answer(ReplyAddress(connection, request.id, batch, slot: slot), with: error)
    }
    let address = ReplyAddress(
      connection, request.id, batch, slot: slot, showsPosition: entry.showsPosition)
    if connection.audience == .app, !entry.isForApps {
      return answer(address, with: .notPermitted(entry.method.name))
    }
    do throws(WireError) {
      try perform(entry, request.params, for: address)
    } catch {
      answer(address, with: error)
    }
  }
}
