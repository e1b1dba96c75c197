import DeviceModel
import Testing

/// Section 6 of the rulebook.
@Suite("evaluateAccessControl")
struct AccessControlTests {
  @Test("has Apple's numbers, and a name for each flag")
  func flags() {
    let bits: [(AccessControlFlags, UInt64)] = [
      (.userPresence, 0), (.biometryAny, 1), (.biometryCurrentSet, 3), (.devicePasscode, 4),
      (.companion, 5), (.or, 14), (.and, 15), (.privateKeyUsage, 30), (.applicationPassword, 31),
    ]
    for (flag, bit) in bits { #expect(flag.rawValue == 1 << bit) }
    for (name, flag) in AccessControlFlags.named {
      #expect(AccessControlFlags(name: name) == flag && flag.names == [name])
    }
    #expect(AccessControlFlags.named.count == bits.count)
    #expect(AccessControlFlags(name: "touchIDAny") == nil)
  }

  @Test("asks for what the constraints say and answers as a policy does")
  func prompt() throws {
    let story = try Story()
    let client = story.connect()
    let call = client.evaluate(control: .biometryCurrentSet)
    #expect(story.prompt?.purpose == .evaluateAccessControl && story.prompt?.reason == "Open")
    try story.respond(.match)
    #expect(call.outcome == .success(.biometry))
    #expect(try call.domainState == client.domainState())
    let both = client.evaluate(control: [.biometryAny, .and, .devicePasscode])
    try story.respond([.match, .enterPasscode("1234")])
    #expect(both.outcome == .success(.passcode))
  }

  @Test(
    "what cannot be shown fails at once with its LAError",
    arguments: [
      (AccessControlFlags.biometryAny, Setting.nobodyEnrolled, LAErrorCode.biometryNotEnrolled),
      (.biometryAny, .lockedOut, .biometryLockout), (.biometryCurrentSet, .noSensor, .biometryNotAvailable),
      (.devicePasscode, .noPasscode, .passcodeNotSet), (.userPresence, .noPasscode, .passcodeNotSet),
      (.companion, .none, .companionNotAvailable),
    ])
  func unavailable(_ flags: AccessControlFlags, _ setting: Setting, _ error: LAErrorCode) throws {
    let story = try Story(setting)
    #expect(story.connect().evaluate(control: flags).outcome == .error(error))
    #expect(story.prompt == nil)
  }

  @Test("an access control that asks for nothing is satisfied at once")
  func nothing() throws {
    let story = try Story()
    #expect(story.connect().evaluate(control: []).outcome == .success(.context))
  }

  @Test("a combination that cannot be is refused as the keychain refuses it")
  func combination() throws {
    let outcome = try Story().connect().evaluate(control: [.biometryAny, .devicePasscode]).outcome
    guard case .failure(.keychain(.param, _, _)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test("an empty reason is no call at all")
  func reason() throws {
    let story = try Story()
    let outcome = story.connect().evaluate(control: .biometryAny) { $0.reason = "" }.outcome
    guard case .failure(.invalidParameter("reason", _)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(story.prompt == nil)
  }

  @Test("a prompt that may not be shown, and an app that is not in front")
  func notInteractive() throws {
    let story = try Story()
    let client = story.connect()
    #expect(
      client.evaluate(control: .biometryAny) { $0.interactionNotAllowed = true }.outcome
        == .error(.notInteractive))
    try story.verb(.backgroundApp(Device.defaultApp))
    #expect(client.evaluate(control: .biometryAny).outcome == .error(.notInteractive))
  }

  @Test("cancel, fallback, leaving and invalidating end it as they end a policy")
  func ends() throws {
    let story = try Story()
    let client = story.connect()
    let cancelled = client.evaluate(control: .biometryAny)
    try story.respond(.tapCancel)
    #expect(cancelled.outcome == .error(.userCancel))
    let fallback = client.evaluate(control: .biometryAny)
    try story.respond([.nonMatch, .tapTryAgain, .nonMatch, .tapFallback])
    #expect(fallback.outcome == .error(.userFallback))
    let context = try client.createContext()
    let invalidated = client.evaluate(control: .biometryAny, in: context)
    try client.invalidate(context)
    #expect(invalidated.outcome == .error(.appCancel))
    #expect(client.evaluate(control: .biometryAny, in: context).outcome == .error(.invalidContext))
    let left = client.evaluate(control: .biometryAny)
    try story.verb(.backgroundApp(Device.defaultApp))
    #expect(left.outcome == .error(.systemCancel))
  }
}

/// Section 6 of the rulebook.
@Suite("The application password")
struct ApplicationPasswordTests {
  @Test("opens an item only through a context that has the same one")
  func password() throws {
    let story = try Story()
    let client = story.connect()
    let context = try client.createContext()
    #expect(client.add("K", .applicationPassword, in: context) == .status(.authFailed))
    #expect(try client.setCredential("sesame", of: context))
    #expect(try !client.setCredential("sesame", of: context))
    #expect(client.add("K", .applicationPassword, in: context) == .added)
    #expect(client.read(in: context).outcome == .items(["value of K"]))
    try client.setCredential("wrong", of: context)
    #expect(client.read(in: context).outcome == .status(.authFailed))
    #expect(client.update(in: context).outcome == .status(.authFailed))
    #expect(story.prompt == nil)
    try client.setCredential(nil, of: context)
    #expect(client.read(in: context).outcome == .pending && story.prompt?.pane == .applicationPassword)
    try story.respond(.tapCancel)
    #expect(client.read { $0.authenticationUI = .skip }.outcome == .status(.itemNotFound))
    #expect(client.delete() == .deleted(1))
  }

  @Test("comes on top of the constraint")
  func constraint() throws {
    let story = try Story()
    let client = story.connect()
    let context = try client.createContext()
    try client.setCredential("sesame", of: context)
    client.add("K", [.applicationPassword, .biometryAny], in: context)
    let read = client.read(in: context)
    #expect(story.prompt?.pane == .biometry)
    try story.respond(.match)
    #expect(read.outcome == .items(["value of K"]))
  }

  @Test("is the same as text and as base64, and goes with the context's validity")
  func forms() throws {
    let story = try Story()
    let client = story.connect()
    let (text, bytes) = (try client.createContext(), try client.createContext())
    try client.setCredential("ab", of: text)
    _ = try client.send(.setCredential(app: nil, bytes, Secret(bytes: [97, 98])))
    client.add("K", .applicationPassword, in: text)
    #expect(client.read(in: bytes).outcome == .items(["value of K"]))
    try client.invalidate(text)
    #expect(try !client.setCredential("other", of: text))
  }

  @Test("is asked of a context that evaluates an access control")
  func evaluation() throws {
    let story = try Story()
    let client = story.connect()
    let context = try client.createContext()
    #expect(client.evaluate(control: .applicationPassword, in: context).outcome == .pending)
    try story.respond(.tapCancel)
    try client.setCredential("sesame", of: context)
    #expect(client.evaluate(control: .applicationPassword, in: context).outcome == .success(.context))
  }

  @Test("an update to another protection takes it along, or drops it")
  func update() throws {
    let story = try Story()
    let client = story.connect()
    let context = try client.createContext()
    try client.setCredential("sesame", of: context)
    client.add("K")
    client.update(in: context) { _, changes in
      changes.accessControl = AccessControl(flags: .applicationPassword)
    }
    #expect(client.read { $0.authenticationUI = .fail }.outcome == .status(.interactionNotAllowed))
    client.update(in: context) { _, changes in changes.accessible = .whenUnlocked }
    #expect(client.read().outcome == .items(["new"]))
  }
}
