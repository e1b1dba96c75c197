import Observation

/// Whether the app shows its contents, for a view to follow.
@MainActor @Observable
public final class LockModel {
  /// The state of the lock.
  public enum State: Sendable {
    case locked, unlocking, unlocked
  }

  /// What the lock screen tells the user.
  public enum Notice: Hashable, Sendable {
    /// It did not recognise the user, who may try again.
    case notRecognised
    /// The device has no passcode; until it has one the app stays shut.
    case setPasscode
    /// It failed, and the user cannot do anything about it.
    case notWorking
  }

  /// The state of the lock; views show the contents in ``State/unlocked`` only.
  public private(set) var state = State.locked
  /// What the lock screen tells the user; nothing after a cancel.
  public private(set) var notice: Notice?

  @ObservationIgnored private let authenticator: any Authenticator
  @ObservationIgnored private let reason: String
  @ObservationIgnored private let gracePeriod: Duration
  @ObservationIgnored private let now: @MainActor () -> ContinuousClock.Instant
  /// Since when the app has been off screen.
  @ObservationIgnored private var leftScreen: ContinuousClock.Instant?

  /// - Parameters:
  ///   - gracePeriod: a user who comes back sooner need not unlock again.
  ///   - now: tells the time; the clock goes on while the device sleeps.
  public init(
    authenticator: any Authenticator, reason: String, gracePeriod: Duration = .seconds(60),
    now: @escaping @MainActor () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.authenticator = authenticator
    self.reason = reason
    self.gracePeriod = gracePeriod
    self.now = now
  }

  /// Asks for the owner, by the sensor where it can help, else by the passcode.
  public func unlock() async {
    guard state == .locked else { return }
    state = .unlocking
    notice = nil
    do {
      state = try await isOwner() ? .unlocked : .locked
    } catch {
      state = .locked
      notice =
        switch error as? AuthenticationFailure {
        case .notRecognised: .notRecognised
        case .noPasscode: .setPasscode
        case .notOnScreen: nil
        default: .notWorking
        }
    }
  }

  /// Cancels the prompt of ``unlock()``.
  public func cancelUnlock() async { await authenticator.cancel() }

  /// Hides the contents.
  public func lock() {
    if state == .unlocked { state = .locked }
  }

  /// Call it when the scene enters the background.
  public func didEnterBackground() { leftScreen = now() }

  /// Call it when the scene comes back.
  public func willEnterForeground() {
    if let leftScreen, leftScreen.duration(to: now()) >= gracePeriod { lock() }
    leftScreen = nil
  }

  private func isOwner() async throws -> Bool {
    guard case .biometry = await authenticator.availability() else { return try await isOwnerByPasscode() }
    do {
      switch try await authenticator.authenticate(.biometry, reason: reason) {
      case .authenticated: return true
      case .cancelled: return false
      case .fallbackChosen: return try await isOwnerByPasscode()
      }
    } catch AuthenticationFailure.lockedOut, AuthenticationFailure.notAvailable {
      // Locked out by these very scans, or denied in the alert that came first.
      return try await isOwnerByPasscode()
    }
  }

  private func isOwnerByPasscode() async throws -> Bool {
    try await authenticator.authenticate(.biometryOrPasscode, reason: reason) == .authenticated
  }
}
