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
    let serial = makeSerial()
    // It is inevitable, so that nothing is thrown.
    try? note(.command(command), on: device, client: client, call: serial)
    perform(command, on: device, serial, client)
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
      apply(effects, of: device)
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
    _ client: ClientID, for address: ReplyAddress, mayWait: Bool = false
  ) throws(WireError) -> Fate {
    if journal != nil { try note(entry, on: device, client: client, call: serial) }
    let caller = Caller(call: CallID(serial), client: client)
    return withEffects { effects in
      device.model.handle(command, from: caller, at: now, into: &effects)
      var fate = Fate.pending
      var index = 0
      while let result = apply(effects, &index, of: device, to: caller.call) {
        fate = mayWait && result.isTooEarly ? .tooEarly : .answered
        if fate == .answered { answer(address, with: result) }
      }
      return fate
    }
  }

  /// Runs a command whose reply nobody awaits.
  func perform(_ command: Command, on device: HostedDevice, _ serial: UInt64, _ client: ClientID) {
    let caller = Caller(call: CallID(serial), client: client)
    withEffects { effects in
      device.model.handle(command, from: caller, at: now, into: &effects)
      apply(effects, of: device, to: caller.call)
    }
  }

  /// Lends memory for effects; what runs inside of `body` may need some, too.
  private func withEffects<R>(_ body: (inout [Effect]) -> R) -> R {
    var memory = effects
    effects = []
    let result = body(&memory)
    // Not `removeAll(keepingCapacity:)`, which takes longer for the few there are.
    while memory.popLast() != nil {}
    effects = memory
    return result
  }

  /// Logs the events from an index on and brings the replies to whom they are for. Stops at the reply to
  /// `own` and returns it.
  private func apply(
    _ effects: [Effect], _ index: inout Int, of device: HostedDevice, to own: CallID
  ) -> Result<Reply, Failure>? {
    if index == 0, device.owner != nil, !effects.isEmpty { reservePosition(forMore: effects.count) }
    while index < effects.count {
      defer { index += 1 }
      switch effects[index] {
      case .event(let event):
        note(event.body, of: device)
        record(.onDevice(event.body), of: device.name, at: event.time)
      case .reply(let call, let result):
        if call.rawValue == own.rawValue { return result }
        guard let request = pending[call.rawValue] else { continue }
        forget(request)
        answer(request.address, with: result)
      }
    }
    return nil
  }

  /// The same where no reply is awaited.
  private func apply(_ effects: [Effect], of device: HostedDevice, to own: CallID = CallID(0)) {
    var index = 0
    while apply(effects, &index, of: device, to: own) != nil {}
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
