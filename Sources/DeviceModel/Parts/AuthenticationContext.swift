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

extension AuthenticationContext {
  /// Reads its members; the caller opened the object.
  init(_ object: inout ObjectReader<some ArchiveSource>) throws(ArchiveError) {
    var options = ContextOptions()
    options.interactionNotAllowed = try object.optional("interactionNotAllowed")?.bool() ?? false
    options.reuseDuration = try object["reuseDuration"].time()
    options.fallbackTitle = try object.optional("fallbackTitle")?.string()
    options.cancelTitle = try object.optional("cancelTitle")?.string()
    options.reason = try object.optional("reason")?.string()
    var context = AuthenticationContext(
      client: ClientID(try object["client"].serial()), app: try object["app"].nonEmpty(),
      options: options)
    context.isInvalidated = try object.optional("invalidated")?.bool() ?? false
    context.applicationPassword = try object.optional("applicationPassword").map {
      (secret) throws(ArchiveError) in try Secret(secret)
    }
    context.domainState = try object.optional("domainState")?.string()
    context.biometry = try object.optional("biometry")?.time()
    context.passcode = try object.optional("passcode")?.time()
    context.companion = try object.optional("companion")?.time()
    self = context
  }

  /// Its members; the caller opened the object.
  func write(into sink: inout some ArchiveSink & ~Copyable) {
    sink.flag("interactionNotAllowed", options.interactionNotAllowed)
    sink.member("reuseDuration", options.reuseDuration)
    sink.member(optional: "fallbackTitle", options.fallbackTitle)
    sink.member(optional: "cancelTitle", options.cancelTitle)
    sink.member(optional: "reason", options.reason)
    sink.member("client", Int(client.rawValue))
    sink.member("app", app)
    sink.flag("invalidated", isInvalidated)
    if let applicationPassword { applicationPassword.write("applicationPassword", into: &sink) }
    sink.member(optional: "domainState", domainState)
    sink.member(optional: "biometry", biometry)
    sink.member(optional: "passcode", passcode)
    sink.member(optional: "companion", companion)
  }
}
