import AppLock
import DeviceSimulatorTesting
import LocalAuthentication
import Testing

/// How asking ended, as one value to compare.
typealias Answer = Result<AuthenticationOutcome, AuthenticationFailure>

/// Asks, as a screen of the app would.
func ask(
  _ method: AuthenticationMethod = .biometry, _ authenticator: DeviceAuthenticator = DeviceAuthenticator()
) async -> Answer? {
  do {
    return .success(try await authenticator.authenticate(method, reason: "Open the diary"))
  } catch let failure as AuthenticationFailure {
    return .failure(failure)
  } catch {
    Issue.record(error)
    return nil
  }
}

/// How looking into the vault ended, as one value to compare; no token is `nil`.
func look(into vault: TokenVault) async -> Result<String?, VaultError>? {
  do {
    return .success(try await vault.token(reason: "Sign in"))
  } catch let error as VaultError {
    return .failure(error)
  } catch {
    Issue.record(error)
    return nil
  }
}

extension SimulatedDevice {
  /// How many prompts the user has seen.
  var promptCount: Int { events.count { $0.kind == .promptShown } }

  /// Five failed scans in a row, over as many prompts as that takes.
  func lockOutTouchID() async throws {
    async let first = ask()
    for _ in 1...3 { try await nonMatchingFinger() }
    #expect(await first == .failure(.notRecognised))
    async let second = ask()
    for _ in 1...2 { try await nonMatchingFinger() }
    #expect(await second == .failure(.lockedOut))
  }
}
