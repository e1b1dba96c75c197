import DeviceModel
import Schema
import Store
import WireProtocol

/// A device in the daemon. Only this file changes its state, so that no change is made without a record.
final class HostedDevice {
  let name: String
  /// Kept once it was asked for, for it is a hash.
  private(set) lazy var udid = UDID.ofDevice(named: name)
  /// Tells it from others that had the name before.
  let serial: UInt64
  /// The client that it ends with; `nil`: it is kept.
  let owner: ClientID?
  fileprivate(set) var model: Device
  /// Its saved states by their names.
  fileprivate(set) var snapshots = Named<DeviceSnapshot>()

  /// Responses that wait for a prompt that takes them.
  var parked = ParkedResponses()
  /// Where the log tells of its prompts.
  var promptPlaces = PromptPlaces()
  /// A prompt came up or changed since the parked responses were tried.
  var hasNewPrompt = false
  /// The prompt on screen, and since when.
  var prompt: (id: PromptID, since: Nanoseconds)?
  /// How the last prompt ended, or a call of an app after it; `nil`: there was neither.
  var lastEnd: AppCallEnd?
  /// For what the model has due next.
  var timer: Timer?
  /// Whether the model may have something due though there is neither a prompt nor a timer.
  var mayHaveTimers = true
  /// For `Behavior.promptTimeout`.
  var promptTimer: Timer?

  init(_ name: String, serial: UInt64, owner: ClientID?, _ model: Device, _ limits: DeviceLimits) {
    self.name = name
    self.serial = serial
    self.owner = owner
    self.model = model
    self.model.limits = limits
  }

  /// What somebody has to see to.
  func deadlines() -> (timer: Nanoseconds?, promptTimeout: Nanoseconds?) { model.deadlines() }

  /// What lists of devices show of it.
  var listed: (biometryType: BiometryType, clock: ClockMode) { (model.biometryType, model.clockMode) }

  /// A state that was saved.
  func snapshot(_ name: String) throws(WireError) -> DeviceSnapshot {
    guard let snapshot = snapshots[name] else {
      throw .unknownSnapshot(name, of: self.name, known: snapshots.sorted.map(\.name))
    }
    return snapshot
  }

  /// Reads a saved state from a snapshot file.
  func restore(_ snapshot: DeviceSnapshot, as name: String) { snapshots[name] = snapshot }
}

/// A change that was checked: nothing can refuse it any more but the journal.
private enum Step {
  case run(Command, HostedDevice)
  indirect case insert(NewDevice)
  case delete(HostedDevice)
  case saveSnapshot(String, HostedDevice)
  case deleteSnapshot(String, HostedDevice)
  case runTimers(HostedDevice)
  case reservePositions(UInt64)
}

/// A device that is about to be added.
private struct NewDevice {
  let model: Device
  let name: String
  /// The client it ends with; `nil`: it is kept.
  var owner: ClientID?
  /// The device whose record tells of it; `nil`: its whole state has to be written down.
  let recordedUnder: String?
}

/// A change that is checked and written down, and not made yet.
struct StagedChange {
  fileprivate let step: Step
  fileprivate let caller: Caller
  fileprivate let moment: HostMoment
  /// Whether there is a record of it. If not, it need not wait for any.
  let isRecorded: Bool

  /// The device on which something follows from it.
  var device: HostedDevice? {
    switch step {
    case .run(_, let device): device
    case .insert, .delete, .saveSnapshot, .deleteSnapshot, .runTimers, .reservePositions: nil
    }
  }

  /// Whether others that are checked before it is made might be wrong.
  var isAlone: Bool { device == nil }
}

extension Devices {
  /// Applies a change: the only way in which what is kept changes, for requests and for the replay of a journal.
  ///
  /// It is checked, written down, and then made; `reply` takes the result, unless that comes later. The caller
  /// ends with `followUp`.
  func apply(
    _ change: consuming Change, _ context: borrowing ChangeContext,
    reply: (Result<Reply, Failure>) -> Void = { _ in }
  ) throws(WireError) {
    if journal == nil { return perform(try check(change, context), for: context.caller, reply) }
    let isFirst = beginMoment()
    defer { if isFirst { endMoment() } }
    let step = try check(change, context)
    try record(step, context)
    perform(step, for: context.caller, reply)
  }

  /// Applies what the daemon does by itself.
  func apply(
    _ change: DaemonChange, to target: ChangeContext.Target, for caller: Caller,
    reply: (Result<Reply, Failure>) -> Void = { _ in }
  ) throws(WireError) {
    let context = ChangeContext(target: target, caller: caller, record: .daemon(change))
    try apply(.daemon(change), context, reply: reply)
  }

