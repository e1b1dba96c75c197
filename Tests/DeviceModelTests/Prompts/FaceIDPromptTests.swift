import DeviceModel
import Schema
import Testing

/// Section 4 of the rulebook, "Inside the prompt".
@Suite("Face ID's and Optic ID's prompt")
struct FaceIDPromptTests {
  private static let sensors = BiometryType.withDialogs
  private static let fail: [PromptResponse] = [.nonMatch, .tapTryAgain, .nonMatch]

  static let biometricsRows: [PromptRow] = [
    PromptRow(
      "at first there is a cancel button only", on: sensors, when: [],
      .shows(.biometry, [.cancel], scanning: true), failed: 0),
    PromptRow("a match succeeds", on: sensors, when: [.match], .ends(.success(.biometry)), failed: 0),
    PromptRow("cancel", on: sensors, when: [.tapCancel], .ends(.error(.userCancel)), failed: 0),
    PromptRow(
      "the first failure asks to try again", on: sensors, when: [.nonMatch],
      .shows(.biometry, [.tryAgain, .cancel], scanning: false), failed: 1),
    PromptRow(
      "a match succeeds over that dialog", on: sensors, when: [.nonMatch, .match], .ends(.success(.biometry)),
      failed: 0),
    PromptRow(
      "trying again resumes scanning", on: sensors, when: [.nonMatch, .tapTryAgain],
      .shows(.biometry, [.cancel], scanning: true), failed: 1),
    PromptRow(
      "a match after trying again", on: sensors, when: [.nonMatch, .tapTryAgain, .match],
      .ends(.success(.biometry)), failed: 0),
    PromptRow(
      "cancel on the first dialog", on: sensors, when: [.nonMatch, .tapCancel], .ends(.error(.userCancel)),
      failed: 1),
    PromptRow(
      "the second failure ends scanning", on: sensors, when: fail,
      .shows(.biometry, [.fallback, .cancel], scanning: false), failed: 2),
    PromptRow(
      "fallback on the last dialog", on: sensors, when: fail + [.tapFallback], .ends(.error(.userFallback)),
      failed: 2),
    PromptRow(
      "cancel on the last dialog", on: sensors, when: fail + [.tapCancel], .ends(.error(.userCancel)),
      failed: 2),
    PromptRow(
      "the fifth in a row locks out and shows the last dialog at once", on: sensors, .failedAttempts(4),
      when: [.nonMatch], .shows(.biometry, [.fallback, .cancel], scanning: false), failed: 5, lockedOut: true),
    PromptRow(
      "that dialog ends with fallback", on: sensors, .failedAttempts(4), when: [.nonMatch, .tapFallback],
      .ends(.error(.userFallback)), failed: 5, lockedOut: true),
    PromptRow(
      "or with cancel", on: sensors, .failedAttempts(4), when: [.nonMatch, .tapCancel],
      .ends(.error(.userCancel)), failed: 5, lockedOut: true),
    PromptRow(
      "the knob ends the prompt with the lockout", on: sensors, .failedAttempts(4),
      .knob { $0.lockoutEndsFaceIDPrompt = true }, when: [.nonMatch], .ends(.error(.biometryLockout)),
      failed: 5,
      lockedOut: true),
    PromptRow(
      "an empty title leaves cancel only after the second failure", on: sensors, title: "", when: fail,
      .shows(.biometry, [.cancel], scanning: false), failed: 2),
    PromptRow(
      "an empty title keeps the first dialog", on: sensors, title: "", when: [.nonMatch],
      .shows(.biometry, [.tryAgain, .cancel], scanning: false), failed: 1),
    PromptRow(
      "an empty title locked out leaves cancel only", on: sensors, .failedAttempts(4), title: "",
      when: [.nonMatch], .shows(.biometry, [.cancel], scanning: false), failed: 5, lockedOut: true),
    PromptRow(
      "the knob ends the call at the second failure of an empty title", on: sensors,
      .knob { $0.emptyFallbackSecondFailure = .fail }, title: "", when: fail,
      .ends(.error(.authenticationFailed)), failed: 2),
    PromptRow(
      "that knob is nothing to another title", on: sensors, .knob { $0.emptyFallbackSecondFailure = .fail },
      title: "PIN", when: fail, .shows(.biometry, [.fallback, .cancel], scanning: false), failed: 2),
  ]

