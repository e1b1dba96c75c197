#if !canImport(Darwin)
  public import Foundation

  // The kinds of objects, by the numbers that they have on current systems, and the few functions that code around
  // the keychain calls on them.

  /// The kind of an object, to compare with `CFStringGetTypeID()` and the like.
  public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID {
    switch cf {
    case is NSString: CFStringGetTypeID()
    case let number as NSNumber: isBoolean(number) ? CFBooleanGetTypeID() : CFNumberGetTypeID()
    case is NSDictionary: CFDictionaryGetTypeID()
    case is NSArray: CFArrayGetTypeID()
    case is NSSet: CFSetGetTypeID()
    case is NSData: CFDataGetTypeID()
    case is NSDate: CFDateGetTypeID()
    case is NSError: CFErrorGetTypeID()
    case is NSNull: CFNullGetTypeID()
    case is NSURL: CFURLGetTypeID()
    case is SecAccessControl: SecAccessControlGetTypeID()
    case is SecKey: SecKeyGetTypeID()
    default: 1
    }
  }

  /// True and false are single objects.
  func isBoolean(_ number: NSNumber) -> Bool {
    number === NSNumber(value: true) || number === NSNumber(value: false)
  }

  /// The kind of a text.
  public func CFStringGetTypeID() -> CFTypeID { 7 }
  /// The kind of nothing.
  public func CFNullGetTypeID() -> CFTypeID { 16 }
  /// The kind of a set.
  public func CFSetGetTypeID() -> CFTypeID { 17 }
  /// The kind of a dictionary.
  public func CFDictionaryGetTypeID() -> CFTypeID { 18 }
  /// The kind of a list.
  public func CFArrayGetTypeID() -> CFTypeID { 19 }
  /// The kind of bytes.
  public func CFDataGetTypeID() -> CFTypeID { 20 }
  /// The kind of true and false.
  public func CFBooleanGetTypeID() -> CFTypeID { 21 }
  /// The kind of a number.
  public func CFNumberGetTypeID() -> CFTypeID { 22 }
  /// The kind of an error.
  public func CFErrorGetTypeID() -> CFTypeID { 27 }
  /// The kind of an address.
  public func CFURLGetTypeID() -> CFTypeID { 29 }
  /// The kind of a point in time.
  public func CFDateGetTypeID() -> CFTypeID { 42 }

  /// Whether two objects are equal.
  public func CFEqual(_ cf1: CFTypeRef!, _ cf2: CFTypeRef!) -> Bool {
    cf1 === cf2 || (cf1 as? NSObject)?.isEqual(cf2) == true
  }

  /// A hash of an object.
  public func CFHash(_ cf: CFTypeRef!) -> CFHashCode {
    CFHashCode(bitPattern: (cf as? NSObject)?.hash ?? ObjectIdentifier(cf).hashValue)
  }

  /// A text about an object, for the developer.
  public func CFCopyDescription(_ cf: CFTypeRef!) -> CFString! { "\(cf as Any)" as NSString }

  /// Whether a Boolean is true.
  public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool { boolean.boolValue }

  /// How many entries a dictionary has.
  public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex { theDict.count }

  /// How many elements a list has.
  public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { theArray.count }

  /// How many bytes there are.
  public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData.length }

  /// How many UTF-16 units a text has.
  public func CFStringGetLength(_ theString: CFString!) -> CFIndex { theString.length }

  /// The time of the host, in seconds since 2001.
  public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }
#endif
