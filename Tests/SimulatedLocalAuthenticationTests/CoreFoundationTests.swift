import LocalAuthentication
import Security
import Testing

@Suite struct CoreFoundationTests {
  @Test("a CFString and the equal String are one key")
  func keys() {
    let byConstant: [AnyHashable: Any] = [kSecAttrAccount: "ada", kSecAttrService: "vault"]
    #expect(byConstant["acct"] as? String == "ada")
    #expect(byConstant[kSecAttrService as String] as? String == "vault")
    let byText: [AnyHashable: Any] = ["acct": "ada", "svce": "vault"]
    #expect(byText[kSecAttrAccount] as? String == "ada")
    #expect(Set([AnyHashable(kSecAttrAccount), AnyHashable("acct")]).count == 1)
    let back = (byConstant as NSDictionary) as? [AnyHashable: Any]
    #expect(back?[kSecAttrAccount] as? String == "ada")
    #expect(back?["acct"] as? String == "ada")
  }

  @Test("dictionaries are equal however they were made")
  func equality() {
    let text: [String: Any] = [kSecAttrAccount as String: "ada", kSecReturnData as String: true]
    let constant: [CFString: Any] = [kSecAttrAccount: "ada" as CFString, kSecReturnData: kCFBooleanTrue!]
    let mutable = NSMutableDictionary()
    mutable[kSecAttrAccount] = "ada"
    mutable[kSecReturnData as String] = true
    #expect(text as NSDictionary == constant as NSDictionary)
    #expect((text as NSDictionary).isEqual(mutable))
    let isEqual = (text as NSDictionary).isEqual(to: [kSecAttrAccount: "ada", "r_Data": true])
    #expect(isEqual)
    #expect((text as NSDictionary) != ([kSecAttrAccount as String: "eve"] as NSDictionary))
  }

  @Test("the parts of an error")
  func error() throws {
    let info = ["NSLocalizedDescription": "no", "NSLocalizedFailureReason": "because"] as CFDictionary
    let error: CFError = try #require(
      CFErrorCreate(kCFAllocatorDefault, kCFErrorDomainOSStatus, CFIndex(errSecAuthFailed), info))
    #expect(CFErrorGetCode(error) == Int(errSecAuthFailed))
    #expect(CFErrorGetDomain(error) as String == NSOSStatusErrorDomain)
    #expect(CFErrorCopyDescription(error) as String == "no")
    #expect(CFErrorCopyFailureReason(error) as String == "because")
    #expect((CFErrorCopyUserInfo(error) as NSDictionary)[kCFErrorLocalizedDescriptionKey!] as? String == "no")
    #expect((error as any Error as NSError).code == Int(errSecAuthFailed))
  }

  @Test("an error of an access control as code unwraps it")
  func unwrapped() throws {
    var error: Unmanaged<CFError>?
    #expect(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [.or, .and], &error) == nil)
    let reason = try #require(error?.takeRetainedValue())
    #expect(CFErrorGetCode(reason) == Int(errSecParam))
    #expect(CFErrorCopyDescription(reason) != nil)
  }

  @Test("objects tell their kinds")
  func kinds() throws {
    let access = try #require(
      SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [], nil))
    #expect(CFGetTypeID("x" as CFString) == CFStringGetTypeID())
    #expect(CFGetTypeID(NSData()) == CFDataGetTypeID())
    #expect(CFGetTypeID([:] as CFDictionary) == CFDictionaryGetTypeID())
    #expect(CFGetTypeID(NSMutableDictionary()) == CFDictionaryGetTypeID())
    #expect(CFGetTypeID([] as CFArray) == CFArrayGetTypeID())
    #expect(CFGetTypeID(NSNumber(value: 1)) == CFNumberGetTypeID())
    #expect(CFGetTypeID(kCFBooleanFalse) == CFBooleanGetTypeID())
    #expect(CFGetTypeID(NSDate()) == CFDateGetTypeID())
    #expect(CFGetTypeID(kCFNull) == CFNullGetTypeID())
    #expect(CFGetTypeID(NSError(domain: "x", code: 1)) == CFErrorGetTypeID())
    #expect(CFGetTypeID(access) == SecAccessControlGetTypeID())
    #expect(CFGetTypeID(access) != CFStringGetTypeID())
    #expect(CFEqual("x" as CFString, "x" as NSString) && !CFEqual("x" as CFString, "y" as CFString))
    #expect(CFBooleanGetValue(kCFBooleanTrue))
  }

  @Test("random bytes fill what they are asked to")
  func random() {
    var bytes = [UInt8](repeating: 0, count: 32)
    #expect(SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess)
    #expect(Set(bytes).count > 4)
    var data = Data(count: 16)
    let status = data.withUnsafeMutableBytes { buffer in
      buffer.baseAddress.map { SecRandomCopyBytes(kSecRandomDefault, buffer.count, $0) }
    }
    #expect(status == noErr)
    #expect(data != Data(count: 16))
  }

  @Test("bundle keys have Apple's texts")
  func bundle() {
    #expect(kCFBundleIdentifierKey as String == "CFBundleIdentifier")
    #expect(kCFBundleVersionKey as String == "CFBundleVersion")
    #expect(kCFBundleNameKey as String == "CFBundleName")
  }
}
