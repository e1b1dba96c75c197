import DeviceModel
import JSON
import Platform
import WireProtocol

/// The clients' side: requests are read from connections, done on devices, and answered, now or later.
final class Sessions {
  let configuration: ServerConfiguration
  let devices: Devices
  let connections: Connections
  let replies: Replies
  let pending: PendingRequests
  let watchers: Watchers
  private let document: JSONDocument
  private let table = RequestTable()
  /// The daemon stops: no request is done any more.
  private var isEnding = false
  /// Where the app under test finds its socket.
  var appSocket: String?
  /// Called when a request asks for the daemon's end.
  var onShutdown: () -> Void = {}

  init(_ configuration: ServerConfiguration, _ devices: Devices, _ connections: Connections) {
    self.configuration = configuration
    self.devices = devices
    self.connections = connections
    document = JSONDocument(maximumDepth: configuration.limits.maxDepth)
    replies = Replies(connections, devices)
    pending = PendingRequests(connections, devices, replies)
    watchers = Watchers(configuration, connections, devices, replies, pending)
    devices.onReply = { [pending] in pending.finish($0, with: $1) }
    devices.onWaitsEnd = { [watchers] in watchers.endWaiting(forDevice: $0, with: $1) }
    // Each line comes this way, and counting references would take a tenth of what a short one takes.
    connections.onLine = { [unowned(unsafe) self] in receive($0, from: $1) }
    connections.onRestOfBatch = { [unowned self] in goOn(withBatchOf: $0) }
    connections.onDroppedLine = { [unowned self] in
      replies.answer(ReplyAddress($0, .null), with: .memoryExceeded(limit: configuration.limits.maxMemory))
    }
    connections.onSent = { [watchers] in watchers.catchUp($0) }
    connections.onClose = { [unowned self] in close($0) }
  }

  deinit {
    // They hold what holds them.
    devices.onReply = { _, _ in }
    devices.onWaitsEnd = { _, _ in }
    connections.onSent = { _ in }
    // It refers to this without holding it.
    connections.onLine = { _, _ in }
  }

  /// Serves an open, non-blocking descriptor, and closes it in the end.
  func adopt(_ descriptor: FileDescriptor, for audience: Audience) throws(SystemError) {
    try connections.add(descriptor, ClientID(devices.makeSerial()), audience)
  }

  /// Ends what belongs to a connection that is closed.
  private func close(_ connection: Connection) {
    watchers.unsubscribe(connection)
    // Its calls end by what happens to their devices, and take their prompts with them.
    pending.removeAll(of: connection, callsToo: false)
    devices.closeClient(connection.client, touched: connection.touched.serials)
    pending.removeAll(of: connection, callsToo: true)
  }

  /// Ends everything that waits, and every connection once its replies are sent.
  func end() {
    isEnding = true
    devices.reactor.readClock()
    for device in devices.registry.all where device.model.hasPendingCalls {
      devices.apply(.shutDown, to: device)
    }
    pending.finishAll(with: .shuttingDown)
    connections.end()
  }

  // MARK: From a line to a request

  /// Takes one line: a request, or several in an array.
  private func receive(_ line: LineFramer.Line, from connection: Connection) {
    let bytes: UnsafeBufferPointer<UInt8>
    switch line {
    case .line(let content): bytes = content
    case .tooLong:
      let error = WireError.lineTooLong(limit: configuration.limits.maxLineBytes)
      return replies.answer(ReplyAddress(connection, .null), with: error)
    }
    do throws(JSONSyntaxError) {
      open(try document.parse(bytes), from: connection)
    } catch {
      let isHeader = Self.isHeader(bytes)
      replies.answer(ReplyAddress(connection, .null), with: isHeader ? .headers : .parseError(error))
      if isHeader { connections.end(connection) }
    }
  }

