/// What is wrong with a keychain call whatever is stored; it has no effect then.
extension KeychainAddition {
  /// `nil`: nothing.
  var failure: Failure? {
    if let failure = KeychainRules.failure(of: attributes, for: itemClass) { return failure }
    if authenticationUI == .skip { return KeychainRules.skipIsForReads }
    return KeychainRules.failure(of: accessible, accessControl)
      ?? KeychainRules.failure(
        accessible: accessControl?.accessible ?? accessible ?? .whenUnlocked, flags: accessControl?.flags,
        isSynchronizable: isSynchronizable)
  }
}

extension KeychainQuery {
  /// As the query of a read; `nil`: nothing.
  var failure: Failure? {
    if limit < 1 { return .keychain(.param, "limit must be 1 or more, or all") }
    return KeychainRules.failure(of: attributes, for: itemClass)
  }

  /// As the query of an update or a delete; `nil`: nothing.
  var failureBesideReads: Failure? { authenticationUI == .skip ? KeychainRules.skipIsForReads : failure }
}

extension KeychainChanges {
  /// As changes to items of a class; `nil`: nothing.
  func failure(for itemClass: KeychainClass) -> Failure? {
    if self == KeychainChanges() { return .keychain(.param, "attributes must name something to change") }
    return KeychainRules.failure(of: attributes, for: itemClass)
      ?? KeychainRules.failure(of: accessible, accessControl)
  }
}

/// Rules that several calls share.
enum KeychainRules {
  static let skipIsForReads = Failure.keychain(
    .param, "authenticationUI skip is for secItemCopyMatching only")

  /// Attributes that items of the class do not have.
  static func failure(of attributes: KeychainAttributes, for itemClass: KeychainClass) -> Failure? {
    let foreign = KeychainAttribute.allCases.filter { attributes[$0] != nil && !itemClass.has($0) }
    if foreign.isEmpty { return nil }
    let names = foreign.map(\.rawValue).joined(separator: ", ")
    return .keychain(.noSuchAttr, "items of class \(itemClass.rawValue) have no \(names)")
  }

  /// An access control brings its accessibility along, and joins its constraints.
  static func failure(of accessible: Accessibility?, _ accessControl: AccessControl?) -> Failure? {
    if accessible != nil, accessControl != nil {
      return .keychain(.param, "accessible and accessControl exclude each other")
    }
    return accessControl?.flags.problem.map { .keychain(.param, "accessControl: \($0)") }
  }

  /// What never leaves the device cannot be synchronized.
  static func failure(
    accessible: Accessibility, flags: AccessControlFlags?, isSynchronizable: Bool
  ) -> Failure? {
    guard isSynchronizable else { return nil }
    if flags != nil { return .keychain(.param, "synchronizable and accessControl exclude each other") }
    return accessible.isThisDeviceOnly
      ? .keychain(.param, "synchronizable and \(accessible.rawValue) exclude each other") : nil
  }
}
