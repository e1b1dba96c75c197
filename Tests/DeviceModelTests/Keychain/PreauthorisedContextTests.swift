import DeviceModel
import Schema
import Testing

/// Section 6 of the rulebook, "Contexts that are authenticated".
@Suite("Contexts as pre-authorisation")
struct PreauthorisedContextTests {
  private static let value = KeychainOutcome.items(["value of K"])

  @Test("what a context has shown opens later items until it is invalidated")
  func preauthorised() throws {
    let (story, client) = try Story.with(.biometryAny)
    client.add("L", .biometryAny)
    let context = try client.createContext()
    let evaluation = client.evaluate(control: .biometryAny, in: context)
    try story.respond(.match)
    #expect(evaluation.outcome == .success(.biometry))
    #expect(client.read("K", in: context).outcome == Self.value)
    #expect(client.read("L", in: context).outcome == .items(["value of L"]))
    #expect(client.update("K", to: "value of K", in: context).outcome == .updated(1))
    #expect(story.prompt == nil)

    #expect(client.read("K").outcome == .pending)
    try story.respond(.tapCancel)
    let fresh = try client.createContext()
    let read = client.read("K", in: fresh)
    try story.respond(.match)
    #expect(read.outcome == Self.value)
    #expect(client.read("L", in: fresh).outcome == .items(["value of L"]))

    try client.invalidate(context)
    #expect(client.read("K", in: context).outcome == .status(.authFailed))
  }

  @Test(
    "who was shown is what counts",
    arguments: [
      (PromptResponse.match, AccessControlFlags.biometryAny, true), (.match, .biometryCurrentSet, true),
      (.match, .userPresence, true), (.match, .devicePasscode, false),
      (.enterPasscode("1234"), .biometryAny, false), (.enterPasscode("1234"), .devicePasscode, true),
      (.enterPasscode("1234"), .userPresence, true),
      (.enterPasscode("1234"), [.biometryAny, .or, .devicePasscode], true),
    ] as [(PromptResponse, AccessControlFlags, Bool)])
  func shown(_ answer: PromptResponse, _ flags: AccessControlFlags, _ suffices: Bool) throws {
    let (story, client) = try Story.with(flags)
    let context = try client.createContext()
    client.evaluate(.owner, in: context)
    if answer != .match { try story.respond([.nonMatch, .tapTryAgain, .nonMatch, .tapFallback]) }
    try story.respond(answer)
    #expect(client.read(in: context).outcome == (suffices ? Self.value : .pending))
  }

  @Test("half of what an item asks for is asked for only once")
  func half() throws {
    let (story, client) = try Story.with([.biometryAny, .and, .devicePasscode])
    let context = try client.createContext()
    client.evaluate(.biometrics, in: context)
    try story.respond(.match)
    let read = client.read(in: context)
    #expect(story.prompt?.pane == .passcode)
    try story.respond(.enterPasscode("1234"))
    #expect(read.outcome == Self.value)
    #expect(client.read(in: context).outcome == Self.value)
  }

  @Test("a context serves for its lifetime and no longer, and a read does not renew it")
  func lifetime() throws {
    let (story, client) = try Story.with(.biometryAny)
    let context = try client.createContext()
    client.read(in: context)
    try story.respond(.match)
    try story.advance(.seconds(599))
    #expect(client.read(in: context).outcome == Self.value)
    try story.advance(.seconds(1))
    #expect(client.read(in: context).outcome == .pending)
  }

  @Test("it serves though biometry has become unusable, and though the app is in the background")
  func unusable() throws {
    let (story, client) = try Story.with(.biometryAny)
    let context = try client.createContext()
    client.read(in: context)
    try story.respond(.match)
    try story.set(.lockedOut)
    try story.verb(.backgroundApp(Device.defaultApp))
    #expect(client.read(in: context).outcome == Self.value)
    #expect(client.read().outcome == .status(.authFailed))
  }

  @Test("a keychain read authenticates the context for a policy, and opens its domain state")
  func policy() throws {
    let (story, client) = try Story.with(.biometryAny)
    let context = try client.createContext()
    client.read(in: context)
    #expect(try client.domainState(in: context) == nil)
    try story.respond(.match)
    #expect(client.evaluate(.biometrics, in: context).outcome == .success(.context))
    #expect(try client.domainState(in: context) != nil)
  }

  @Test("a biometric device unlock opens an item for a context that allows its reuse")
  func reuse() throws {
    let (story, client) = try Story.with(.biometryAny)
    client.add("P", .devicePasscode)
    try story.verb(.lock)
    try story.verb(.unlock(.biometry(identity: nil)))
    let context = try client.createContext { $0.reuseDuration = .seconds(10) }
    #expect(client.read(in: context).outcome == Self.value)
    #expect(client.read("P", in: context).outcome == .pending)
    #expect(story.prompt?.pane == .passcode)
    #expect(client.read().outcome == .pending)
  }