  /// Applies what happens whether or not it can be written down.
  func apply(_ change: DaemonChange, to device: HostedDevice, client: ClientID = Devices.ownClient) {
    if let groups, groups.isBusy, device.owner == nil {
      return groups.afterwards { [unowned self] in
        if registry[serial: device.serial] != nil { apply(change, to: device, client: client) }
      }
    }
    let caller = Caller(call: CallID(makeSerial()), client: client)
    try? apply(change, to: .device(device), for: caller)
    followUp(device)
  }

  /// Brings a device to this moment, so that what is shown of it is so now: its clock, what is due.
  func catchUp(_ device: HostedDevice) { apply(.runTimers, to: device) }

  private func check(
    _ change: consuming Change, _ context: borrowing ChangeContext
  ) throws(WireError) -> Step {
    switch consume change {
    case .command(let command): return .run(command, try context.device())
    case .respond(let response, _), .daemon(.deliverResponse(let response)):
      return .run(.respond(response), try context.device())
    case .createDevice(let creation): return .insert(try newDevice(creation, context))
    case .cloneDevice(let cloning): return .insert(try newDevice(cloning, context))
    case .daemon(.adoptDevice(let model)):
      let name = context.target.name
      try checkIsFree(name)
      return .insert(NewDevice(model: model, name: name, recordedUnder: nil))
    case .deleteDevice: return .delete(try context.device())
    case .saveSnapshot(let name):
      let device = try context.device()
      let limit = configuration.limits.maxSnapshots
      if !isReplaying, device.snapshots[name] == nil, device.snapshots.count >= limit {
        throw .limitExceeded("the device has \(limit) snapshots already; deleteSnapshot some", limit: limit)
      }
      catchUp(device)
      return .saveSnapshot(name, device)
    case .restoreSnapshot(let name):
      let device = try context.device()
      return .run(.restore(try device.snapshot(name)), device)
    case .deleteSnapshot(let name):
      let device = try context.device()
      _ = try device.snapshot(name)
      return .deleteSnapshot(name, device)
    case .importState(let state):
      return .run(.importState(state.placed(at: moment)), try context.device())
    case .daemon(.closeConnection):
      return .run(.clientClosed(context.caller.client), try context.device())
    case .daemon(.cancelCall(let call)): return .run(.cancelCall(call), try context.device())
    case .daemon(.timeOutPrompt(let prompt)): return .run(.promptTimedOut(prompt), try context.device())
    case .daemon(.shutDown): return .run(.shutDown, try context.device())
    case .daemon(.runTimers): return .runTimers(try context.device())
    case .daemon(.reservePositions(let position)): return .reservePositions(position)
    }
  }

  private func newDevice(
    _ creation: DeviceCreation, _ context: borrowing ChangeContext
  ) throws(WireError) -> NewDevice {
    let name = context.target.name
    try checkIsFree(name)
    var template = DeviceTemplate()
    if let wanted = creation.template {
      guard let found = configuration.templates[wanted] else {
        throw .unknownTemplate(wanted, known: configuration.templates.sorted.map(\.name))
      }
      template = found
    }
    do throws(Failure) {
      // Templates may be other ones, or gone, when the journal is replayed.
      return NewDevice(
        model: try template.make(creation, at: moment), name: name,
        owner: creation.isEphemeral ? context.caller.client : nil,
        recordedUnder: creation.template == nil ? name : nil)
    } catch {
      throw WireError(error)
    }
  }

  private func newDevice(
    _ cloning: DeviceCloning, _ context: borrowing ChangeContext
  ) throws(WireError) -> NewDevice {
    let original = try context.device()
    try checkIsFree(cloning.name)
    catchUp(original)
    let state =
      switch cloning.path {
      case .copy: original.model.snapshot
      case .backup(let isEncrypted): original.model.snapshot.migrated(isEncrypted: isEncrypted)
      }
    // A journal knows nothing of a device that is not kept.
    return NewDevice(
      model: Device(state, at: now), name: cloning.name,
      owner: cloning.isEphemeral ? context.caller.client : nil,
      recordedUnder: original.owner == nil ? original.name : nil)
  }

  private func checkIsFree(_ name: String) throws(WireError) {
    if registry[name] != nil { throw .deviceExists(name) }
    let limit = configuration.limits.maxDevices
    // What was done stays done under a lower limit.
    if !isReplaying, registry.count >= limit {
      throw .limitExceeded("there are \(limit) devices already; deleteDevice some", limit: limit)
    }
  }

  /// Writes a change to a device that is kept into the journal. If that fails, it must not be made.
  ///
  /// - Returns: Whether there is a record of it.
  @discardableResult
  private func record(_ step: borrowing Step, _ context: borrowing ChangeContext) throws(WireError) -> Bool {
    guard let journal, var record = context.record else { return false }
    var name: String?
    switch step {
    case .run(_, let device), .delete(let device), .saveSnapshot(_, let device),
      .deleteSnapshot(_, let device):
      guard device.owner == nil else { return false }
      name = device.name
    case .runTimers(let device):
      guard device.owner == nil, let due = device.model.nextTimer, due <= now else { return false }
      name = device.name
    case .insert(let new):
      guard new.owner == nil else { return false }
      if new.recordedUnder == nil { record = .daemon(.adoptDevice(new.model)) }
      name = new.recordedUnder ?? new.name
    case .reservePositions: break
    }
    let isFirst = !journal.store.hasGroup
    try journal.append(
      record,
      at: Journal.Place(
        moment: moment, position: isFirst ? log.position : nil, device: name, caller: context.caller,
        digest: isFirst ? digest.value : nil))
    if isFirst { digest = ResultDigest() }
    return true
  }

