public import Foundation

/// When and by whom an item can be read.
public final class SecAccessControl: NSObject, Sendable {
  let accessibility: Accessibility
  let flags: SecAccessControlCreateFlags

  init(_ accessibility: Accessibility, _ flags: SecAccessControlCreateFlags) {
    self.accessibility = accessibility
    self.flags = flags
  }

  /// Reads one of the wire.
  convenience init?(_ value: WireValue) {
    guard let accessibility = value["accessible"]?.string.flatMap(Accessibility.init(rawValue:)) else {
      return nil
    }
    let flags = value["flags"]?.elements.compactMap(\.string) ?? []
    self.init(accessibility, SecAccessControlCreateFlags(wireNames: flags))
  }

  /// As it goes over the wire.
  var wireValue: WireValue {
    [
      "accessible": .string(accessibility.rawValue),
      "flags": .array(flags.wireNames.map(WireValue.string)),
    ]
  }
}

/// Makes an access control.
///
/// - Parameters:
///   - allocator: makes no difference.
///   - protection: one of the values of `kSecAttrAccessible`.
///   - error: where to put why not; it is the caller's to release.
/// - Returns: `nil` if the protection is none or the flags contradict each other.
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  guard let accessibility = Accessibility(protection) else {
    fail("the protection is none of the values of kSecAttrAccessible", error)
    return nil
  }
  if let contradiction = flags.contradiction {
    fail(contradiction, error)
    return nil
  }
  return SecAccessControl(accessibility, flags)
}

/// The kind of an access control, for `CFGetTypeID`.
public func SecAccessControlGetTypeID() -> CFTypeID { 300 }

private func fail(_ message: String, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) {
  let reason = NSError(
    domain: NSOSStatusErrorDomain, code: Int(errSecParam),
    userInfo: [NSLocalizedDescriptionKey: "SecAccessControl: \(message)"])
  #if canImport(Darwin)
    error?.pointee = Unmanaged.passRetained(reason as CFError)
  #else
    error?.pointee = Unmanaged.passRetained(reason)
  #endif
}

/// The values of `kSecAttrAccessible`, by their names on the wire.
enum Accessibility: String, CaseIterable, Sendable {
  case whenUnlocked, afterFirstUnlock, always
  case whenPasscodeSetThisDeviceOnly, whenUnlockedThisDeviceOnly
  case afterFirstUnlockThisDeviceOnly, alwaysThisDeviceOnly

  /// Reads one of the constants.
  init?(_ value: Any) {
    guard let text = value as? String,
      let known = Self.allCases.first(where: { $0.constant as String == text })
    else { return nil }
    self = known
  }

  /// Apple's constant.
  var constant: CFString {
    switch self {
    case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
    case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
    case .always: kSecAttrAccessibleAlways
    case .whenPasscodeSetThisDeviceOnly: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
    case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
    case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    case .alwaysThisDeviceOnly: kSecAttrAccessibleAlwaysThisDeviceOnly
    }
  }
}
