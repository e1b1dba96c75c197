import Schema

/// *SecItemAdd*, *SecItemUpdate* and *SecItemDelete*.
extension Device {
  /// Never prompts. That the item is there already is told before what the device lacks for it.
  mutating func add(
    _ addition: KeychainAddition, _ app: String?, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> Reply {
    let accessible = addition.accessControl?.accessible ?? addition.accessible ?? .whenUnlocked
    let failure =
      addition.failure
      ?? brokenRule(
        accessible, addition.accessControl?.flags, isSynchronizable: addition.isSynchronizable,
        isOnToken: addition.attributes.compared(.tokenID) != nil)
    let app = try enterKeychain(app, addition.context, failure, caller, &effects)
    var attributes = addition.attributes
    attributes[.accessGroup] = .text(try group(forAdding: attributes, by: app))
    let now = clock.reading.wall
    let number = try Counted.id(after: keychain.lastNumber, of: "keychain item")
    var item = KeychainItem(
      app: app, number: number, itemClass: addition.itemClass, attributes: attributes,
      isSynchronizable: addition.isSynchronizable, accessible: accessible,
      flags: addition.accessControl?.flags, value: addition.value, creationDate: now, modificationDate: now)
    if addition.isPermanent, keychain[item.key] != nil { throw .keychain(.duplicateItem) }
    try seal(&item, addition.context)
    if !addition.isPermanent { return .keychainItems([]) }
    try checkRoom(for: item.bytes, bound: item.isBound ? 1 : 0)
    let stored = StoredItem(item)
    keychain.insert(stored)
    tell([stored], .add, &effects)
    let isAskedFor = addition.returning != KeychainReturn()
    return .keychainItems(isAskedFor ? [KeychainResult(stored, addition.returning)] : [])
  }

  /// Rules that have knobs, as sources are silent or disagree.
  private func brokenRule(
    _ accessible: Accessibility, _ flags: AccessControlFlags?, isSynchronizable: Bool, isOnToken: Bool
  ) -> Failure? {
    if isSynchronizable, accessible.isThisDeviceOnly, behavior.synchronizableThisDeviceOnly == .refuse {
      return .keychain(.param, "synchronizable and \(accessible.rawValue) exclude each other")
    }
    if isOnToken, let flags, !flags.contains(.privateKeyUsage), behavior.enclaveKeyNeedsPrivateKeyUsage {
      return .keychain(.param, "the access control of a key in the Secure Enclave needs privateKeyUsage")
    }
    return nil
  }

  /// Puts an item under its protection; throws where the device, as it stands, cannot give it.
  private func seal(_ item: inout KeychainItem, _ context: ContextID?) throws(Failure) {
    guard isReadable(item.accessible) else {
      throw .keychain(.interactionNotAllowed, "\(item.accessible.rawValue): the device is locked")
    }
    let flags = item.flags ?? []
    let biometric: AccessControlFlags = [.biometryAny, .biometryCurrentSet]
    if !flags.isDisjoint(with: biometric), enrolment.isEmpty {
      throw .keychain(.authFailed, "\(flags.intersection(biometric).names[0]): nobody is enrolled")
    }
    let needsPasscode = !flags.isDisjoint(with: biometric.union([.userPresence, .devicePasscode]))
    if needsPasscode || item.accessible.needsPasscode, !passcode.isSet {
      throw .keychain(.authFailed, "the item's protection needs a passcode: setPasscode sets one")
    }
    item.applicationPassword = nil
    if flags.contains(.applicationPassword) {
      guard let password = context.flatMap({ contexts[$0]?.applicationPassword }) else {
        throw .keychain(.authFailed, "applicationPassword: the context has none, setCredential gives it one")
      }
      item.applicationPassword = password
    }
  }

  /// Returns the reply when there is one at once; otherwise a prompt, or the queue, owes it.
  mutating func update(
    _ query: KeychainQuery, _ changes: KeychainChanges, _ app: String?, _ caller: Caller,
    _ effects: inout [Effect]
  ) throws(Failure) -> Reply? {
    let failure = query.failureBesideReads ?? query.meantClass.flatMap(changes.failure)
    let app = try enterKeychain(app, query.context, failure, caller, &effects)
    try named(changes.attributes, by: app)
    let found = try items(of: app, matching: query)
    // What cannot be done is not asked for.
    let changed = try changed(found, by: changes, query.context)
    let purpose = Evaluation.Purpose.keychainUpdate(AskedItems(found, in: keychain), changes)
    let asksNobody = try requirement(of: found, for: purpose, query.context).isMet
    if asksNobody { return .updated(replace(found, with: changed, &effects)) }
    return try open(found, for: purpose, query, app, caller, &effects)
  }

  /// Changes what an update has opened: all of it, or nothing.
  mutating func update(
    _ items: [StoredItem], _ changes: KeychainChanges, _ context: ContextID?, _ effects: inout [Effect]
  ) throws(Failure) -> Int {
    replace(items, with: try changed(items, by: changes, context), &effects)
  }

  private mutating func replace(
    _ items: [StoredItem], with changed: [StoredItem], _ effects: inout [Effect]
  ) -> Int {
    keychain.replace(items, with: changed)
    tell(changed, .update, &effects)
    return changed.count
  }

  /// The items as they are to be; throws where one cannot be so.
  private func changed(
    _ items: [StoredItem], by changes: KeychainChanges, _ context: ContextID?
  ) throws(Failure) -> [StoredItem] {
    try checkCount(of: items)
    let now = clock.reading.wall
    let protects = changes.accessible != nil || changes.accessControl != nil
    var changed: [StoredItem] = []
    changed.reserveCapacity(items.count)
    var (bytes, bound) = (0, 0)
    for stored in items {
      var item = stored.item
      for entry in changes.attributes.entries { item.attributes[entry.attribute] = entry.value }
      item.isSynchronizable = changes.isSynchronizable ?? item.isSynchronizable
      item.value = changes.value ?? item.value
      item.modificationDate = now
      if protects {
        item.accessible = changes.accessControl?.accessible ?? changes.accessible ?? item.accessible
        item.flags = changes.accessControl?.flags
        item.currentSetIsGone = false
      }
      let failure =
        KeychainRules.failure(flags: item.flags, isSynchronizable: item.isSynchronizable)
        ?? brokenRule(
          item.accessible, item.flags, isSynchronizable: item.isSynchronizable, isOnToken: item.isOnToken)
      if let failure { throw failure }
      if protects { try seal(&item, context) }
      changed.append(StoredItem(item))
      bytes += changed[changed.count - 1].bytes - stored.bytes
      bound += (item.isBound ? 1 : 0) - (stored.item.isBound ? 1 : 0)
    }
    if !changes.keepsKeys { try checkKeys(changed, insteadOf: items) }
    try checkRoom(for: bytes, bound: bound)
    return changed
  }

  /// Throws if two items would have the same key.
  private func checkKeys(_ changed: [StoredItem], insteadOf items: [StoredItem]) throws(Failure) {
    let left = Set(items.map(\.item.key))
    var taken: Set<PrimaryKey> = []
    for key in changed.lazy.map(\.item.key) {
      guard left.contains(key) || keychain[key] == nil, taken.insert(key).inserted else {
        throw .keychain(.duplicateItem)
      }
    }
  }

  private func checkRoom(for bytes: Int, bound: Int) throws(Failure) {
    if bytes > 0, keychain.bytes + bytes > limits.keychainBytes {
      throw .limitExceeded(
        "the keychain holds \(keychain.bytes) bytes and would need \(bytes) more; secItemDelete, or "
          + "resetKeychain", limit: limits.keychainBytes)
    }
    if bound > 0, keychain.boundCount + bound > limits.boundItems {
      throw .limitExceeded(
        "\(keychain.boundCount) items go with the passcode or the enrolment already; secItemDelete, or "
          + "resetKeychain",
        limit: limits.boundItems)
    }
  }

  /// Refuses what would keep everybody else waiting.
  private func checkCount(of items: [StoredItem]) throws(Failure) {
    if items.count <= limits.changedItems { return }
    throw .limitExceeded(
      "\(items.count) items match, and one call changes at most \(limits.changedItems); narrow the query, or "
        + "resetKeychain", limit: limits.changedItems)
  }

  /// Never prompts, whatever protects the items.
  ///
  /// - Returns: How many there were.
  mutating func delete(
    _ query: KeychainQuery, _ app: String?, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> Int {
    let app = try enterKeychain(app, query.context, query.failureBesideReads, caller, &effects)
    let found = try items(of: app, matching: query)
    if found.isEmpty { throw .keychain(.itemNotFound) }
    try checkCount(of: found)
    remove(found, .delete, &effects)
    return found.count
  }

  mutating func remove(
    _ items: [StoredItem], _ operation: KeychainChange.Operation, _ effects: inout [Effect]
  ) {
    keychain.remove(items)
    tell(items, operation, &effects)
  }

  /// How many items have an event each, and how many apps have one, when one command changes them.
  private static let mostEvents = 1000

  /// Tells what happened to items: one by one, or of very many only how many of each app, so that one command does not
  /// push everything else out of the log.
  mutating func tell(
    _ items: [StoredItem], _ operation: KeychainChange.Operation, _ effects: inout [Effect]
  ) {
    if items.count <= Self.mostEvents {
      for stored in items {
        let item = stored.item
        emit(
          .keychainChanged(KeychainChange(app: item.app, operation: operation, item: item.identity)),
          &effects)
      }
      return
    }
    let counts = items.groupedByApp.mapValues(\.count).sorted { $0.key < $1.key }
    tell(
      counts.map { KeychainChange(app: $0.key.text, operation: operation, count: $0.value) }, &effects)
  }

  /// Tells what happened to the items of apps; of very many only that something did.
  mutating func tell(_ changes: [KeychainChange], _ effects: inout [Effect]) {
    if changes.count > Self.mostEvents { return emit(.stateChanged(fields: [.keychain]), &effects) }
    for change in changes { emit(.keychainChanged(change), &effects) }
  }
}

extension KeychainChanges {
  /// Whether no item has another key afterwards.
  fileprivate var keepsKeys: Bool {
    isSynchronizable == nil
      && attributes.entries.allSatisfy { entry in
        entry.attribute != .accessGroup
          && !KeychainClass.allCases.contains { $0.primaryAttributes.contains(entry.attribute) }
      }
  }
}
