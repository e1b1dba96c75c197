package import DeviceModel
import Schema

/// What must hold on every device at every moment, held against all that it does.
package struct Watcher: Sendable {
  /// The prompt on screen, as the events tell.
  private var shown: PromptDescription?
  private var owed: Set<CallID> = []
  private var answered: Set<CallID> = []
  /// Failed scans in a row, counted from the events alone.
  private var failedAttempts: Int
  private var time = Nanoseconds.zero
  private var lastPrompt = 0
  package private(set) var before: DeviceState
  /// The apps that something covers.
  private var covered: Set<Name> = []

  package init(_ device: Device) {
    before = device.state
    failedAttempts = before.failedAttempts
  }

  /// A call will be answered, now or later.
  package mutating func expect(_ call: CallID) { owed.insert(call) }

  package var pending: Set<CallID> { owed }

  /// - Parameter isUnchanged: Whether the device is known to equal what it was before.
  /// - Returns: What does not hold.
  package mutating func check(
    _ effects: ArraySlice<Effect>, _ command: Command?, _ device: Device, isUnchanged: Bool = false
  ) -> [String] {
    let after = isUnchanged ? before : device.state
    var violations: [String] = []
    if command == .reset { (lastPrompt, time) = (0, .zero) }
    for effect in effects {
      switch effect {
      case .reply(let call, _):
        if owed.remove(call) == nil { violations.append("a reply that nobody waits for, to \(call)") }
        if !answered.insert(call).inserted { violations.append("a second reply to \(call)") }
      case .event(let event):
        if event.time < time && command != .reset { violations.append("time goes backwards at \(event)") }
        time = event.time
        follow(event.body, after, command, &violations)
      }
    }
    if after.prompt != shown { violations.append("the state shows another prompt than the events told") }
    if after.failedAttempts != failedAttempts {
      violations.append("\(after.failedAttempts) failed attempts, the scans add up to \(failedAttempts)")
    }
    checkLockout(effects, command, after, &violations)
    checkSuccesses(effects, &violations)
    checkApps(after, effects, command, &violations)
    violations += Explanation.unexplained(from: before, to: after, by: effects).map {
      "no event tells that \($0) changed"
    }
    before = after
    return violations
  }

  private mutating func follow(
    _ event: Event.Body, _ after: DeviceState, _ command: Command?, _ violations: inout [String]
  ) {
    switch event {
    case .promptShown(let prompt):
      if let shown { violations.append("\(prompt.id) shown over \(shown.id)") }
      if prompt.id.number != lastPrompt + 1 { violations.append("\(prompt.id) follows p\(lastPrompt)") }
      lastPrompt = prompt.id.number
      shown = prompt
    case .promptUpdated(let prompt):
      if shown?.id != prompt.id { violations.append("\(prompt.id) updated, it is not up") }
      if shown == prompt { violations.append("\(prompt.id) updated to what it was") }
      shown = prompt
    case .promptDismissed(let prompt, _):
      if shown?.id != prompt.id { violations.append("\(prompt.id) dismissed, it is not up") }
      shown = nil
    case .scan(let prompt, let matched, let count):
      failedAttempts = matched ? 0 : failedAttempts + 1
      if count != failedAttempts { violations.append("a scan counts \(count), not \(failedAttempts)") }
      if prompt != shown?.id { violations.append("a scan by \(prompt, default: "the lock screen")") }
    case .unreadableScan(let prompt):
      if prompt != shown?.id { violations.append("an unreadable scan by \(prompt)") }
    case .stateChanged(let fields) where fields.contains(.failedAttempts):
      failedAttempts = after.failedAttempts
      if !Explanation.maySetCounter(command), failedAttempts != 0 {
        violations.append("\(failedAttempts) failed attempts without a failed scan")
      }
    default: break
    }
  }

  /// Lockout comes by the limit and goes by the passcode.
  private func checkLockout(
    _ effects: ArraySlice<Effect>, _ command: Command?, _ after: DeviceState, _ violations: inout [String]
  ) {
    switch after.behavior.profile {
    case .device where !after.lockedOut && after.failedAttempts >= after.behavior.maxFailures:
      violations.append("\(after.failedAttempts) failed attempts and not locked out")
    case .simulator where after.lockedOut: violations.append("locked out in the simulator's profile")
    default: break
    }
    if before.lockedOut, !after.lockedOut, !Explanation.mayClearLockout(command, effects) {
      violations.append("the lockout was cleared without a passcode")
    }
  }

  /// An evaluation succeeds by who answered its prompt; without one by what was shown before.
  private func checkSuccesses(_ effects: ArraySlice<Effect>, _ violations: inout [String]) {
    for case .reply(let call, .success(.evaluated(let method, domainState: _))) in effects {
      switch method {
      case .reuse, .context: continue
      case .biometry, .passcode, .companion, .applicationPassword: break
      }
      let isShown = effects.contains { effect in
        guard case .event(let event) = effect, case .promptDismissed(_, let outcome) = event.body else {
          return false
        }
        return outcome == .succeeded(method)
      }
      if !isShown { violations.append("\(call) succeeds by \(method), which no prompt was shown") }
    }
  }

  /// One app in front, with extensions beside it; inactive is who owns the prompt, is covered, or has a sheet
  /// that leaves.
  private mutating func checkApps(
    _ after: DeviceState, _ effects: ArraySlice<Effect>, _ command: Command?, _ violations: inout [String]
  ) {
    if case .coverApp(let app)? = command { covered.insert(Name(app)) }
    if case .uncoverApp(let app)? = command { covered.remove(Name(app)) }
    if command != .reset, !Explanation.tells(of: after.apps, since: before.apps, effects) {
      violations.append("an app is not where the events left it")
    }
    var inFront = 0
    for entry in after.apps {
      let state = entry.status.state
      if state == .foreground || state == .inactive, entry.status.kind == .app { inFront += 1 }
      if state != .inactive { covered.remove(Name(entry.app)) }
      let isAsking = after.prompt?.app.isSameText(as: entry.app) == true
      let isExplained =
        isAsking || covered.contains(Name(entry.app)) || after.behavior.dismissDelay > .zero
      if isAsking && state != .inactive || state == .inactive && !isExplained {
        violations.append("\(entry.app) is \(state), the prompt is \(after.prompt?.app, default: "nobody")'s")
      }
    }
    if inFront > (after.deviceLocked ? 0 : 1) { violations.append("\(inFront) apps in front") }
  }
}
