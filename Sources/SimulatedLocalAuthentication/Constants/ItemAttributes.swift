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
/// The app's own code for who made the item, a number.
public var kSecAttrCreator: CFString { "crtr" as CFString }
/// The app's own code for what the item is, a number.
public var kSecAttrType: CFString { "type" as CFString }
/// Whether lists for the user leave the item out, a Boolean.
public var kSecAttrIsInvisible: CFString { "invi" as CFString }
/// Whether the item says that there is no password, a Boolean.
public var kSecAttrIsNegative: CFString { "nega" as CFString }
/// A hint for which items are synchronized together, a text. It makes no difference here.
public var kSecAttrSyncViewHint: CFString { "vwht" as CFString }
/// The token that keeps the item, a text.
public var kSecAttrTokenID: CFString { "tkid" as CFString }
/// The group that items belong to which come from tokens.
public var kSecAttrAccessGroupToken: CFString { "com.apple.token" as CFString }
/// Which kind of certificate it is, a number.
public var kSecAttrCertificateType: CFString { "ctyp" as CFString }
/// How a certificate is encoded, a number.
public var kSecAttrCertificateEncoding: CFString { "cenc" as CFString }
/// Whom a certificate is about, bytes.
public var kSecAttrSubject: CFString { "subj" as CFString }
/// Who issued a certificate, bytes.
public var kSecAttrIssuer: CFString { "issr" as CFString }
/// A certificate's number, bytes.
public var kSecAttrSerialNumber: CFString { "slnr" as CFString }
/// The id of a certificate's key, bytes.
public var kSecAttrSubjectKeyID: CFString { "skid" as CFString }
/// A hash of a certificate's key, bytes.
public var kSecAttrPublicKeyHash: CFString { "pkhh" as CFString }
