/// The kinds of events on the wire.
package enum EventKind: String, CaseIterable, Sendable {
  case promptShown, promptUpdated, promptDismissed
  case scan, lockout, lockoutCleared
  case enrollmentChanged, passcodeChanged, stateChanged
  case deviceLocked, deviceUnlocked
  case appStateChanged, appTerminated
  case keychainChanged
  case clockAdvanced
  case deviceCreated, deviceDeleted
  case subscriptionGap

  /// Whether it tells of a state that may already hold; `waitFor` is then met without an event.
  package var isState: Bool {
    switch self {
    case .promptShown, .lockout, .lockoutCleared, .deviceLocked, .deviceUnlocked, .appStateChanged: true
    default: false
    }
  }

  /// The kinds that the log holds; a gap is told to one connection only.
  package static let logged = allCases.filter { $0 != .subscriptionGap }
}
