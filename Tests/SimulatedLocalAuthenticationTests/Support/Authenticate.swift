import LocalAuthentication
import Testing

/// Asks, on a fresh context if none is given; `nil` is success.
func authenticate(
  _ policy: LAPolicy = .deviceOwnerAuthenticationWithBiometrics, with context: sending LAContext = LAContext()
) async -> LAError.Code? {
  do {
    try await context.evaluatePolicy(policy, localizedReason: "Open the vault")
    return nil
  } catch let error as LAError {
    return error.code
  } catch {
    Issue.record(error)
    return nil
  }
}

extension LAContext {
  /// Why a policy cannot be evaluated; `nil` if it can.
  func obstacle(_ policy: LAPolicy = .deviceOwnerAuthenticationWithBiometrics) -> LAError.Code? {
    var error: NSError?
    return canEvaluatePolicy(policy, error: &error) ? nil : (error as? LAError)?.code
  }
}
