import DeviceModel
import Platform
import WireProtocol

extension PendingRequest {
  /// Whether a device owes the reply.
  var isCall: Bool {
    if case .call = work { true } else { false }
  }
}

extension Server {
  /// Lets a request wait, at most until the deadline.
  func wait(_ serial: UInt64, _ address: ReplyAddress, for work: PendingRequest.Work, _ deadline: Deadline) {
    var address = address
    if address.id == nil, address.batch != nil {
      // Nothing is answered to a notification, so the rest of its batch does not wait for it.
      answer(address)
      address.batch = nil
    }
    let request = PendingRequest(serial, address, work)
    pending[serial] = request
    address.connection.waiting.insert(serial)
    if address.id != nil { address.connection.awaitedReplies += 1 }
    if case .after(let duration) = deadline {
      let moment = now + duration
      request.timer = timers.schedule(at: moment.value, .request(serial: serial))
    }
    switch work {
    case .call: break
    case .response(_, _, let device, _): device.parked.append(request)
    case .event: waiters.append(request)
    }
  }

  /// Ends a request's waiting. The caller answers it.
  func forget(_ request: PendingRequest) {
    guard pending.removeValue(forKey: request.serial) != nil else { return }
    timers.cancel(request.timer)
    switch request.work {
    case .call: break
    case .response(_, _, let device, _): device.parked.removeAll { $0 === request }
    case .event: waiters.removeAll { $0 === request }
    }
    let connection = request.address.connection
    connection.waiting.remove(request.serial)
    if request.address.id != nil { connection.awaitedReplies -= 1 }
    // Whether it may go on or is done shows once the reply is on its way.
    markDirty(connection)
  }

  /// Answers a waiting request with an error.
  func finish(_ request: PendingRequest, with error: WireError) {
    forget(request)
    answer(request.address, with: error)
  }

  /// Answers a request whose time is over.
  func timeOutRequest(_ serial: UInt64) {
    guard let request = pending[serial] else { return }
    switch request.work {
    case .call: break
    case .response(_, let method, _, let deadline):
      finish(request, with: .timeout(awaited: "prompt that takes \(method)", after: deadline))
    case .event(let matcher, let deadline):
      finish(request, with: .timeout(awaited: matcher.summary, after: deadline))
    }
  }

  /// Takes back the waiting requests of a connection that have an id, which ought to be one.
  func cancel(_ id: RequestID, of connection: Connection) -> Bool {
    var didCancel = false
    for serial in connection.waiting.sorted() {
      guard let request = pending[serial], request.address.id == id else { continue }
      didCancel = true
      if case .call(let device) = request.work {
        run(.cancelCall(CallID(serial)), on: device)
      } else {
        finish(request, with: .cancelled)
      }
    }
    return didCancel
  }
}
