import DeviceModel
import WireProtocol

/// What follows from a change: parked responses reach new prompts, and timers are set.
extension Devices {
  /// Offers new prompts to the parked responses, and sets the timers. Every change of a device ends with it.
  func followUp(_ device: HostedDevice) {
    if let groups, device.owner == nil {
      if groups.isBusy { return groups.afterwards { [unowned self] in followUp(device) } }
      if device.hasNewPrompt, !device.parked.isEmpty { return offerPrompt(of: device, in: groups) }
    }
    while device.hasNewPrompt, !device.parked.isEmpty {
      device.hasNewPrompt = false
      offerPrompt(of: device)
    }
    device.hasNewPrompt = false
    setTimers(device)
  }

  /// Has a response wait for a prompt that takes it.
  func park(_ response: PromptResponse, for caller: Caller, on device: HostedDevice) {
    device.parked.append(ParkedResponse(response: response, caller: caller))
  }

  /// Ends the waiting of a response.
  func unpark(_ call: CallID, on device: HostedDevice) {
    device.parked.remove(call)
  }

  /// Tries the parked responses that the prompt may take, the oldest first, until one changes the prompt.
  private func offerPrompt(of device: HostedDevice) {
    let taken = device.parked.methods { device.model.mayTake($0) }
    var last = CallID(0)
    while let parked = device.parked.first(after: last, among: taken) {
      let caller = parked.caller
      last = caller.call
      do throws(WireError) {
        try apply(.deliverResponse(parked.response), to: .device(device), for: caller) {
          if !$0.isTooEarly { onReply(caller.call, $0.mapError { WireError($0) }) }
        }
      } catch {
        onReply(caller.call, .failure(error))
      }
      if device.hasNewPrompt { return }
    }
  }

  /// Notes that something may follow from a change of a group, once all of them are made.
  func followsUp(on device: HostedDevice) {
    if !changedByGroup.contains(where: { $0 === device }) { changedByGroup.append(device) }
  }

  /// The same with a journal that is written in groups: what comes of a response shows when its group is safe.
  private func offerPrompt(of device: HostedDevice, in groups: GroupCommit) {
    device.hasNewPrompt = false
    let taken = device.parked.methods { device.model.mayTake($0) }
    offerPrompt(of: device, to: taken, after: CallID(0), in: groups)
  }

  private func offerPrompt(
    of device: HostedDevice, to taken: [String], after last: CallID, in groups: GroupCommit
  ) {
    guard let parked = device.parked.first(after: last, among: taken) else { return setTimers(device) }
    let caller = parked.caller
    let change = DaemonChange.deliverResponse(parked.response)
    let staged: StagedChange
    do throws(WireError) {
      staged = try stage(
        .daemon(change), ChangeContext(target: .device(device), caller: caller, record: .daemon(change)))
    } catch {
      onReply(caller.call, .failure(error))
      return offerPrompt(of: device, to: taken, after: caller.call, in: groups)
    }
    groups.add(isAlone: false) { [unowned self] outcome in
      switch outcome {
      case .failure(let error): onReply(caller.call, .failure(error))
      case .success:
        perform(staged) {
          if !$0.isTooEarly { onReply(caller.call, $0.mapError { WireError($0) }) }
        }
      }
      groups.afterwards { [unowned self] in
        if device.hasNewPrompt { return followUp(device) }
        offerPrompt(of: device, to: taken, after: caller.call, in: groups)
      }
    }
  }

  /// Sets the timers of what is due next on a device.
  func setTimers(_ device: HostedDevice) {
    // Mostly there is nothing that could be due. A look at the model would copy it.
    if device.prompt == nil, device.timer == nil, device.promptTimer == nil, !device.mayHaveTimers { return }
    device.mayHaveTimers = false
    // A deleted one has its timers no more.
    guard registry[serial: device.serial] != nil else { return }
    let deadlines = device.deadlines()
    set(&device.timer, of: device, to: deadlines.timer, Devices.catchUp)
    var limit: Nanoseconds?
    if let prompt = device.prompt, let timeout = deadlines.promptTimeout { limit = prompt.since + timeout }
    set(&device.promptTimer, of: device, to: limit, Devices.timeOutPrompt)
  }

  private func timeOutPrompt(of device: HostedDevice) {
    if let prompt = device.prompt { apply(.timeOutPrompt(prompt.id), to: device) }
  }

  private func set(
    _ timer: inout Timer?, of device: HostedDevice, to moment: Nanoseconds?,
    _ action: @escaping (Devices) -> (HostedDevice) -> Void
  ) {
    let deadline = moment.map(time.onHost)
    if timer?.deadline == deadline { return }
    reactor.cancel(timer)
    let serial = device.serial
    timer = deadline.map {
      reactor.schedule(at: $0) { [unowned self] in
        if let device = registry[serial: serial] { action(self)(device) }
      }
    }
  }
}

extension HostedDevice {
  /// Keeps in mind what its prompt does, by the event that gets the number `seq` in a log that goes back to the
  /// `oldest`.
  func follow(_ event: Event.Body, at now: Nanoseconds, seq: UInt64, oldest: UInt64) {
    switch event {
    case .promptShown(let prompt), .promptUpdated(let prompt):
      hasNewPrompt = true
      let isFirst = if case .promptShown = event { true } else { false }
      promptPlaces.note(prompt.id, isFirst: isFirst, at: seq, oldest: oldest)
      if self.prompt?.id != prompt.id { self.prompt = (prompt.id, now) }
    case .promptDismissed(let prompt, let outcome):
      promptPlaces.note(prompt.id, isFirst: false, at: seq, oldest: oldest)
      if self.prompt?.id == prompt.id { self.prompt = nil }
      // Its sheet may take a while to leave.
      mayHaveTimers = true
      lastEnd = .prompt(prompt.id, outcome)
    case .scan, .unreadableScan, .lockout, .lockoutCleared, .enrollmentChanged, .passcodeChanged,
      .stateChanged, .deviceLocked,
      .deviceUnlocked, .appStateChanged, .appTerminated, .keychainChanged, .clockAdvanced:
      break
    }
  }
}