  @Test("invalidating while it asks takes the prompt away")
  func invalidated() throws {
    let (story, client) = try Story.with(.biometryAny)
    let context = try client.createContext()
    let read = client.read(in: context)
    try client.invalidate(context)
    #expect(read.outcome == .status(.authFailed))
    #expect(story.prompt == nil)
    let evaluation = client.evaluate(control: .biometryAny, in: try client.createContext())
    try client.invalidate(ContextID("c2") ?? context)
    #expect(evaluation.outcome == .error(.appCancel))
    #expect(story.prompt == nil)
  }

  @Test("calls of one context share the prompt, and each is answered in its own terms")
  func joined() throws {
    let (story, client) = try Story.with(.biometryAny)
    let context = try client.createContext()
    let policy = client.evaluate(.biometrics, in: context)
    let (read, update) = (client.read(in: context), client.update(in: context))
    #expect([read.outcome, update.outcome] == [.pending, .pending])
    try story.respond(.match)
    #expect(policy.outcome == .success(.biometry))
    #expect(read.outcome == .items(["value of K"]))
    #expect(update.outcome == .updated(1))
    #expect(story.events.count { if case .promptShown = $0 { true } else { false } } == 1)
  }

  @Test("calls of one context share the failure, each in its own terms")
  func joinedFailure() throws {
    let (story, client) = try Story.with(.biometryAny)
    let context = try client.createContext()
    let policy = client.evaluate(.biometrics, in: context)
    let read = client.read(in: context)
    try story.respond(.tapCancel)
    #expect(policy.outcome == .error(.userCancel))
    #expect(read.outcome == .status(.userCanceled))
    #expect(story.prompt == nil)
  }

  @Test("who joined a prompt that showed too little asks again")
  func joinedMore() throws {
    let (story, client) = try Story.with(.biometryAny)
    client.add("P", .devicePasscode)
    let context = try client.createContext()
    let policy = client.evaluate(.owner, in: context)
    let (biometric, passcode) = (client.read("K", in: context), client.read("P", in: context))
    try story.respond(.match)
    #expect(policy.outcome == .success(.biometry))
    #expect(biometric.outcome == Self.value)
    #expect(passcode.outcome == .pending)
    #expect(story.prompt?.pane == .passcode)
    try story.respond(.enterPasscode("1234"))
    #expect(passcode.outcome == .items(["value of P"]))
  }

  @Test("two access controls that ask for different people are two questions")
  func joinedControls() throws {
    let story = try Story()
    let client = story.connect()
    let context = try client.createContext()
    let biometry = client.evaluate(control: .biometryAny, in: context)
    let same = client.evaluate(control: .biometryCurrentSet, in: context)
    let passcode = client.evaluate(control: .devicePasscode, in: context)
    try story.respond(.match)
    #expect(biometry.outcome == .success(.biometry) && same.outcome == .success(.biometry))
    #expect(passcode.outcome == .pending)
    try story.respond(.tapCancel)
    #expect(passcode.outcome == .error(.userCancel))
  }

  @Test("a call that joined is withdrawn by itself, and asks for itself when the first one is withdrawn")
  func joinedCancel() throws {
    let (story, client) = try Story.with(.biometryAny)
    let context = try client.createContext()
    let policy = client.evaluate(.biometrics, in: context)
    let (read, other) = (
      client.read(in: context), client.read(in: context) { $0.returning.attributes = true }
    )
    try story.verb(.cancelCall(other.id))
    #expect(other.outcome == .failure(.cancelled))
    #expect(policy.outcome == .pending && read.outcome == .pending)
    try story.verb(.cancelCall(policy.id))
    #expect(policy.outcome == .failure(.cancelled))
    #expect(story.prompt?.purpose == .secItemCopyMatching)
    try story.respond(.match)
    #expect(read.outcome == Self.value)
  }

  @Test("with the screen shared in turns, a context's calls wait together")
  func queued() throws {
    let (story, client) = try Story.with(.biometryAny, on: .knob { $0.concurrency = .serialize })
    client.add("P", .devicePasscode)
    let context = try client.createContext()
    let first = client.evaluate(.biometrics)
    let (second, third) = (client.read("K", in: context), client.read("P", in: context))
    try story.respond(.match)
    #expect(first.outcome == .success(.biometry) && second.outcome == .pending)
    try story.respond(.match)
    #expect(second.outcome == Self.value && third.outcome == .pending)
    try story.respond(.enterPasscode("1234"))
    #expect(third.outcome == .items(["value of P"]))
  }
}
