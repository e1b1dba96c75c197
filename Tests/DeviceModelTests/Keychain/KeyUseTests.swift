import DeviceModel
import Schema
import Testing

/// Section 6 of the rulebook, "Keys".
@Suite("Using a private key")
struct KeyUseTests {
  private static let key = Secret(bytes: [4, 1, 2, 3])

  /// A device with one app that stored one private key.
  private func story(
    _ flags: AccessControlFlags?, onToken: Bool = false, _ settings: Setting...
  ) throws -> (Story, AppClient) {
    let story = try Story(settings)
    let client = story.connect()
    #expect(client.addKey(flags, onToken: onToken) == .added)
    return (story, client)
  }

  @Test(
    "asks as the read of an item does, and hands the key out",
    arguments: [
      (.userPresence, .none, [.biometry]), (.userPresence, .lockedOut, [.passcode]),
      (.biometryAny, .none, [.biometry]), (.biometryCurrentSet, .none, [.biometry]),
      (.devicePasscode, .nobodyEnrolled, [.passcode]),
      ([.biometryAny, .or, .devicePasscode], .noSensor, [.passcode]),
      ([.biometryAny, .and, .devicePasscode], .none, [.biometry, .passcode]), ([], .none, []),
      (nil, .none, []),
    ] as [(AccessControlFlags?, Setting, [Pane])])
  func asks(_ flags: AccessControlFlags?, _ setting: Setting, _ panes: [Pane]) throws {
    let (story, client) = try story(flags.map { $0.union(.privateKeyUsage) })
    try story.set(setting)
    let use = client.useKey { $0.reason = "Pay" }
    for pane in panes {
      #expect(use.result == nil)
      #expect(story.prompt?.pane == pane && story.prompt?.purpose == .secKeyUse)
      #expect(story.prompt?.reason == "Pay" && story.prompt?.policy == nil)
      try story.respond(pane == .biometry ? .match : .enterPasscode("1234"))
    }
    #expect(use.result == .success(.key(Self.key)))
    #expect(story.prompt == nil)
  }

  @Test(
    "fails with the error of the authentication and not with a status",
    arguments: [
      (.biometryAny, .lockedOut, .biometryLockout), (.biometryAny, .nobodyEnrolled, .biometryNotEnrolled),
      (.biometryAny, .noSensor, .biometryNotAvailable), (.biometryAny, .noPasscode, .passcodeNotSet),
      (.devicePasscode, .noPasscode, .passcodeNotSet), (.companion, .none, .companionNotAvailable),
    ] as [(AccessControlFlags, Setting, LAErrorCode)])
  func unavailable(_ flags: AccessControlFlags, _ setting: Setting, _ code: LAErrorCode) throws {
    let (story, client) = try story(flags.union(.privateKeyUsage))
    try story.set(setting)
    #expect(client.useKey().code == code)
    #expect(story.prompt == nil)
  }

  @Test("a cancel is userCancel, and what may not prompt is notInteractive")
  func ended() throws {
    let (story, client) = try story([.biometryAny, .privateKeyUsage])
    let use = client.useKey()
    try story.respond(.tapCancel)
    #expect(use.code == .userCancel)
    #expect(client.useKey { $0.authenticationUI = .fail }.code == .notInteractive)
    try story.verb(.backgroundApp(Device.defaultApp))
    #expect(client.useKey().code == .notInteractive)
  }

  @Test("a context that was authenticated needs no prompt, and an invalidated one is refused as such")
  func contexts() throws {
    let (story, client) = try story([.biometryAny, .privateKeyUsage])
    let context = try client.createContext()
    client.evaluate(.deviceOwnerAuthenticationWithBiometrics, in: context)
    try story.respond(.match)
    #expect(client.useKey { $0.context = context }.result == .success(.key(Self.key)))
    try client.invalidate(context)
    #expect(client.useKey { $0.context = context }.code == .invalidContext)
  }

  @Test("the application password opens a key: that of the context, or one that the person types")
  func applicationPassword() throws {
    let story = try Story()
    let client = story.connect()
    let context = try client.createContext()
    try client.setCredential("sesame", of: context)
    #expect(client.addKey([.applicationPassword, .privateKeyUsage]) { $0.context = context } == .added)
    #expect(client.useKey { $0.context = context }.result == .success(.key(Self.key)))
    let typed = client.useKey()
    #expect(story.prompt?.pane == .applicationPassword)
    try story.respond(.enterApplicationPassword(Secret("sesame")))
    #expect(typed.result == .success(.key(Self.key)))
    let wrong = client.useKey()
    try story.respond(.enterApplicationPassword(Secret("wrong")))
    #expect(wrong.code == .authenticationFailed)
  }

  @Test("behind the lock screen a key has the status of its class")
  func locked() throws {
    let (story, client) = try story(nil)
    try story.verb(.lock)
    #expect(client.useKey().outcome == .status(.interactionNotAllowed))
  }

  @Test("only a private key of the same app is used")
  func found() throws {
    let (story, client) = try story(nil)
    #expect(story.connect("com.example.other").useKey().outcome == .status(.itemNotFound))
    #expect(client.useKey { $0.attributes[.applicationTag] = "other" }.outcome == .status(.itemNotFound))
    #expect(client.delete { $0 = KeychainQuery(.key) } == .deleted(1))
    #expect(client.addKey(nil) { $0.attributes[.keyClass] = "public" } == .added)
    #expect(client.useKey().outcome == .status(.itemNotFound))
  }

