import LocalAuthentication
import Testing

/// Asks on a fresh context, as an app does; `nil` is success.
func authenticate(
  _ policy: LAPolicy = .deviceOwnerAuthenticationWithBiometrics
) async -> LAError.Code? {
  do {
    try await LAContext().evaluatePolicy(policy, localizedReason: "Open the vault")
    return nil
  } catch let error as LAError {
    return error.code
  } catch {
    Issue.record(error)
    return nil
  }
}
