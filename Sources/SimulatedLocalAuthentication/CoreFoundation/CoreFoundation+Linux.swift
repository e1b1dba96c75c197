#if !canImport(Darwin)
  public import Foundation

  // What Apple's Foundation re-exports from Core Foundation and Foundation on Linux keeps to itself. The
  // classes are those that stand behind the same values there, so that `as` and `as?` do what they do on
  // Apple platforms.

  /// Any object.
  public typealias CFTypeRef = AnyObject
  /// A dictionary of objects.
  public typealias CFDictionary = NSDictionary
  /// A list of objects.
  public typealias CFArray = NSArray
  /// A text.
  public typealias CFString = NSString
  /// Bytes.
  public typealias CFData = NSData
  /// A point in time.
  public typealias CFDate = NSDate
  /// A number.
  public typealias CFNumber = NSNumber
  /// True or false.
  public typealias CFBoolean = NSNumber
  /// An error.
  public typealias CFError = NSError
  /// Where objects get their memory; there is only the default.
  public typealias CFAllocator = NSObject
  /// A place for an error, or `nil` if nobody wants to know.
  public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
  /// How a keychain function ends.
  public typealias OSStatus = Int32
  /// Bits.
  public typealias CFOptionFlags = UInt

  /// True, as an object.
  public var kCFBooleanTrue: CFBoolean! { NSNumber(value: true) }
  /// False, as an object.
  public var kCFBooleanFalse: CFBoolean! { NSNumber(value: false) }
  /// The default allocator.
  public var kCFAllocatorDefault: CFAllocator! { nil }
#endif
