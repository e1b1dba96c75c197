public import Foundation

// The attributes of items.

/// When the item can be read, a text; by default `kSecAttrAccessibleWhenUnlocked`.
public var kSecAttrAccessible: CFString { "pdmn" as CFString }
/// Who can read the item, a `SecAccessControl`; in the place of `kSecAttrAccessible`.
public var kSecAttrAccessControl: CFString { "accc" as CFString }
/// The group of apps that share the item, a text.
public var kSecAttrAccessGroup: CFString { "agrp" as CFString }
/// Whether the item goes to the user's other devices, a Boolean.
public var kSecAttrSynchronizable: CFString { "sync" as CFString }
/// In a query: items whether they do or not.
public var kSecAttrSynchronizableAny: CFString { "syna" as CFString }
/// When the item was added, a date of the device's wall clock; only in results.
public var kSecAttrCreationDate: CFString { "cdat" as CFString }
/// When the item was last changed, a date; only in results.
public var kSecAttrModificationDate: CFString { "mdat" as CFString }
/// What kind of secret it is, a text for the user.
public var kSecAttrDescription: CFString { "desc" as CFString }
/// The user's comment, a text.
public var kSecAttrComment: CFString { "icmt" as CFString }
/// The item's name for the user, a text.
public var kSecAttrLabel: CFString { "labl" as CFString }
/// Whose password it is, a text.
public var kSecAttrAccount: CFString { "acct" as CFString }
/// What a generic password is for, a text.
public var kSecAttrService: CFString { "svce" as CFString }
/// The app's own attribute, bytes.
public var kSecAttrGeneric: CFString { "gena" as CFString }
/// An internet password's domain, a text.
public var kSecAttrSecurityDomain: CFString { "sdmn" as CFString }
/// An internet password's server, a text.
public var kSecAttrServer: CFString { "srvr" as CFString }
/// An internet password's protocol; see the constants for it.
public var kSecAttrProtocol: CFString { "ptcl" as CFString }
/// An internet password's scheme; see the constants for it.
public var kSecAttrAuthenticationType: CFString { "atyp" as CFString }
/// An internet password's port, a number.
public var kSecAttrPort: CFString { "port" as CFString }
/// An internet password's path, a text.
public var kSecAttrPath: CFString { "path" as CFString }
/// A key's tag, bytes.
public var kSecAttrApplicationTag: CFString { "atag" as CFString }
