public import Foundation

// What kind of item it is.

/// The key of the kind of item; its values follow.
public var kSecClass: CFString { "class" as CFString }
/// A password for anything, by service and account.
public var kSecClassGenericPassword: CFString { "genp" as CFString }
/// A password for a server.
public var kSecClassInternetPassword: CFString { "inet" as CFString }
/// A key.
public var kSecClassKey: CFString { "keys" as CFString }
/// A certificate. None can be stored here, so none is found.
public var kSecClassCertificate: CFString { "cert" as CFString }
/// A certificate with its key. None can be stored here, so none is found.
public var kSecClassIdentity: CFString { "idnt" as CFString }
