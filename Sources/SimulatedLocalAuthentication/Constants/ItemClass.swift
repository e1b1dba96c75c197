public import Foundation

// What kind of item it is.

/// The key of the kind of item; its values follow.
public var kSecClass: CFString { "class" as CFString }
/// A password for anything, by service and account.
public var kSecClassGenericPassword: CFString { "genp" as CFString }
/// A password for a server.
public var kSecClassInternetPassword: CFString { "inet" as CFString }
/// A key. It is kept and found like a password; there are no operations with it.
public var kSecClassKey: CFString { "keys" as CFString }
