import DeviceModel
import Platform
import WireProtocol

/// A request that waits for something.
final class PendingRequest {
  /// Also the number of the call that the device model knows it by.
  let serial: UInt64
  let address: ReplyAddress
  let work: Work
  fileprivate var timer: Timer?

  init(_ serial: UInt64, _ address: consuming ReplyAddress, _ work: Work) {
    self.serial = serial
    self.address = address
    self.work = work
  }

  /// What it waits for.
  enum Work {
    /// The reply of a device.
    case call(device: HostedDevice)
    /// A prompt that takes the response of a method.
    case prompt(method: String, device: HostedDevice, Deadline)
    case event(EventMatcher, Deadline)
  }

  /// How much memory it takes up, about.
  var held: Int { 512 + (address.id?.withBytes(\.count) ?? 0) }

  /// Whether a device owes the reply.
  var isCall: Bool {
    if case .call = work { true } else { false }
  }
}

/// The requests that wait.
final class PendingRequests {
  private let connections: Connections
  private let devices: Devices
  private let replies: Replies
  private var table: [UInt64: PendingRequest] = [:]
  /// Those that wait for an event.
  private(set) var eventWaiters = EventWaiters()
  /// Is told when one begins or ends to wait for an event.
  var onEventWaiters: () -> Void = {}

  init(_ connections: Connections, _ devices: Devices, _ replies: Replies) {
    self.connections = connections
    self.devices = devices
    self.replies = replies
  }

  /// Has a request wait, at most until the deadline.
  func add(
    _ serial: UInt64, _ address: borrowing ReplyAddress, for work: PendingRequest.Work, _ deadline: Deadline
  ) {
    var address = address.copy()
    if address.id == nil, address.batch != nil {
      // A notification gets no reply, so the rest of its batch does not wait for it.
      replies.answer(address)
      address.batch = nil
    }
    let (connection, id) = (address.connection, address.id)
    let request = PendingRequest(serial, address, work)
    table[serial] = request
    connection.waiting.insert(serial, id)
    connections.hold(request.held, for: connection)
    if id != nil { connection.awaitedReplies += 1 }
    if case .after(let duration) = deadline {
      let moment = Nanoseconds(devices.reactor.now) + duration
      request.timer = devices.reactor.schedule(at: moment.value) { [unowned self] in timeOut(serial) }
    }
    if case .event(let matcher, _) = work {
      eventWaiters.insert(request, for: matcher)
      onEventWaiters()
    }
  }

  /// Ends a request's waiting. The caller answers it.
  func remove(_ request: PendingRequest) {
    guard table.removeValue(forKey: request.serial) != nil else { return }
    devices.reactor.cancel(request.timer)
    switch request.work {
    case .call: break
    case .prompt(_, let device, _): devices.unpark(CallID(request.serial), on: device)
    case .event(let matcher, _):
      eventWaiters.remove(request, for: matcher)
      onEventWaiters()
    }
    let connection = request.address.connection
    connection.waiting.remove(request.serial, request.address.id)
    connections.hold(-request.held, for: connection)
    if request.address.id != nil { connection.awaitedReplies -= 1 }
    // Whether it may go on or is done shows once the reply is on its way.
    connections.markDirty(connection)
  }

  /// Answers the request that waits for a call.
  func finish(_ call: CallID, with result: Result<Reply, WireError>) {
    guard let request = table[call.rawValue] else { return }
    remove(request)
    switch result {
    case .success(let reply): replies.answer(request.address, with: reply)
    case .failure(let error): replies.answer(request.address, with: error)
    }
  }

  /// Answers a waiting request with an error.
  func finish(_ request: PendingRequest, with error: WireError) {
    remove(request)
    replies.answer(request.address, with: error)
  }

  /// Answers all that still wait with an error.
  func finishAll(with error: WireError) {
    for request in table.values.sorted(by: { $0.serial < $1.serial }) { finish(request, with: error) }
  }

  private func timeOut(_ serial: UInt64) {
    guard let request = table[serial] else { return }
    switch request.work {
    case .call: break
    case .prompt(let method, let device, let deadline):
      let error = WireError.timeout(
        awaited: "prompt that takes \(method)", after: deadline, instead: device.whatIsOnScreen)
      finish(request, with: error)
    case .event(let matcher, let deadline):
      finish(request, with: .timeout(awaited: matcher.summary, after: deadline))
    }
  }

  /// Cancels the waiting requests of a connection that have an id, which ought to be one.
  func cancel(_ id: RequestID, of connection: Connection) -> Bool {
    var didCancel = false
    for serial in connection.waiting.serials(of: id) {
      guard let request = table[serial] else { continue }
      didCancel = true
      if case .call(let device) = request.work {
        devices.apply(.cancelCall(CallID(serial)), to: device)
      } else {
        finish(request, with: .cancelled)
      }
    }
    return didCancel
  }

  /// Ends the waiting of a connection that is gone, which nobody answers. The calls among them end later, by
  /// what happens to their devices.
  func removeAll(of connection: Connection, callsToo: Bool) {
    for serial in connection.waiting.serials {
      if let request = table[serial], callsToo || !request.isCall { remove(request) }
    }
  }
}
