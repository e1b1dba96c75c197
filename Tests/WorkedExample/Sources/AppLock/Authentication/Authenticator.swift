/// Asks whether the person in front of the device is its owner.
///
/// The rest of the app depends on this and not on the system, so that previews can do without a device.
public nonisolated protocol Authenticator: Sendable {
  /// What is available now; shows nothing.
  func availability() async -> Availability

  /// Asks, and waits for the answer.
  ///
  /// - Parameter reason: tells the user what it is for.
  /// - Throws: an ``AuthenticationFailure``. A cancel is not one: see
  ///   ``AuthenticationOutcome/cancelled(by:)``.
  func authenticate(_ method: AuthenticationMethod, reason: String) async throws -> AuthenticationOutcome

  /// Cancels what is pending.
  func cancel() async
}

/// How the owner shall authenticate.
public nonisolated enum AuthenticationMethod: Sendable {
  /// By the sensor alone.
  case biometry
  /// By the sensor, or by the passcode where the sensor cannot help.
  case biometryOrPasscode
}

/// How authentication ended, if it did not fail.
public nonisolated enum AuthenticationOutcome: Hashable, Sendable {
  /// It is the owner.
  case authenticated
  /// The user chose the fallback button.
  case fallbackChosen
  /// It was cancelled before there was an answer.
  case cancelled(by: Canceller)

  /// Who cancelled it.
  public enum Canceller: Hashable, Sendable {
    case user, system, app
  }
}