  /// Whether a line is a header of messages that are framed as those of language servers. The body behind it need
  /// not end with a line, so that nobody would be answered.
  private static func isHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let names: [StaticString] = ["content-length:", "content-type:"]
    return names.contains { (name: StaticString) -> Bool in
      let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
      if line.count < name.count { return false }
      return zip(line, name).allSatisfy { (byte: UInt8, letter: UInt8) -> Bool in byte | 0x20 == letter }
    }
  }

  /// Opens what a line holds: one envelope, or several in an array.
  private func open(_ message: JSONNode, from connection: Connection) {
    guard message.kind == .array else { return begin(message, from: connection) }
    do throws(InvalidRequest) {
      guard case .batch(let elements) = try IncomingMessage(message) else { return }
      let limit = configuration.limits.maxBatchBytes
      guard let batch = Batch(count: elements.count, atMost: limit) else {
        return replies.answer(
          ReplyAddress(connection, .null), with: .batchTooLong(count: elements.count, limit: limit))
      }
      begin(elements.elements, of: batch, from: connection)
    } catch {
      replies.answer(ReplyAddress(connection, error.id), with: error.error)
    }
  }

  /// Does the requests of a batch, and leaves what has to wait for the next turn.
  private func begin(_ elements: some Sequence<JSONNode>, of batch: Batch, from connection: Connection) {
    var slot = 0
    for element in elements {
      if slot > 0, connection.isHeld || connections.isTurnOver {
        let rest = RestOfBatch(batch, from: slot, elements.dropFirst(slot))
        connections.hold(rest.held, for: connection)
        connection.restOfBatch = rest
        return
      }
      begin(element, from: connection, batch, slot)
      slot += 1
    }
  }

  /// Goes on with a request that had to wait, and with what is left of a batch, as long as the turn lasts.
  private func goOn(withBatchOf connection: Connection) {
    if let request = connection.heldRequest.take() {
      connections.hold(-request.text.count, for: connection)
      request.text.withUnsafeBufferPointer { text in
        // It was checked with its line.
        if let message = try? document.parse(text) {
          begin(message, from: connection, request.batch, request.slot)
        }
      }
      if connection.isHeld { return }
    }
    guard var rest = connection.restOfBatch.take() else { return }
    let held = rest.held
    repeat {
      guard let (slot, text) = rest.removeFirst() else { return connections.hold(-held, for: connection) }
      text.withUnsafeBufferPointer { text in
        // It was checked with the whole line.
        if let element = try? document.parse(text) { begin(element, from: connection, rest.batch, slot) }
      }
    } while !connection.isHeld && !connections.isTurnOver
    connection.restOfBatch = rest
  }

  /// Why a request is not done. A connection over its limits is not read from, which does not help against what
  /// came in one line.
  private func excess(of batch: Batch?, _ connection: Connection) -> WireError? {
    let limits = configuration.limits
    if connections.isOutOfMemory(connection) { return .memoryExceeded(limit: limits.maxMemory) }
    guard let batch else { return nil }
    if connection.waiting.count >= limits.maxOpenRequests {
      return .limitExceeded(
        "\(limits.maxOpenRequests) requests of this connection wait already; the rest of the batch was not done",
        limit: limits.maxOpenRequests)
    }
    return batch.isFull ? .batchFull(limit: limits.maxBatchBytes) : nil
  }

  /// How many requests of a connection may wait even if all memory is in use.
  private static let waitingAtLeast = 16

  /// Opens an envelope, finds the method and does what is asked, or answers why not.
  private func begin(
    _ message: JSONNode, from connection: Connection, _ batch: Batch? = nil, _ slot: Int = 0
  ) {
    let envelope: RequestEnvelope
    do throws(InvalidRequest) {
      envelope = try RequestEnvelope(message)
    } catch {
      return replies.answer(ReplyAddress(connection, error.id, batch, slot: slot), with: error.error)
    }
    let mayExceed = batch != nil || connection.waiting.count > Self.waitingAtLeast
    let excess = mayExceed ? excess(of: batch, connection) : nil
    guard excess == nil, !isEnding, let method = table.find(envelope.method) else {
      let address = ReplyAddress(connection, envelope.id, batch, slot: slot)
      if let excess { return replies.answer(address, with: excess) }
      return replies.answer(
        address, with: isEnding ? .shuttingDown : .methodNotFound(envelope.method.string ?? ""))
    }
    let request = Request(
      method: method, params: envelope.params,
      address: ReplyAddress(connection, envelope.id, batch, slot: slot, method.showsPosition))
    do throws(WireError) {
      if connection.audience == .app, !method.isForApps { throw .notPermitted(method.method.name) }
      if let groups = devices.groups, hasToWait(request, for: groups) {
        return hold(message, of: connection, batch, slot, for: groups)
      }
      try execute(request)
    } catch {
      replies.answer(request.address, with: error)
    }
  }
}

/// A request on its way from the envelope to the reply.
struct Request: ~Copyable {
  let method: RequestTable.Entry
  let params: JSONNode?
  let address: ReplyAddress
}
