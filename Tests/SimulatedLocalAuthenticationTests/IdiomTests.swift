import LocalAuthentication
import Observation
import Security
import Testing

// How apps write it. Each line is here because everyday code has it and it must compile unchanged, with these
// imports and no word of the simulator.

@Suite struct ErrorIdiomTests {
  private struct Thrower {
    let error: any Error
    func run() throws { throw error }
  }

  @Test("an NSError for a pointer is an LAError after a cast")
  func pointer() throws {
    var error: NSError?
    let context = LockedOutContext()
    #expect(!context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error))
    #expect(error?.code == LAError.biometryLockout.rawValue)
    #expect(error?.domain == LAErrorDomain)
    #expect((error as? LAError)?.code == .biometryLockout)
    #expect(LAError.Code(rawValue: error?.code ?? 0) == .biometryLockout)
    #expect(LAError(_nsError: try #require(error)).code == .biometryLockout)
    #expect(!context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
  }

  @Test("catch takes an LAError by type, by code and as an NSError, however it was thrown")
  func catching() {
    for error in [LAError(.userCancel) as any Error, NSError(domain: LAErrorDomain, code: -2)] {
      var caught: [String] = []
      do { try Thrower(error: error).run() } catch let error as LAError {
        caught.append("\(error.code)")
      } catch {}
      do { try Thrower(error: error).run() } catch LAError.userCancel { caught.append("by code") } catch {}
      do { try Thrower(error: error).run() } catch { caught.append("\((error as NSError).code)") }
      do { try Thrower(error: error).run() } catch let error as LAError where error.code == .userCancel {
        caught.append("where")
      } catch {}
      #expect(caught == ["userCancel", "by code", "-2", "where"])
    }
  }

  @Test("an error of another domain with the same number is no LAError")
  func foreign() {
    let error: any Error = NSError(domain: NSCocoaErrorDomain, code: -2)
    #expect(error as? LAError == nil)
    #expect(!(LAError.userCancel ~= error))
  }

  @Test("results and switches match on codes")
  func matching() {
    let result: Result<Bool, any Error> = .failure(LAError(.userFallback))
    if case .failure(let error as LAError) = result { #expect(error.code == .userFallback) }
    switch result {
    case .failure(LAError.userFallback): break
    default: Issue.record("not matched")
    }
  }

  @Test("an error has a message, and user info where it was given one")
  func message() {
    let error = LAError(.biometryLockout, userInfo: [NSLocalizedDescriptionKey: "locked"])
    #expect(error.localizedDescription == "locked")
    #expect(error.errorCode == -8)
    #expect(LAError.errorDomain == LAErrorDomain)
    #expect(kLAErrorUserCancel == -2)
  }
}

@Suite struct SwitchIdiomTests {
  private func name(_ type: LABiometryType) -> String {
    switch type {
    case .none: "None"
    case .touchID: "Touch ID"
    case .faceID: "Face ID"
    case .opticID: "Optic ID"
    @unknown default: "Biometry"
    }
  }

  private func isOurs(_ policy: LAPolicy) -> Bool {
    switch policy {
    case .deviceOwnerAuthentication, .deviceOwnerAuthenticationWithBiometrics: true
    case .deviceOwnerAuthenticationWithCompanion, .deviceOwnerAuthenticationWithBiometricsOrCompanion: false
    @unknown default: false
    }
  }

  private func asks(_ code: LAError.Code) -> String {
    switch code {
    case .userCancel, .appCancel, .systemCancel: "nothing"
    case .userFallback, .biometryLockout: "passcode"
    case .authenticationFailed, .passcodeNotSet, .biometryNotAvailable, .biometryNotEnrolled: "settings"
    case .invalidContext, .notInteractive: "again"
    case .companionNotAvailable, .biometryNotPaired, .biometryDisconnected, .invalidDimensions: "mac"
    @unknown default: "?"
    }
  }

  @Test("a switch over everything there is still takes @unknown default")
  func unknownDefault() {
    #expect(name(.opticID) == "Optic ID")
    #expect(isOurs(.deviceOwnerAuthentication))
    #expect(asks(.biometryLockout) == "passcode")
  }

