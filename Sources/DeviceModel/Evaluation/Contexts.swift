package import Schema

/// The settable properties of an *LAContext*.
package struct ContextOptions: Equatable, Sendable {
  package var interactionNotAllowed = false
  /// Apple: *touchIDAuthenticationAllowableReuseDuration*; at most 300 s count.
  package var reuseDuration = Nanoseconds.zero
  /// `nil`: the default title. Empty: no fallback button.
  package var fallbackTitle: String?
  /// `nil` or empty: the default title.
  package var cancelTitle: String?
  package var reason: String?

  package init() {}
}

/// What the device keeps of an app's *LAContext*.
struct AuthenticationContext: Equatable, Sendable {
  fileprivate(set) var client: ClientID
  fileprivate(set) var app: String
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
    // The password itself is kept.
    case .applicationPassword, .context: break
    }
  }

  /// Tells what was shown when as from `now` on; what is too old was never shown.
  mutating func countTimes(from now: Nanoseconds, lifetime: Nanoseconds) {
    func counted(_ time: Nanoseconds?) -> Nanoseconds? {
      time.flatMap { now - $0 < lifetime ? $0 - now : nil }
    }
    (biometry, passcode, companion) = (counted(biometry), counted(passcode), counted(companion))
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
    if applicationPassword != nil { shown.insert(.applicationPassword) }
    return shown
  }
}

/// A context with its id, as an archive lists it.
struct ContextEntry: Described {
  var id = ContextID(0)
  var context = AuthenticationContext(client: ClientID(0), app: Device.defaultApp, options: ContextOptions())

  static let record = Record<ContextEntry>(
    [Member("id", \.id, .number, "its id").required()]
      + AuthenticationContext.record.at(\.context))
}

extension AuthenticationContext {
  fileprivate static let record = Record<AuthenticationContext>(
    ContextOptions.archive.at(\.options) + [
      Member("client", \.client, .client, "the connection it belongs to").required(),
      Member("app", \.app, .nonEmpty, "the app it belongs to").required(),
      Member("invalidated", \.isInvalidated, .boolean, "whether it was invalidated"),
      Member("applicationPassword", \.applicationPassword, optional: .secret, "its credential").secret(),
      Member("domainState", \.domainState, optional: .string, "what the last check returned"),
      Member("biometry", \.biometry, optional: .nanoseconds, "when biometry was shown"),
      Member("passcode", \.passcode, optional: .nanoseconds, "when the passcode was entered"),
      Member("companion", \.companion, optional: .nanoseconds, "when a companion approved"),
    ])
}

extension ContextOptions: Described {
  /// As `createContext` takes them.
  package static let record = Record<ContextOptions>([
    Member("interactionNotAllowed", \.interactionNotAllowed, .boolean, Wording.interactionNotAllowed),
    Member("reuseDuration", \.reuseDuration, .seconds, Wording.reuseDuration),
    Member("fallbackTitle", \.fallbackTitle, optional: .caption, Wording.fallbackTitle),
    Member("cancelTitle", \.cancelTitle, optional: .caption, Wording.cancelTitle),
    Member("reason", \.reason, optional: .caption, "the reason for prompts that give none"),
  ])

  /// Sentences that a context and a single call share.
  enum Wording {
    static let interactionNotAllowed = "fail with notInteractive instead of showing a prompt; default: false"
    static let reuseDuration =
      "seconds for which a biometric device unlock counts as the answer; default: 0, at most 300 count"
    static let fallbackTitle = "title of the fallback button; empty: there is none"
    static let cancelTitle = "title of the cancel button; empty: the default"
  }

  static let archive = Record<ContextOptions>([
    Member("interactionNotAllowed", \.interactionNotAllowed, .boolean, "whether prompts are forbidden"),
    Member("reuseDuration", \.reuseDuration, .nanoseconds, "for how long an unlock counts"),
    Member("fallbackTitle", \.fallbackTitle, optional: .string, "title of the fallback button"),
    Member("cancelTitle", \.cancelTitle, optional: .string, "title of the cancel button"),
    Member("reason", \.reason, optional: .string, "reason for prompts that give none"),
  ])
}

/// Authentication contexts. A context belongs to the connection that made it.
///
/// Apple: *LAContext*.
extension Device {
  mutating func createContext(
    _ app: String?, _ options: ContextOptions, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> ContextID {
    let places = try placesForContext(of: caller)
    let app = try enter(app, nil, caller, &effects)
    lastContext = try Counted.id(after: lastContext, of: "context")
    for place in places { contexts.remove(place) }
    let id = ContextID(lastContext)
    contexts.add(AuthenticationContext(client: caller.client, app: app, options: options), as: id)
    return id
  }

  /// The contexts that give way to a new one, where there is no room: the oldest of those that were invalidated, for
  /// they are good for nothing but to say so.
  private func placesForContext(of caller: Caller) throws(Failure) -> [ContextID] {
    let own = contexts.count(of: caller.client)
    if own >= limits.connectionContexts {
      guard let oldest = contexts.oldestInvalidated(of: caller.client) else {
        throw .limitExceeded(
          "the connection has \(own) contexts on this device already; invalidateContext some, or close it",
          limit: limits.connectionContexts)
      }
      return [oldest]
    }
    if contexts.count >= limits.contexts {
      guard let oldest = contexts.oldestInvalidated else {
        throw .limitExceeded(
          "the device has \(contexts.count) contexts already; invalidateContext some, or close connections",
          limit: limits.contexts)
      }
      return [oldest]
    }
    return []
  }

  /// What it evaluates ends with appCancel; whatever it is used for later fails.
  mutating func invalidate(
    _ id: ContextID, _ app: String?, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> Bool {
    _ = try enter(app, id, caller, &effects)
    guard contexts[id]?.isInvalidated == false else { return false }
    contexts.invalidate(id)
    endEvaluations(.failed(.appCancel), of: .context(id), &effects)
    return true
  }

  /// Sets or removes the application password of the context.
  ///
  /// Apple: *LAContext.setCredential(_:type:)*.
  mutating func setCredential(
    _ credential: Secret?, of id: ContextID, _ app: String?, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> Bool {
    _ = try enter(app, id, caller, &effects)
    guard let context = contexts[id], !context.isInvalidated, context.applicationPassword != credential
    else { return false }
    contexts[id]?.applicationPassword = credential
    return true
  }

  /// The connection is gone: its contexts are released, which cancels what they evaluate.
  mutating func close(_ client: ClientID, _ effects: inout [Effect]) -> Bool {
    contexts.remove(client)
    apps.speakers.remove(client)
    return endEvaluations(.failed(.appCancel), of: .client(client), &effects)
  }

  /// Finds a context of this connection.
  func context(_ id: ContextID, of caller: Caller) throws(Failure) -> AuthenticationContext {
    guard let context = contexts[id], context.client == caller.client else { throw .unknownContext(id) }
    return context
  }

  /// Whether anybody waits for a reply.
  package var hasPendingCalls: Bool { hasPrompt || !queue.isEmpty }

  /// Whether anything on the device has to do with a connection.
  package func knows(_ client: ClientID) -> Bool {
    apps.speakers.knows(client) || contexts.knows(client) || queue.isAsked(by: client)
      || prompt?.evaluation.isAsked(by: client) == true
  }

  /// Every connection that anything on the device has to do with.
  package var clients: Set<ClientID> {
    Set(contexts.clients).union(apps.speakers.clients).union(queue.clients)
      .union(prompt?.evaluation.clients ?? [])
  }
}
