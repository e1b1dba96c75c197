import DeviceModel
import System
import WireProtocol

extension Server {
  /// The daemon itself, where it and not a client does something to a device.
  private static let ownClient = ClientID(0)

  /// Lets a command happen for a client, who is answered now or later.
  func run(_ command: Command, on device: HostedDevice, for address: ReplyAddress) {
    let serial = makeSerial()
    address.connection.touch(device)
    let isAnswered = handle(command, on: device, serial, address.connection.client) { result in
      answer(address, with: result)
    }
    if !isAnswered { wait(serial, address, for: .call(device: device), .never) }
    settle(device)
  }

  /// Lets a command happen that nobody asked for.
  func run(_ command: Command, on device: HostedDevice) {
    handle(command, on: device, makeSerial(), Self.ownClient) { _ in }
    settle(device)
  }

  /// Gives a response to the prompt on screen, or lets it wait for the next prompt that takes it.
  func respond(
    _ response: PromptResponse, _ method: String, on device: HostedDevice, for address: ReplyAddress,
    _ deadline: Deadline
  ) {
    let serial = makeSerial()
    address.connection.touch(device)
    var isTooEarly = false
    handle(.respond(response), on: device, serial, address.connection.client) { result in
      if result.isTooEarly { isTooEarly = true } else { answer(address, with: result) }
    }
    if isTooEarly {
      wait(
        serial, address, for: .response(response, method: method, device: device, deadline), deadline)
    }
    settle(device)
  }

  /// Brings a device to this moment, so that what is shown of it is so now: its clock, what is due.
  func catchUp(_ device: HostedDevice) {
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

  /// Runs a command and tells what came of it, in the order in which it happened. Returns whether that
  /// includes the reply.
  @discardableResult
  private func handle(
    _ command: Command, on device: HostedDevice, _ serial: UInt64, _ client: ClientID,
    reply: (Result<Reply, Failure>) -> Void
  ) -> Bool {
    let call = CallID(serial)
    var isAnswered = false
    withEffects { effects in
      device.model.handle(command, from: Caller(call: call, client: client), at: now, into: &effects)
      apply(effects, of: device) { other, result in
        guard other == call else { return false }
        isAnswered = true
        reply(result)
        return true
      }
    }
    return isAnswered
  }

  /// Lends memory for effects; what runs inside of `body` may need some, too.
  private func withEffects(_ body: (inout [Effect]) -> Void) {
    var memory = effects
    effects = []
    body(&memory)
    memory.removeAll(keepingCapacity: true)
    effects = memory
  }

  /// Logs the events and brings the replies to whom they are for.
  private func apply(
    _ effects: [Effect], of device: HostedDevice,
    _ take: (CallID, Result<Reply, Failure>) -> Bool = { _, _ in false }
  ) {
    for effect in effects {
      switch effect {
      case .event(let event):
        note(event.body, of: device)
        record(.onDevice(event.body), of: device.name, at: event.time)
      case .reply(let call, let result):
        if take(call, result) { continue }
        guard let request = pending[call.rawValue] else { continue }
        forget(request)
        answer(request.address, with: result)
      }
    }
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
      handle(.respond(response), on: device, request.serial, client) { result in
        if result.isTooEarly { return }
        forget(request)
        answer(request.address, with: result)
      }
      if device.hasNewPrompt { return }
    }
  }

  private func setTimers(_ device: HostedDevice) {
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
