#if !canImport(Darwin)
  public import Foundation

  /// An error.
  public typealias CFError = NSError
  /// The domain of an error.
  public typealias CFErrorDomain = CFString

  /// The domain of ``OSStatus``.
  public var kCFErrorDomainOSStatus: CFString! { "NSOSStatusErrorDomain" as NSString }
  /// The domain of the numbers of POSIX.
  public var kCFErrorDomainPOSIX: CFString! { "NSPOSIXErrorDomain" as NSString }
  /// The domain of Cocoa.
  public var kCFErrorDomainCocoa: CFString! { "NSCocoaErrorDomain" as NSString }
  /// The domain of the Mach kernel.
  public var kCFErrorDomainMach: CFString! { "NSMachErrorDomain" as NSString }
  /// The key of a sentence for the user.
  public var kCFErrorLocalizedDescriptionKey: CFString! { "NSLocalizedDescription" as NSString }
  /// The key of the reason, for the user.
  public var kCFErrorLocalizedFailureReasonKey: CFString! { "NSLocalizedFailureReason" as NSString }
  /// The key of what the user can do.
  public var kCFErrorLocalizedRecoverySuggestionKey: CFString! {
    "NSLocalizedRecoverySuggestion" as NSString
  }
  /// The key of a sentence for the developer.
  public var kCFErrorDescriptionKey: CFString! { "NSDescription" as NSString }
  /// The key of the error behind this one.
  public var kCFErrorUnderlyingErrorKey: CFString! { "NSUnderlyingError" as NSString }

  /// Makes an error.
  public func CFErrorCreate(
    _ allocator: CFAllocator!, _ domain: CFErrorDomain!, _ code: CFIndex, _ userInfo: CFDictionary!
  ) -> CFError! {
    NSError(domain: domain as String, code: code, userInfo: userInfo as? [String: Any] ?? [:])
  }

  /// The number of an error.
  public func CFErrorGetCode(_ err: CFError!) -> CFIndex { err.code }

  /// The domain of an error.
  public func CFErrorGetDomain(_ err: CFError!) -> CFErrorDomain! { err.domain as NSString }

  /// What else is known of an error.
  public func CFErrorCopyUserInfo(_ err: CFError!) -> CFDictionary! { err.userInfo as NSDictionary }

  /// A sentence for the user.
  public func CFErrorCopyDescription(_ err: CFError!) -> CFString! { err.localizedDescription as NSString }

  /// The reason, for the user; `nil` if none is known.
  public func CFErrorCopyFailureReason(_ err: CFError!) -> CFString! {
    err.localizedFailureReason.map { $0 as NSString }
  }

  /// What the user can do; `nil` if nothing is known.
  public func CFErrorCopyRecoverySuggestion(_ err: CFError!) -> CFString! {
    err.localizedRecoverySuggestion.map { $0 as NSString }
  }
#endif
