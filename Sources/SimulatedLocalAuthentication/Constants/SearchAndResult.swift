public import Foundation

// What a query matches, and what it returns.

/// How many items are returned: a number, or one of the next two.
public var kSecMatchLimit: CFString { "m_Limit" as CFString }
/// One item; the default.
public var kSecMatchLimitOne: CFString { "m_LimitOne" as CFString }
/// All items, as a list.
public var kSecMatchLimitAll: CFString { "m_LimitAll" as CFString }
/// Only these items, a list of references.
public var kSecMatchItemList: CFString { "m_ItemList" as CFString }
/// The keychains of macOS to search, a list. There is one here, so it makes no difference.
public var kSecMatchSearchList: CFString { "m_SearchList" as CFString }
/// Only certificates that a policy accepts.
public var kSecMatchPolicy: CFString { "m_Policy" as CFString }
/// Only certificates of these issuers.
public var kSecMatchIssuers: CFString { "m_Issuers" as CFString }
/// Only certificates for this mail address.
public var kSecMatchEmailAddressIfPresent: CFString { "m_EmailAddressIfPresent" as CFString }
/// Only certificates whose subject has this text in it.
public var kSecMatchSubjectContains: CFString { "m_SubjectContains" as CFString }
/// Only certificates whose subject begins with this text; macOS only.
public var kSecMatchSubjectStartsWith: CFString { "m_SubjectStartsWith" as CFString }
/// Only certificates whose subject ends with this text; macOS only.
public var kSecMatchSubjectEndsWith: CFString { "m_SubjectEndsWith" as CFString }
/// Only certificates whose subject is this text; macOS only.
public var kSecMatchSubjectWholeString: CFString { "m_SubjectWholeString" as CFString }
/// Whether capitals count in the texts of a subject, a Boolean.
public var kSecMatchCaseInsensitive: CFString { "m_CaseInsensitive" as CFString }
/// Whether accents count in the texts of a subject, a Boolean; macOS only.
public var kSecMatchDiacriticInsensitive: CFString { "m_DiacriticInsensitive" as CFString }
/// Whether the width of letters counts in the texts of a subject, a Boolean; macOS only.
public var kSecMatchWidthInsensitive: CFString { "m_WidthInsensitive" as CFString }
/// Only certificates that are trusted, a Boolean.
public var kSecMatchTrustedOnly: CFString { "m_TrustedOnly" as CFString }
/// Only certificates that are valid on a date.
public var kSecMatchValidOnDate: CFString { "m_ValidOnDate" as CFString }
/// Whether the secret is returned, a Boolean.
public var kSecReturnData: CFString { "r_Data" as CFString }
/// Whether the attributes are returned, a Boolean.
public var kSecReturnAttributes: CFString { "r_Attributes" as CFString }
/// Whether a reference is returned, a Boolean. Beside the attributes or the secret of a password it adds nothing.
public var kSecReturnRef: CFString { "r_Ref" as CFString }
/// Whether a reference is returned that can be stored, a Boolean.
public var kSecReturnPersistentRef: CFString { "r_PersistentRef" as CFString }
/// The secret, bytes.
public var kSecValueData: CFString { "v_Data" as CFString }
/// A reference, of `kSecReturnRef`.
public var kSecValueRef: CFString { "v_Ref" as CFString }
/// A reference that was stored, bytes, of `kSecReturnPersistentRef`.
public var kSecValuePersistentRef: CFString { "v_PersistentRef" as CFString }
