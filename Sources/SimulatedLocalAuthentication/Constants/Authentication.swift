public import Foundation

// How a keychain function asks the user.

/// An `LAContext` that was authenticated, or that says how to ask.
public var kSecUseAuthenticationContext: CFString { "u_AuthCtx" as CFString }
/// Whether the function may show a prompt; the values follow.
public var kSecUseAuthenticationUI: CFString { "u_AuthUI" as CFString }
/// It may; the default.
public var kSecUseAuthenticationUIAllow: CFString { "u_AuthUIA" as CFString }
/// It fails with `errSecInteractionNotAllowed` rather than show one.
public var kSecUseAuthenticationUIFail: CFString { "u_AuthUIF" as CFString }
/// It leaves out items that need one.
public var kSecUseAuthenticationUISkip: CFString { "u_AuthUIS" as CFString }
/// The older form of `kSecUseAuthenticationUIFail`, a Boolean.
public var kSecUseNoAuthenticationUI: CFString { "u_NoAuthUI" as CFString }
/// What the prompt says it is for, a text.
public var kSecUseOperationPrompt: CFString { "u_OpPrompt" as CFString }
/// Which keychain macOS uses, a Boolean; there is one here, and it makes no difference.
public var kSecUseDataProtectionKeychain: CFString { "nleg" as CFString }
/// Only these references are searched; deprecated on Apple platforms, and refused here.
public var kSecUseItemList: CFString { "u_ItemList" as CFString }