  @Test("a status is a pattern")
  func status() {
    enum KeychainError: Error, Equatable { case status(OSStatus) }
    switch KeychainError.status(-128) {
    case .status(errSecUserCanceled): break
    case .status(errSecItemNotFound), .status: Issue.record("not matched")
    }
    #expect(SecCopyErrorMessageString(errSecItemNotFound, nil) as String? != nil)
    #expect(SecCopyErrorMessageString(1, nil) == nil)
  }
}

@Suite struct DictionaryIdiomTests {
  @Test("queries are made of constants in all their forms")
  func query() {
    let access = SecAccessControlCreateWithFlags(
      kCFAllocatorDefault, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .touchIDAny, nil)
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrAccessControl as String: access as Any,
      kSecReturnData as String: kCFBooleanTrue!,
      kSecReturnAttributes as String: true,
      kSecMatchLimit as String: kSecMatchLimitOne,
      kSecUseOperationPrompt as String: String(localized: "Sign in"),
      kSecUseAuthenticationContext as String: LAContext(),
      kSecAttrSynchronizable as String: kSecAttrSynchronizableAny,
    ]
    #expect((query as CFDictionary).count == query.count)
    let byKey: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "a"]
    #expect((byKey as CFDictionary)[kSecClass] as? String == kSecClassGenericPassword as String)
    #expect(query[kSecReturnData as String] as? Bool == true)
  }

  @Test("queries are mutable dictionaries, filled in all the ways there are")
  func mutable() {
    let query: NSMutableDictionary = [kSecClass: kSecClassGenericPassword, kSecReturnData as String: true]
    query[kSecAttrAccount] = "ada"
    query.setValue("vault", forKey: kSecAttrService as String)
    query.setObject(kSecMatchLimitOne, forKey: kSecMatchLimit as NSString)
    query.setObject(kSecAttrAccessibleWhenUnlocked, forKey: kSecAttrAccessible as any NSCopying)
    query.setValue(nil, forKey: kSecReturnData as String)
    #expect(query.count == 5)
    #expect(query[kSecAttrService as String] as? String == "vault")
    #expect((query as? [String: Any])?["m_Limit"] as? String == "m_LimitOne")
    #expect(query.object(forKey: kSecAttrAccessible) as? String == "ak")
    let copy = (query as NSDictionary).mutableCopy() as? NSMutableDictionary
    #expect(copy == query)
  }

  @Test("constants are raw values, patterns and keys")
  func constants() {
    func name(_ accessible: CFString) -> String {
      switch accessible {
      case kSecAttrAccessibleWhenUnlocked: "unlocked"
      case kSecAttrAccessibleAfterFirstUnlock: "first unlock"
      default: "other"
      }
    }
    #expect(name("ck" as CFString) == "first unlock")
    #expect(String(kSecClassKey) == "keys")
    #expect([kSecAttrAccount: 1][kSecAttrAccount] == 1)
    let optional: [CFString: Any?] = [kSecClass: kSecClassKey, kSecAttrAccessGroup: nil]
    #expect((optional.compactMapValues(\.self) as CFDictionary).count == 1)
  }

  @Test("results come out of a CFTypeRef and of an AnyObject")
  func results() {
    var item: CFTypeRef?
    item = Data([1, 2]) as NSData
    #expect(item as? Data == Data([1, 2]))
    var object: AnyObject?
    object = [kSecAttrAccount as String: "a", kSecValueData as String: Data([3])] as NSDictionary
    #expect((object as? [String: Any])?[kSecAttrAccount as String] as? String == "a")
    object = [["acct": "a"] as NSDictionary] as NSArray
    #expect((object as? [[String: Any]])?.first?["acct"] as? String == "a")
  }

  @Test("a contradiction in an access control comes as an unmanaged error")
  func accessControlError() {
    var error: Unmanaged<CFError>?
    let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [.or, .and], &error)
    #expect(access == nil)
    let reason = error?.takeRetainedValue() as (any Error)?
    #expect((reason as NSError?)?.code == Int(errSecParam))
    #expect((reason as NSError?)?.domain == NSOSStatusErrorDomain)
  }

  @Test("localized strings are the keys where there are no others")
  func localized() {
    #expect(String(localized: "Unlock \(1 + 1) items") == "Unlock 2 items")
    #expect(String(localized: "Unlock", comment: "Button") == "Unlock")
    #expect(String(localized: "unlock.title", defaultValue: "Unlock") == "Unlock")
  }
}

@Suite struct ConcurrencyIdiomTests {
  private actor Authenticator {
    private let makeContext: @Sendable () -> LAContext
    init(makeContext: @escaping @Sendable () -> LAContext) { self.makeContext = makeContext }

    func authenticate() async throws -> Bool {
      let context = makeContext()
      return try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Sign in")
    }
  }

  @MainActor @Observable final class LockModel {
    private let context: LAContext
    private(set) var isUnlocked = false
    init(context: sending LAContext) { self.context = context }

    func unlock() async throws {
      isUnlocked = try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Unlock")
    }

    func unlockTheOldWay(then: @escaping @MainActor () -> Void) {
      context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Unlock") { success, error in
        Task { @MainActor in
          self.isUnlocked = success && error == nil
          then()
        }
      }
    }
  }

  @Test("a handler need not be Sendable to override")
  func older() async throws {
    #expect(try await OlderContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x"))
  }

  @Test("an actor makes a context per call")
  func perCall() async throws {
    let authenticator = Authenticator { OpenContext() }
    #expect(try await authenticator.authenticate())
  }

  @Test("an observable class on the main actor keeps a context and awaits it")
  @MainActor func stored() async throws {
    let model = LockModel(context: OpenContext())
    try await model.unlock()
    #expect(model.isUnlocked)
    let old = LockModel(context: OpenContext())
    await withCheckedContinuation { done in old.unlockTheOldWay { done.resume() } }
    #expect(old.isUnlocked)
  }
}

/// A stand-in, as apps write them.
private final class LockedOutContext: LAContext {
  override func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
    error?.pointee = NSError(domain: LAErrorDomain, code: LAError.biometryLockout.rawValue)
    return false
  }
}

/// A stand-in of code that does not use Sendable; it overrides as with the imported class.
private final class OlderContext: LAContext {
  private var asked = 0

  override func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String, reply: @escaping (Bool, (any Error)?) -> Void
  ) {
    asked += 1
    reply(true, nil)
  }
}

/// A stand-in that overrides the form with a handler; the async form goes through it.
private final class OpenContext: LAContext {
  override var biometryType: LABiometryType { .faceID }

  override func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    reply(true, nil)
  }
}