  @Test("a key is looked for without a prompt, and its bytes are not read without one")
  func looking() throws {
    let (story, client) = try story([.biometryAny, .privateKeyUsage])
    let look = client.read(nil) {
      $0 = KeychainQuery(.key)
      $0.authenticationUI = .fail
      $0.returning = KeychainReturn(attributes: true, reference: true)
    }
    #expect(look.results.count == 1)
    #expect(story.prompt == nil)
    client.read(nil) {
      $0 = KeychainQuery(.key)
      $0.returning = KeychainReturn(data: true)
    }
    #expect(story.prompt?.pane == .biometry)
    try story.respond(.tapCancel)
  }

  @Test("a key goes on to be found after its enrolment has changed, and its use fails")
  func invalidated() throws {
    let (story, client) = try story([.biometryCurrentSet, .privateKeyUsage], onToken: true, .touchID)
    try story.verb(.enroll(identity: "second"))
    let use = client.useKey()
    #expect(use.failure == .cryptoTokenKit(.corruptedData, "the enrolment changed since the key was stored"))
    #expect(client.read(nil) { $0 = KeychainQuery(.key) }.results.count == 1)
    try story.set(.knob { $0.invalidatedKeyError = .authFailed })
    #expect(client.useKey().outcome == .status(.authFailed))
    #expect(story.prompt == nil)
  }

  @Test("a use that waits ends with the enrolment, or with the key")
  func endsMeanwhile() throws {
    let (story, client) = try story([.biometryCurrentSet, .privateKeyUsage], .touchID)
    let use = client.useKey()
    try story.verb(.enroll(identity: "second"))
    #expect(use.code == .systemCancel)
    #expect(client.delete { $0 = KeychainQuery(.key) } == .deleted(1))
    #expect(client.addKey([.biometryAny, .privateKeyUsage]) == .added)
    let other = client.useKey()
    #expect(client.delete { $0 = KeychainQuery(.key) } == .deleted(1))
    try story.respond(.match)
    #expect(other.outcome == .status(.itemNotFound))
  }

  @Test("a read of a key in the Secure Enclave never gives the key")
  func token() throws {
    let (_, client) = try story(nil, onToken: true)
    let read = client.read(nil) {
      $0 = KeychainQuery(.key)
      $0.returning = KeychainReturn(data: true, reference: true)
    }.results
    #expect(read.count == 1 && read[0].value?.bytes == read[0].reference?.bytes)
    #expect(client.useKey().result == .success(.key(Self.key)))
  }

  @Test("the access control of a key in the Secure Enclave needs privateKeyUsage, unless the knob says no")
  func enclaveRule() throws {
    let story = try Story()
    let client = story.connect()
    let before = story.device
    #expect(client.addKey(.biometryAny, onToken: true) == .status(.param))
    #expect(client.addKey(.biometryAny, onToken: true) { $0.isPermanent = false } == .status(.param))
    #expect(story.device == before)
    #expect(client.addKey(.biometryAny) == .added)
    try story.set(.knob { $0.enclaveKeyNeedsPrivateKeyUsage = false })
    #expect(client.addKey(.biometryAny, onToken: true) { $0.attributes[.applicationTag] = "t" } == .added)
  }

  @Test("a key that is not permanent is checked like any other, and not stored")
  func notPermanent() throws {
    let story = try Story(.noPasscode)
    let client = story.connect()
    let add = { client.addKey([.biometryAny, .privateKeyUsage]) { $0.isPermanent = false } }
    #expect(add() == .status(.authFailed))
    try story.verb(.setPasscode("1234"))
    #expect(add() == .added)
    #expect(add() == .added)
    #expect(story.state.keychain.isEmpty && story.keychainChanges.isEmpty)
    #expect(client.add { $0.isPermanent = false } == .status(.param))
  }
}

/// The use of a key on its way.
private struct KeyUse {
  let story: Story
  let id: CallID

  var result: Result<Reply, Failure>? { story.reply(to: id) }
  var outcome: KeychainOutcome { KeychainOutcome(result) }
  var failure: Failure? { if case .failure(let failure) = result { failure } else { nil } }
  var code: LAErrorCode? { if case .localAuthentication(let code, _) = failure { code } else { nil } }
}

extension AppClient {
  fileprivate func useKey(_ change: (inout KeychainQuery) -> Void = { _ in }) -> KeyUse {
    var query = KeychainQuery(.key)
    change(&query)
    return KeyUse(story: story, id: story.send(.secKeyUse(app: app, query), from: client))
  }

  fileprivate func addKey(
    _ flags: AccessControlFlags?, onToken: Bool = false,
    with change: (inout KeychainAddition) -> Void = { _ in }
  ) -> KeychainOutcome {
    add {
      $0.itemClass = .key
      $0.attributes = [.keyClass: "private", .keyType: "ec", .keySizeInBits: 256]
      if onToken { $0.attributes[.tokenID] = "com.apple.setoken" }
      $0.value = Secret(bytes: [4, 1, 2, 3])
      $0.accessControl = flags.map { AccessControl(flags: $0) }
      change(&$0)
    }
  }
}
