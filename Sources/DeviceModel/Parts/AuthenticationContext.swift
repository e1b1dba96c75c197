/// What the device keeps of an app's *LAContext*.
struct AuthenticationContext: Equatable, Sendable {
  let client: ClientID
  let app: String
  var options: ContextOptions
  var isInvalidated = false
  /// What a successful biometric check or match showed; `nil`: none yet.
  var domainState: String?
  private var biometry: Nanoseconds?
  private var passcode: Nanoseconds?
  private var companion: Nanoseconds?

  init(client: ClientID, app: String, options: ContextOptions) {
    self.client = client
    self.app = app
    self.options = options
  }

  mutating func authenticate(by method: AuthenticationMethod, at now: Nanoseconds) {
    switch method {
    case .biometry, .reuse: biometry = now
    case .passcode: passcode = now
    case .companion: companion = now
    case .context: break
    }
  }

  /// Whether an earlier authentication is what the policy asks for and young enough.
  func satisfies(_ policy: Policy, at now: Nanoseconds, lifetime: Nanoseconds) -> Bool {
    func isFresh(_ time: Nanoseconds?) -> Bool { time.map { now - $0 < lifetime } ?? false }
    return switch policy {
    case .deviceOwnerAuthenticationWithBiometrics: isFresh(biometry)
    case .deviceOwnerAuthentication: isFresh(biometry) || isFresh(passcode)
    case .deviceOwnerAuthenticationWithCompanion: isFresh(companion)
    case .deviceOwnerAuthenticationWithBiometricsOrCompanion: isFresh(biometry) || isFresh(companion)
    }
  }
}