  /// Checks a change and adds its record to the group that is written next. It is made later.
  func stage(
    _ change: consuming Change, _ context: borrowing ChangeContext
  ) throws(WireError) -> StagedChange {
    let isFirst = beginMoment()
    defer { if isFirst { endMoment() } }
    let step = try check(change, context)
    let isRecorded = try record(step, context)
    return StagedChange(step: step, caller: context.caller, moment: moment, isRecorded: isRecorded)
  }

  /// Makes a change that was checked and written down, as of that moment.
  func perform(_ staged: StagedChange, _ reply: (Result<Reply, Failure>) -> Void) {
    let present = time
    time.set(to: staged.moment.now, atHost: reactor.now)
    time.heldWall = staged.moment.wall
    perform(staged.step, for: staged.caller, reply)
    time = present
  }

  private func perform(_ step: consuming Step, for caller: Caller, _ reply: (Result<Reply, Failure>) -> Void)
  {
    switch consume step {
    case .run(let command, let device):
      let replacesState = command.replacesState
      run(command, on: device, for: caller, reply)
      // Nothing that is left of one test may answer the prompt of the next.
      if replacesState {
        endWaits(on: device, with: .cancelledByReset(device.name))
        device.lastEnd = nil
      }
    case .runTimers(let device):
      withEffects { effects in
        device.model.runTimers(at: now, into: &effects)
        spread(&effects, of: device, to: CallID(0)) { _ in }
      }
    case .insert(let new):
      add(new.model, as: new.name, owner: new.owner)
      post(.deviceCreated, of: new.name, at: new.model.now, isKept: new.owner == nil)
      reply(.success(.changed(true)))
    case .delete(let device):
      remove(device)
      reply(.success(.changed(true)))
    case .saveSnapshot(let name, let device):
      let snapshot = device.model.snapshot
      let old = device.snapshots[name]
      device.snapshots[name] = snapshot
      reply(.success(.changed(old != snapshot)))
    case .deleteSnapshot(let name, let device):
      device.snapshots[name] = nil
      reply(.success(.changed(true)))
    case .reservePositions(let position): reservedPosition = position
    }
  }

  /// Has a device do something.
  func run(
    _ command: Command, on device: HostedDevice, for caller: Caller,
    _ reply: (Result<Reply, Failure>) -> Void
  ) {
    withEffects { effects in
      device.model.handle(command, from: caller, at: now, into: &effects)
      spread(&effects, of: device, to: caller.call, reply)
    }
  }

  /// Tells every device its limits.
  func applyLimits() { for device in registry.all { device.model.limits = limits } }
}

// MARK: - Effects

extension Devices {
  /// Lends memory for effects; what runs inside of `body` may need some, too.
  private func withEffects(_ body: (inout [Effect]) -> Void) {
    var memory = effects
    effects = []
    body(&memory)
    // Not `removeAll(keepingCapacity:)`, which takes longer for the few that may be left.
    while !memory.isEmpty { memory.removeLast() }
    effects = memory
  }

  /// Logs events and hands replies to those they are for, in their order; the reply to `own` goes to `reply`.
  private func spread(
    _ effects: inout [Effect], of device: HostedDevice, to own: CallID,
    _ reply: (Result<Reply, Failure>) -> Void
  ) {
    let isKept = device.owner == nil
    let isRecorded = isKept && (journal != nil || isReplaying)
    for index in effects.indices {
      // Moved out, for in place each would be copied.
      var effect = Effect.reply(CallID(0), .success(.changed(false)))
      swap(&effect, &effects[index])
      switch consume effect {
      case .event(let event):
        device.follow(event.body, at: now, seq: log.position + 1, oldest: log.oldest)
        if isRecorded { digest.add(event) }
        post(.onDevice(event.body), of: device.name, at: event.time, isKept: isKept)
      case .reply(let call, let result):
        if isRecorded { digest.add(result) }
        if call.rawValue == own.rawValue {
          reply(result)
        } else {
          onReply(call, result.mapError { WireError($0) })
        }
      }
    }
  }

}

extension Result<Reply, Failure> {
  /// Whether a response reached no prompt, and may reach a coming one.
  var isTooEarly: Bool {
    switch self {
    case .failure(.notDelivered), .failure(.noSuchControl): true
    case .failure, .success: false
    }
  }
}
