/// *SecItemCopyMatching*, and what a read and an update ask before they touch an item.
extension Device {
  /// Returns the reply when there is one at once; otherwise a prompt, or the queue, owes it.
  mutating func copyMatching(
    _ query: KeychainQuery, _ app: String?, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> Reply? {
    let app = try enterKeychain(app, query.context, query.failure, caller, &effects)
    let takesProtected = query.authenticationUI != .skip
    let found = try items(of: app, matching: query, atMost: query.limit) { takesProtected || !$0.isProtected }
    return try open(
      found, for: .keychainRead(AskedItems(found, in: keychain), query.returning), query, app, caller,
      &effects)
  }

  /// Lets a keychain call in, unless something is wrong with it in itself, and returns whose it is.
  mutating func enterKeychain(
    _ app: String?, _ context: ContextID?, _ failure: Failure?, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> String {
    _ = try speaker(app, context, caller)
    if let failure { throw failure }
    let name = try enter(app, context, caller, &effects)
    if let context, contexts[context]?.isInvalidated == true {
      throw Failure.localAuthentication(.invalidContext).inKeychain
    }
    return name
  }

  /// Asks for what the items' protection requires: once, however many items there are.
  mutating func open(
    _ items: [StoredItem], for purpose: Evaluation.Purpose, _ query: KeychainQuery, _ app: String,
    _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> Reply? {
    let requirement = try requirement(of: items, for: purpose, query.context)
    var options = options(of: query.context)
    if query.authenticationUI == .fail { options.interactionNotAllowed = true }
    let evaluation = Evaluation(
      caller: caller, app: app, context: query.context, purpose: purpose, requirement: requirement,
      reason: query.reason ?? options.reason ?? "", options: options)
    do throws(Failure) {
      return try begin(evaluation, &effects)
    } catch {
      throw purpose.answersWithStatus ? error.inKeychain : error
    }
  }

  /// What all of the items together ask for; throws where one cannot be opened by anybody.
  func requirement(
    of items: [StoredItem], for purpose: Evaluation.Purpose, _ context: ContextID?
  ) throws(Failure) -> Requirement {
    if items.isEmpty { throw .keychain(.itemNotFound) }
    if let stored = items.first(where: { !isReadable($0.item.accessible) }) {
      throw .keychain(.interactionNotAllowed, "\(stored.item.accessible.rawValue): the device is locked")
    }
    let password = context.flatMap { contexts[$0]?.applicationPassword }
    var requirement = Requirement.none
    // Of many items most are protected in the same way.
    var known: Set<KeychainItem.Protection> = []
    // To look for a key asks nobody; its use does.
    for stored in items
    where stored.asksForSomething && (stored.item.itemClass != .key || purpose.touchesValues) {
      let item = stored.item
      if item.flags != nil, known.insert(item.protection).inserted {
        guard let own = item.requirement else {
          throw purpose.answersWithStatus
            ? .keychain(.authFailed, "the enrolment changed since the item was stored") : invalidatedKey
        }
        requirement = requirement.and(own)
      }
      guard let needed = item.applicationPassword else { continue }
      requirement = requirement.andApplicationPassword
      // A context that has none asks the person.
      if password != nil, !needed.matches(password) {
        let reason = "the context does not have the item's application password"
        throw purpose.answersWithStatus
          ? .keychain(.authFailed, reason) : .localAuthentication(.authenticationFailed, reason)
      }
    }
    return requirement
  }

  /// The items a call asked the owner for; they may have changed while the prompt was on screen.
  func opened(_ asked: AskedItems, for evaluation: Evaluation) throws(Failure) -> [StoredItem] {
    let items = asked.present(in: keychain)
    let requirement = try requirement(of: items, for: evaluation.purpose, evaluation.context)
    guard evaluation.requirement.and(requirement) == evaluation.requirement else {
      throw .keychain(.authFailed, "the item's protection changed meanwhile")
    }
    return items
  }

  /// Whether the keys of a class are there. Without a passcode they always are.
  func isReadable(_ accessible: Accessibility) -> Bool {
    guard passcode.isSet else { return true }
    return accessible.isReadable(
      isLocked: lockScreen.isLocked, unlockedSinceBoot: lockScreen.unlockedSinceBoot)
  }
}

extension Evaluation.Purpose {
  /// Whether it takes an item's value, or changes the item; a mere look does neither.
  fileprivate var touchesValues: Bool {
    switch self {
    case .keychainRead(_, let returning): returning.data
    case .policy, .accessControl, .keychainUpdate, .keyUse: true
    }
  }
}
