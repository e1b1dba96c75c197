import DeviceModel
import Schema

/// Which events explain which changes: who only watches must miss nothing.
enum Explanation {
  /// The fields of the state that changed though no event says so.
  static func unexplained(
    from before: DeviceState, to after: DeviceState, by effects: ArraySlice<Effect>
  ) -> [String] {
    if before == after { return [] }
    let told = fields(toldBy: effects)
    return changes(from: before, to: after).filter { !told.contains($0) }
  }

  private static func changes(from before: DeviceState, to after: DeviceState) -> [String] {
    var changed: [String] = []
    func note(_ name: String, _ isSame: Bool) { if !isSame { changed.append(name) } }
    note("biometryType", before.biometryType == after.biometryType)
    note("sensor", before.sensor == after.sensor)
    note("identities", before.identities == after.identities)
    note("passcodeSet", before.passcodeSet == after.passcodeSet)
    note("failedAttempts", before.failedAttempts == after.failedAttempts)
    note("lockoutReason", before.lockoutReason == after.lockoutReason)
    note("passcodeFailures", before.passcodeFailures == after.passcodeFailures)
    note("deviceLocked", before.deviceLocked == after.deviceLocked)
    note("unlockedSinceBoot", before.unlockedSinceBoot == after.unlockedSinceBoot)
    note("lastUnlock", before.lastUnlock == after.lastUnlock)
    note("apps", before.apps == after.apps)
    note("companion", before.companion == after.companion)
    note("prompt", before.prompt == after.prompt)
    note("keychain", before.keychain == after.keychain)
    note("failNext", before.failureOrders == after.failureOrders)
    let runs = before.clock.mode == .real && after.clock.mode == .real
    note("clock", runs || before.clock == after.clock)
    note("behavior", before.behavior == after.behavior)
    return changed
  }

  private static func fields(toldBy effects: ArraySlice<Effect>) -> Set<String> {
    var told: Set<String> = []
    for case .event(let event) in effects {
      switch event.body {
      case .promptShown, .promptUpdated, .promptDismissed: told.insert("prompt")
      case .scan: told.insert("failedAttempts")
      case .unreadableScan: break
      case .lockout, .lockoutCleared: told.insert("lockoutReason")
      case .enrollmentChanged: told.insert("identities")
      case .passcodeChanged: told.insert("passcodeSet")
      case .stateChanged(let fields): told.formUnion(fields.names)
      case .deviceLocked: told.insert("deviceLocked")
      case .deviceUnlocked: told.formUnion(["deviceLocked", "unlockedSinceBoot", "lastUnlock"])
      case .appStateChanged, .appTerminated: told.insert("apps")
      case .keychainChanged: told.insert("keychain")
      case .clockAdvanced: told.insert("clock")
      }
    }
    return told
  }

  /// Whether the events lead from where the apps were to where they are.
  static func tells(
    of after: [DeviceState.AppEntry], since before: [DeviceState.AppEntry], _ effects: ArraySlice<Effect>
  ) -> Bool {
    if after == before { return true }
    var states = Dictionary(uniqueKeysWithValues: before.map { (Name($0.app), $0.status.state) })
    for case .event(let event) in effects {
      if case .appStateChanged(let app, let state) = event.body { states[Name(app)] = state }
    }
    return after.allSatisfy { $0.status.state == states[Name($0.app), default: .notRunning] }
  }

  /// Whether a command sets the counter of failed scans to what it likes.
  static func maySetCounter(_ command: Command?) -> Bool {
    switch command {
    case .setState: true
    default: command?.replacesState == true
    }
  }

  /// Whether this is one of the few ways out of a lockout.
  static func mayClearLockout(_ command: Command?, _ effects: ArraySlice<Effect>) -> Bool {
    switch command {
    case .setState, .reset, .restore, .importState, .setPasscode, .clearPasscode: return true
    default:
      return effects.contains { effect in
        guard case .event(let event) = effect else { return false }
        return switch event.body {
        case .promptDismissed(_, .succeeded(.passcode)), .deviceUnlocked(with: .passcode): true
        default: false
        }
      }
    }
  }
}
