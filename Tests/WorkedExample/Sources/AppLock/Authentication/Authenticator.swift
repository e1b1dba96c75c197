/// Asks whether the person in front of the device is its owner.
///
/// The rest of the app depends on this and not on the system, so that previews can do without a device.
public nonisolated protocol Authenticator: Sendable {
  /// What could be asked for now; shows nothing.
  func availability() async -> Availability

  /// Asks, and waits for the answer.
  ///
  /// - Parameter reason: tells the user what it is for.
  /// - Throws: an ``AuthenticationFailure``. That the user thought better of it is none: see
  ///   ``AuthenticationOutcome/cancelled(by:)``.
  func authenticate(_ method: AuthenticationMethod, reason: String) async throws -> AuthenticationOutcome

  /// Takes back whatever is being asked.
  func cancel() async
}

/// How the owner is to be recognised.
public nonisolated enum AuthenticationMethod: Sendable {
  /// By the sensor alone.
  case biometry
  /// By the sensor, or by the passcode where the sensor cannot help.
  case biometryOrPasscode
}

/// How asking ended when nothing was wrong.
public nonisolated enum AuthenticationOutcome: Hashable, Sendable {
  /// It is the owner.
  case authenticated
  /// The user would rather get in another way.
  case fallbackChosen
  /// Nobody knows: it was taken back before there was an answer.
  case cancelled(by: Canceller)

  /// Who took it back.
  public enum Canceller: Hashable, Sendable {
    case user, system, app
  }
}
