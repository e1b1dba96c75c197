public import Foundation

// What a query matches, and what it returns.

/// How many items are returned: a number, or one of the next two.
public var kSecMatchLimit: CFString { "m_Limit" as CFString }
/// One item; the default.
public var kSecMatchLimitOne: CFString { "m_LimitOne" as CFString }
/// All items, as a list.
public var kSecMatchLimitAll: CFString { "m_LimitAll" as CFString }
/// Whether the secret is returned, a Boolean.
public var kSecReturnData: CFString { "r_Data" as CFString }
/// Whether the attributes are returned, a Boolean.
public var kSecReturnAttributes: CFString { "r_Attributes" as CFString }
/// Whether a reference is returned; there are none here, so only false is taken.
public var kSecReturnRef: CFString { "r_Ref" as CFString }
/// Whether a lasting reference is returned; there are none here, so only false is taken.
public var kSecReturnPersistentRef: CFString { "r_PersistentRef" as CFString }
/// The secret, bytes.
public var kSecValueData: CFString { "v_Data" as CFString }
