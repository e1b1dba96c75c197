/// Using a private key: it asks as reading an item does, and fails as an authentication does. The device never
/// computes; what signs or decrypts is the app's process, which is handed the key.
///
/// Apple: *SecKeyCreateSignature*, *SecKeyCreateDecryptedData*, *SecKeyCopyKeyExchangeResult*.
extension Device {
  /// Returns the reply when there is one at once; otherwise a prompt, or the queue, owes it.
  mutating func useKey(
    _ query: KeychainQuery, _ app: String?, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> Reply? {
    var query = query
    query.itemClass = .key
    _ = try speaker(app, query.context, caller)
    if let failure = query.failureBesideReads { throw failure }
    let app = try enter(app, query.context, caller, &effects)
    if let context = query.context, contexts[context]?.isInvalidated == true {
      throw .localAuthentication(.invalidContext)
    }
    let keys = try items(of: app, matching: query, atMost: 1, where: \.isPrivateKey)
    if keys.isEmpty {
      throw .keychain(
        .itemNotFound, "no private key of \(app) matches: listKeychainItems shows what there is")
    }
    return try open(keys, for: .keyUse(AskedItems(keys, in: keychain)), query, app, caller, &effects)
  }

  /// How the use of a key fails that its enrolment was bound to.
  var invalidatedKey: Failure {
    let reason = "the enrolment changed since the key was stored"
    return switch behavior.invalidatedKeyError {
    case .corruptedData: .cryptoTokenKit(.corruptedData, reason)
    case .authFailed: .keychain(.authFailed, reason)
    }
  }
}

extension KeychainItem {
  fileprivate var isPrivateKey: Bool { attributes.text(of: .keyClass) == KeyClass.private.rawValue }
}