  static let ownerRows: [PromptRow] = [
    PromptRow(
      "the owner's prompt begins with biometry", on: sensors, policy: .owner, when: [],
      .shows(.biometry, [.cancel], scanning: true), failed: 0),
    PromptRow(
      "a match succeeds for the owner", on: sensors, policy: .owner, when: [.match],
      .ends(.success(.biometry)),
      failed: 0),
    PromptRow(
      "the second failure shows fallback and cancel", on: sensors, policy: .owner, when: fail,
      .shows(.biometry, [.fallback, .cancel], scanning: false), failed: 2),
    PromptRow(
      "fallback is the passcode pane", on: sensors, policy: .owner, when: fail + [.tapFallback],
      .shows(.passcode, [.cancel], scanning: false), failed: 2),
    PromptRow(
      "with an empty title the pane comes at once", on: sensors, policy: .owner, title: "", when: fail,
      .shows(.passcode, [.cancel], scanning: false), failed: 2),
    PromptRow(
      "the knob for empty titles is nothing to the owner", on: sensors,
      .knob { $0.emptyFallbackSecondFailure = .fail }, policy: .owner, title: "", when: fail,
      .shows(.passcode, [.cancel], scanning: false), failed: 2),
    PromptRow(
      "the lockout is the passcode pane", on: sensors, .failedAttempts(4), policy: .owner, when: [.nonMatch],
      .shows(.passcode, [.cancel], scanning: false), failed: 5, lockedOut: true),
    PromptRow(
      "the knob for lockouts is nothing to the owner", on: sensors, .failedAttempts(4),
      .knob { $0.lockoutEndsFaceIDPrompt = true }, policy: .owner, when: [.nonMatch],
      .shows(.passcode, [.cancel], scanning: false), failed: 5, lockedOut: true),
    PromptRow(
      "the right passcode succeeds and clears everything", on: sensors, .failedAttempts(4), policy: .owner,
      when: [.nonMatch, .enterPasscode("1234")], .ends(.success(.passcode)), failed: 0),
    PromptRow(
      "cancel on the first dialog", on: sensors, policy: .owner, when: [.nonMatch, .tapCancel],
      .ends(.error(.userCancel)), failed: 1),
    PromptRow(
      "cancel on the last dialog", on: sensors, policy: .owner, when: fail + [.tapCancel],
      .ends(.error(.userCancel)), failed: 2),
    PromptRow(
      "cancel on the passcode pane", on: sensors, policy: .owner, when: fail + [.tapFallback, .tapCancel],
      .ends(.error(.userCancel)), failed: 2),
  ]

  @Test("biometrics", arguments: biometricsRows)
  func biometrics(_ row: PromptRow) throws { try row.play() }

  @Test("owner", arguments: ownerRows)
  func owner(_ row: PromptRow) throws { try row.play() }

  @Test("over the first dialog a further non-match is dropped and not counted")
  func droppedNonMatch() throws {
    let story = try Story()
    let call = story.connect().evaluate(.biometrics)
    try story.respond(.nonMatch)
    let prompt = story.prompt
    #expect(story.undelivered(.nonMatch) == .tryAgainShown)
    #expect(story.undelivered(.match(by: "nobody")) == .tryAgainShown)
    #expect(story.prompt == prompt)
    #expect(story.state.failedAttempts == 1)
    #expect(call.outcome == .pending)
  }

  @Test("over the last dialog no scan is delivered", arguments: [Policy.biometrics, .owner])
  func scanningEnded(_ policy: Policy) throws {
    let story = try Story()
    let call = story.connect().evaluate(policy)
    try story.respond(Self.fail)
    #expect(story.undelivered(.match) == .scanningEnded)
    #expect(story.undelivered(.nonMatch) == .scanningEnded)
    #expect(story.lacksControl(for: .tapTryAgain))
    #expect(call.outcome == .pending)
    #expect(story.state.failedAttempts == 2)
  }

  @Test("after a lockout the next call is refused at once")
  func afterLockout() throws {
    let story = try Story(.failedAttempts(4))
    let app = story.connect()
    app.evaluate(.biometrics)
    try story.respond([.nonMatch, .tapFallback])
    #expect(app.evaluate(.biometrics).outcome == .error(.biometryLockout))
    #expect(story.events.count { if case .promptShown = $0 { true } else { false } } == 1)
  }
}
