/// What the device keeps of an app's *LAContext*.
struct AuthenticationContext: Equatable, Sendable {
  let client: ClientID
  let app: String
  var options: ContextOptions
  var isInvalidated = false
  /// Opens items with *applicationPassword*.
  var applicationPassword: Secret?
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

  /// What earlier authentications have shown that are young enough.
  func shown(at now: Nanoseconds, lifetime: Nanoseconds) -> Factors {
    var shown: Factors = []
    func note(_ time: Nanoseconds?, _ factor: Factors) {
      if let time, now - time < lifetime { shown.insert(factor) }
    }
    note(biometry, .biometry)
    note(passcode, .passcode)
    note(companion, .companion)
    return shown
  }
}
