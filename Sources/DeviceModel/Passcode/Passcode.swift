import Schema

/// The device passcode and the back-off after wrong ones.
///
/// Apple Platform Security, "Passcodes and passwords": escalating delays from the fourth wrong entry on.
struct PasscodeGuard: Equatable, Sendable {
  /// `nil`: none is set.
  private(set) var passcode: String?
  /// Wrong entries in a row; the same wrong one repeated counts once.
  private(set) var failures = 0
  private var lastWrong: String?
  private var retryAt = Nanoseconds.zero

  init(_ passcode: String?) { self.passcode = passcode }

  var isSet: Bool { passcode != nil }

  enum Entry: Equatable {
    case right, wrong
    case refused(RefusalReason, String)
  }

  mutating func enter(_ entry: String, at now: Nanoseconds, _ behavior: Behavior) -> Entry {
    if behavior.profile == .simulator {
      clearFailures()
      return .right
    }
    if isDisabled(behavior) {
      return .refused(
        .deviceDisabled, "too many wrong passcodes, the device is disabled: setPasscode or resetDevice")
    }
    let remaining = max(retryAt - now, .zero)
    if remaining > .zero {
      return .refused(
        .backOff, "wrong passcodes in a row: \(failures); the next entry is taken in \(remaining)")
    }
    if passcode.isSameText(as: entry) {
      clearFailures()
      return .right
    }
    if !lastWrong.isSameText(as: entry) {
      setFailures(failures.next(in: StatePatch.counts), at: now, behavior)
      lastWrong = entry
    }
    return .wrong
  }

  /// Sets or removes the passcode as Settings does, which asks for the old one.
  mutating func change(to passcode: String?) {
    self.passcode = passcode
    clearFailures()
  }

  /// Takes over a number of wrong entries, with the back-off that the last of them starts.
  mutating func setFailures(_ count: Int, at now: Nanoseconds, _ behavior: Behavior) {
    failures = count
    lastWrong = nil
    let index = count - Self.freeFailures - 1
    let delays = behavior.passcodeDelays
    retryAt = delays.indices.contains(index) ? now + delays[index] : .zero
  }

  /// Tells when the back-off ends as from `now` on.
  mutating func countTimes(from now: Nanoseconds) { retryAt = max(retryAt - now, .zero) }

  /// What is left of the back-off; `nil`: the device is disabled.
  func retryAfter(at now: Nanoseconds, _ behavior: Behavior) -> Nanoseconds? {
    if behavior.profile == .simulator { return .zero }
    return isDisabled(behavior) ? nil : max(retryAt - now, .zero)
  }

  /// Whether more wrong passcodes were entered than there are delays.
  private func isDisabled(_ behavior: Behavior) -> Bool {
    behavior.profile == .device && failures > Self.freeFailures + behavior.passcodeDelays.count
  }

  private mutating func clearFailures() {
    failures = 0
    lastWrong = nil
    retryAt = .zero
  }

  /// Wrong entries before the first of the delays.
  private static let freeFailures = 3
}

extension PasscodeGuard: Described {
  init() { self.init(nil) }

  static let record = Record<PasscodeGuard>([
    Member("passcode", \.passcode, .nullable(.nonEmpty), "the passcode").secret(),
    Member("failures", \.failures, .integer(StatePatch.counts), "wrong entries in a row"),
    Member("lastWrong", \.lastWrong, optional: .string, "the last wrong entry").secret(),
    Member("retryAt", \.retryAt, .nanoseconds, "when the next entry is accepted"),
  ])
}
