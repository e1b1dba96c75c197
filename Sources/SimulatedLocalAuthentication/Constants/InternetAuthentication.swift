public import Foundation

// Values of `kSecAttrAuthenticationType`.

/// Windows NT LAN Manager.
public var kSecAttrAuthenticationTypeNTLM: CFString { "ntlm" as CFString }
/// Microsoft Network.
public var kSecAttrAuthenticationTypeMSN: CFString { "msna" as CFString }
/// Distributed Password Authentication.
public var kSecAttrAuthenticationTypeDPA: CFString { "dpaa" as CFString }
/// Remote Password Authentication.
public var kSecAttrAuthenticationTypeRPA: CFString { "rpaa" as CFString }
/// HTTP Basic.
public var kSecAttrAuthenticationTypeHTTPBasic: CFString { "http" as CFString }
/// HTTP Digest Access.
public var kSecAttrAuthenticationTypeHTTPDigest: CFString { "httd" as CFString }
/// A form on a page.
public var kSecAttrAuthenticationTypeHTMLForm: CFString { "form" as CFString }
/// The default.
public var kSecAttrAuthenticationTypeDefault: CFString { "dflt" as CFString }
