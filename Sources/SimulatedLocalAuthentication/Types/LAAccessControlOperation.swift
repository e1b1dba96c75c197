/// What an access control is evaluated for.
public enum LAAccessControlOperation: Int, Sendable {
  /// A new item.
  case createItem = 0
  /// An item.
  case useItem = 1
  /// A new key.
  case createKey = 2
  /// Signing with a key.
  case useKeySign = 3
  /// Decrypting with a key.
  case useKeyDecrypt = 4
  /// Agreeing on a shared secret with a key.
  case useKeyKeyExchange = 5

  /// The name on the wire.
  var wireName: String { "\(self)" }
}

/// What a context can be given in place of asking for it.
public enum LACredentialType: Int, Sendable {
  /// The app's own password.
  case applicationPassword = 0
  /// The PIN of a smart card; macOS only, and no context takes it here.
  case smartCardPIN = -3
}
