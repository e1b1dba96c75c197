import Foundation
import LocalAuthentication

/// Authenticates by the system.
public actor DeviceAuthenticator: Authenticator {
  private let makeContext: @Sendable () -> sending LAContext
  /// The contexts that wait for the user, for ``cancel()``.
  private var asking: Set<LAContext> = []

  /// - Parameter makeContext: creates a fresh context for each prompt; one that is authenticated already
  ///   succeeds without a prompt.
  public init(makeContext: @escaping @Sendable () -> sending LAContext = { LAContext() }) {
    self.makeContext = makeContext
  }

  /// Asks the system what is available.
  public func availability() -> Availability {
    let context = makeContext()
    var obstacle: NSError?
    let canUseBiometry = context.canEvaluatePolicy(
      .deviceOwnerAuthenticationWithBiometrics, error: &obstacle)
    let biometry = Biometry(context.biometryType)
    if canUseBiometry, let biometry { return .biometry(biometry) }

    var noPasscode: NSError?
    guard context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &noPasscode) else {
      return .nothing(because: AuthenticationFailure(noPasscode))
    }
    return .passcode(biometry, because: AuthenticationFailure(obstacle))
  }

  /// Shows the system's prompt.
  public func authenticate(
    _ method: AuthenticationMethod, reason: String
  ) async throws -> AuthenticationOutcome {
    let context = makeContext()
    asking.insert(context)
    defer { asking.remove(context) }
    do {
      try await evaluate(method.policy, on: context, reason: reason)
      return .authenticated
    } catch let error as LAError {
      guard let outcome = AuthenticationOutcome(error.code) else {
        throw AuthenticationFailure(error.code)
      }
      return outcome
    }
  }

  /// Ends the prompt, and what else waits for the screen.
  public func cancel() {
    for context in asking { context.invalidate() }
  }

  /// The actor holds the context while it asks, so that ``cancel()`` can reach it.
  private func evaluate(_ policy: LAPolicy, on context: LAContext, reason: String) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      context.evaluatePolicy(policy, localizedReason: reason) { success, error in
        if success {
          continuation.resume()
        } else {
          continuation.resume(throwing: error ?? LAError(.authenticationFailed))
        }
      }
    }
  }
}

nonisolated extension AuthenticationMethod {
  fileprivate var policy: LAPolicy {
    switch self {
    case .biometry: .deviceOwnerAuthenticationWithBiometrics
    case .biometryOrPasscode: .deviceOwnerAuthentication
    }
  }
}
