#if !canImport(Darwin)
  public import Foundation

  // What Apple's Foundation re-exports from Core Foundation and Foundation on Linux keeps to itself. The
  // classes are those that stand behind the same values there, so that `as` and `as?` do what they do on
  // Apple platforms.

  /// Any object.
  public typealias CFTypeRef = AnyObject
  /// A dictionary of objects.
  public typealias CFDictionary = NSDictionary
  /// A dictionary of objects that can change.
  public typealias CFMutableDictionary = NSMutableDictionary
  /// A list of objects.
  public typealias CFArray = NSArray
  /// A list of objects that can change.
  public typealias CFMutableArray = NSMutableArray
  /// A set of objects.
  public typealias CFSet = NSSet
  /// A text.
  public typealias CFString = NSString
  /// A text that can change.
  public typealias CFMutableString = NSMutableString
  /// Bytes.
  public typealias CFData = NSData
  /// Bytes that can change.
  public typealias CFMutableData = NSMutableData
  /// A point in time.
  public typealias CFDate = NSDate
  /// A number.
  public typealias CFNumber = NSNumber
  /// True or false.
  public typealias CFBoolean = NSNumber
  /// Nothing, as an object.
  public typealias CFNull = NSNull
  /// An address.
  public typealias CFURL = NSURL
  /// An identifier.
  public typealias CFUUID = NSUUID
  /// Where objects get their memory; there is only the default.
  public typealias CFAllocator = NSObject
  /// A place for an error, or `nil` if nobody wants to know.
  public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
  /// A whole number, by its older name.
  public typealias NSInteger = Int
  /// How a keychain function ends.
  public typealias OSStatus = Int32
  /// Bits.
  public typealias CFOptionFlags = UInt
  /// A place in a list, or how long it is.
  public typealias CFIndex = Int
  /// The kind of an object; see ``CFGetTypeID(_:)``.
  public typealias CFTypeID = UInt
  /// A hash of an object.
  public typealias CFHashCode = UInt
  /// A point in time, in seconds since 2001.
  public typealias CFAbsoluteTime = Double
  /// A length of time in seconds.
  public typealias CFTimeInterval = Double

  /// True, as an object.
  public var kCFBooleanTrue: CFBoolean! { NSNumber(value: true) }
  /// False, as an object.
  public var kCFBooleanFalse: CFBoolean! { NSNumber(value: false) }
  /// Nothing, as an object.
  public var kCFNull: CFNull! { NSNull() }
  /// The default allocator.
  public var kCFAllocatorDefault: CFAllocator! { nil }
  /// The key of the bundle id among the entries of an `Info.plist`.
  public var kCFBundleIdentifierKey: CFString! { "CFBundleIdentifier" as NSString }
  /// The key of the version among the entries of an `Info.plist`.
  public var kCFBundleVersionKey: CFString! { "CFBundleVersion" as NSString }
  /// The key of the name among the entries of an `Info.plist`.
  public var kCFBundleNameKey: CFString! { "CFBundleName" as NSString }

  /// No error.
  public let noErr: OSStatus = 0

  /// A `CFString` and the equal `String` are one key of a dictionary, as on Apple platforms.
  extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
    /// The text.
    public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(self as String) }
  }
#endif
