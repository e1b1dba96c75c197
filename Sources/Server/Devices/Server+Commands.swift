import DeviceModel
import WireProtocol

extension Server {
  /// The daemon itself, where it and not a client does something to a device.
  static let ownClient = ClientID(0)

  /// What became of a call.
  enum Fate {
    /// The reply is on its way.
    case answered
    /// A response reached nobody, and may reach a prompt to come.
    case tooEarly
    /// The reply comes later.
    case pending
  }

  /// Lets a command happen for a client, who is answered now or later.
  func run(
    _ command: Command, _ entry: JournalEntry, on device: HostedDevice, for address: ReplyAddress
  ) throws(WireError) {
    let serial = makeSerial()
    address.connection.touch(device)
    let fate = try handle(command, entry, on: device, serial, address.connection.client, for: address)
    if fate == .pending { wait(serial, address, for: .call(device: device), .never) }
    settle(device)
  }

  /// Lets a command happen that nobody asked for.
  func run(_ command: Command, on device: HostedDevice, client: ClientID = Server.ownClient) {
    // It is inevitable, so that nothing is thrown.
    _ = try? handle(command, .command(command), on: device, makeSerial(), client, for: nil)
    settle(device)
  }

  /// Gives a response to the prompt on screen, or lets it wait for the next prompt that takes it.
  func respond(
    _ response: PromptResponse, _ method: Method, _ entry: JournalEntry, on device: HostedDevice,
    for address: ReplyAddress, _ deadline: Deadline
  ) throws(WireError) {
    let serial = makeSerial()
    address.connection.touch(device)
    let fate = try handle(
      .respond(response), entry, on: device, serial, address.connection.client, for: address, mayWait: true)
    if fate == .tooEarly {
      wait(
        serial, address, for: .response(response, method: method.name, device: device, deadline), deadline)
    }
    settle(device)
  }

  /// Brings a device to this moment, so that what is shown of it is so now: its clock, what is due.
  func catchUp(_ device: HostedDevice) {
    if journal != nil, let due = device.model.nextTimer, due <= now {
      try? note(.timers, on: device, client: Self.ownClient, call: 0)
    }
    withEffects { effects in
      device.model.runTimers(at: now, into: &effects)
      _ = apply(effects, of: device)
    }
    settle(device)
  }

  /// Ends a prompt that was not answered within `Behavior.promptTimeout`.
  func timeOutPrompt(_ serial: UInt64) {
    guard let device = devices[serial: serial], let prompt = device.prompt else { return }
    run(.promptTimedOut(prompt.id), on: device)
  }

  /// Writes a command down and runs it.
  private func handle(
    _ command: Command, _ entry: JournalEntry, on device: HostedDevice, _ serial: UInt64,
    _ client: ClientID, for address: ReplyAddress?, mayWait: Bool = false
  ) throws(WireError) -> Fate {
    if journal != nil { try note(entry, on: device, client: client, call: serial) }
    return perform(command, on: device, serial, client, for: address, mayWait: mayWait)
  }

  /// Runs a command and tells what came of it, in the order in which it happened.
  func perform(
    _ command: Command, on device: HostedDevice, _ serial: UInt64, _ client: ClientID,
    for address: ReplyAddress?, mayWait: Bool = false
  ) -> Fate {
    let caller = Caller(call: CallID(serial), client: client)
    return withEffects { effects in
      device.model.handle(command, from: caller, at: now, into: &effects)
      return apply(effects, of: device, to: caller.call, for: address, mayWait: mayWait)
    }
  }

  /// Lends memory for effects; what runs inside of `body` may need some, too.
  private func withEffects<R>(_ body: (inout [Effect]) -> R) -> R {
    var memory = effects
    effects = []
    let result = body(&memory)
    memory.removeAll(keepingCapacity: true)
    effects = memory
    return result
  }

  /// Logs the events and brings the replies to whom they are for; the one to `own` goes to `address`.
  private func apply(
    _ effects: [Effect], of device: HostedDevice, to own: CallID? = nil, for address: ReplyAddress? = nil,
    mayWait: Bool = false
  ) -> Fate {
    if device.owner != nil, !effects.isEmpty { reservePosition(forMore: effects.count) }
    var fate = Fate.pending
    for index in effects.indices {
      switch effects[index] {
      case .event(let event):
        note(event.body, of: device)
        record(.onDevice(event.body), of: device.name, at: event.time)
      case .reply(own, let result):
        fate = mayWait && result.isTooEarly ? .tooEarly : .answered
        if let address, fate == .answered { answer(address, with: result) }
      case .reply(let call, let result):
        guard let request = pending[call.rawValue] else { continue }
        forget(request)
        answer(request.address, with: result)
      }
    }
    return fate
  }

  /// Keeps in mind what the device's prompt does.
  private func note(_ body: Event.Body, of device: HostedDevice) {
    switch body {
    case .promptShown(let prompt), .promptUpdated(let prompt):
      device.hasNewPrompt = true
      if device.prompt?.id != prompt.id { device.prompt = (prompt.id, now.value) }
    case .promptDismissed(let prompt, _):
      if device.prompt?.id == prompt.id { device.prompt = nil }
    default: break
    }
  }

  /// Gives parked responses the prompts that came up, and sets the timers anew.
  private func settle(_ device: HostedDevice) {
    while device.hasNewPrompt, !device.parked.isEmpty {
      device.hasNewPrompt = false
      retry(device)
    }
    device.hasNewPrompt = false
    if !device.isDeleted { setTimers(device) }
  }

  /// Tries the parked responses, the oldest first, until one changes the prompt.
  private func retry(_ device: HostedDevice) {
    for request in device.parked {
      guard case .response(let response, _, _, _) = request.work else { continue }
      let client = request.address.connection.client
      do throws(WireError) {
        let fate = try handle(
          .respond(response), .response(response), on: device, request.serial, client,
          for: request.address, mayWait: true)
        if fate == .answered { forget(request) }
      } catch {
        finish(request, with: error)
      }
      if device.hasNewPrompt { return }
    }
  }

  /// Sets the timers of what is due next on a device.
  func setTimers(_ device: HostedDevice) {
    // Without a prompt nothing is ever due.
    if device.prompt == nil, device.timer == nil, device.promptTimer == nil { return }
    let due = device.model.nextTimer?.value
    if device.timer?.deadline != due {
      timers.cancel(device.timer)
      device.timer = due.map { timers.schedule(at: $0, .device(serial: device.serial)) }
    }
    var limit: Int64?
    if let prompt = device.prompt, let timeout = device.model.behavior.promptTimeout {
      limit = (Nanoseconds(prompt.since) + timeout).value
    }
    if device.promptTimer?.deadline != limit {
      timers.cancel(device.promptTimer)
      device.promptTimer = limit.map { timers.schedule(at: $0, .prompt(device: device.serial)) }
    }
  }
}

extension Result<Reply, Failure> {
  /// Whether a response reached nobody, and may reach a prompt to come.
  fileprivate var isTooEarly: Bool {
    switch self {
    case .failure(.notDelivered), .failure(.noSuchControl): true
    default: false
    }
  }
}
