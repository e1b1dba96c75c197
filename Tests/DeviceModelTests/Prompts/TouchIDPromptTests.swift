import DeviceModel
import Testing

/// Section 4 of the rulebook, "Inside the prompt".
@Suite("Touch ID's prompt")
struct TouchIDPromptTests {
  private static let sensor = [BiometryType.touchID]

  static let biometricsRows: [PromptRow] = [
    PromptRow(
      "at first there is a cancel button only", on: sensor, when: [],
      .shows(.biometry, [.cancel], scanning: true), failed: 0),
    PromptRow("a match succeeds", on: sensor, when: [.match], .ends(.success(.biometry)), failed: 0),
    PromptRow("cancel", on: sensor, when: [.tapCancel], .ends(.error(.userCancel)), failed: 0),
    PromptRow(
      "the first failure brings the fallback button, and scanning goes on", on: sensor, when: [.nonMatch],
      .shows(.biometry, [.fallback, .cancel], scanning: true), failed: 1),
    PromptRow(
      "a match after one failure resets the count", on: sensor, when: [.nonMatch, .match],
      .ends(.success(.biometry)), failed: 0),
    PromptRow(
      "fallback after a failure", on: sensor, when: [.nonMatch, .tapFallback], .ends(.error(.userFallback)),
      failed: 1),
    PromptRow(
      "cancel after a failure", on: sensor, when: [.nonMatch, .tapCancel], .ends(.error(.userCancel)),
      failed: 1),
    PromptRow(
      "the second failure goes on as well", on: sensor, when: [.nonMatch, .nonMatch],
      .shows(.biometry, [.fallback, .cancel], scanning: true), failed: 2),
    PromptRow(
      "a match after two", on: sensor, when: [.nonMatch, .nonMatch, .match], .ends(.success(.biometry)),
      failed: 0),
    PromptRow(
      "the third failure ends the call", on: sensor, when: [.nonMatch, .nonMatch, .nonMatch],
      .ends(.error(.authenticationFailed)), failed: 3),
    PromptRow(
      "the fifth in a row locks out", on: sensor, .failedAttempts(4), when: [.nonMatch],
      .ends(.error(.biometryLockout)), failed: 5, lockedOut: true),
    PromptRow(
      "the fifth in a row wins over the third here", on: sensor, .failedAttempts(2),
      when: [.nonMatch, .nonMatch, .nonMatch], .ends(.error(.biometryLockout)), failed: 5, lockedOut: true),
    PromptRow(
      "an empty title has no fallback button", on: sensor, title: "", when: [.nonMatch, .nonMatch],
      .shows(.biometry, [.cancel], scanning: true), failed: 2),
    PromptRow(
      "an empty title still ends with the third failure", on: sensor, title: "",
      when: [.nonMatch, .nonMatch, .nonMatch], .ends(.error(.authenticationFailed)), failed: 3),
    PromptRow(
      "a title of its own is a button as well", on: sensor, title: "Use PIN",
      when: [.nonMatch, .tapFallback],
      .ends(.error(.userFallback)), failed: 1),
    PromptRow(
      "a companion near changes nothing for the sensor", on: sensor, .companionNear,
      policy: .biometricsOrCompanion, when: [.nonMatch, .nonMatch, .nonMatch],
      .ends(.error(.authenticationFailed)), failed: 3),
  ]

  static let ownerRows: [PromptRow] = [
    PromptRow(
      "the owner's prompt begins with biometry", on: sensor, policy: .owner, when: [],
      .shows(.biometry, [.cancel], scanning: true), failed: 0),
    PromptRow(
      "a match succeeds for the owner", on: sensor, policy: .owner, when: [.match],
      .ends(.success(.biometry)),
      failed: 0),
    PromptRow(
      "the owner's fallback is the passcode pane", on: sensor, policy: .owner,
      when: [.nonMatch, .tapFallback],
      .shows(.passcode, [.cancel], scanning: false), failed: 1),
    PromptRow(
      "the third failure as well", on: sensor, policy: .owner, when: [.nonMatch, .nonMatch, .nonMatch],
      .shows(.passcode, [.cancel], scanning: false), failed: 3),
    PromptRow(
      "the lockout as well", on: sensor, .failedAttempts(4), policy: .owner, when: [.nonMatch],
      .shows(.passcode, [.cancel], scanning: false), failed: 5, lockedOut: true),
    PromptRow(
      "with an empty title too", on: sensor, policy: .owner, title: "",
      when: [.nonMatch, .nonMatch, .nonMatch],
      .shows(.passcode, [.cancel], scanning: false), failed: 3),
    PromptRow(
      "the right passcode succeeds and clears everything", on: sensor, .failedAttempts(4), policy: .owner,
      when: [.nonMatch, .enterPasscode("1234")], .ends(.success(.passcode)), failed: 0),
    PromptRow(
      "a wrong passcode is no failed scan", on: sensor, policy: .owner,
      when: [.nonMatch, .tapFallback, .enterPasscode("0000")],
      .shows(.passcode, [.cancel], scanning: false), failed: 1),
    PromptRow(
      "cancel on the passcode pane", on: sensor, policy: .owner, when: [.nonMatch, .tapFallback, .tapCancel],
      .ends(.error(.userCancel)), failed: 1),
  ]

  @Test("biometrics", arguments: biometricsRows)
  func biometrics(_ row: PromptRow) throws { try row.play() }

  @Test("owner", arguments: ownerRows)
  func owner(_ row: PromptRow) throws { try row.play() }

  @Test("each failure is told, with the count and the buttons that come of it")
  func tells() throws {
    let story = try Story(.touchID)
    story.connect().evaluate(.biometrics)
    let mark = story.mark
    let report = try story.respond(.nonMatch)
    let prompt = try #require(story.prompt)
    #expect(prompt.attempt == 1)
    #expect(report.prompt == prompt.id && !report.matched)
    #expect(report.outcome == .pending && report.failedAttempts == 1)
    #expect(
      story.events(since: mark) == [
        .scan(prompt: prompt.id, matched: false, failedAttempts: 1), .promptUpdated(prompt),
      ])
  }

  @Test("there is nothing to try again")
  func noTryAgain() throws {
    let story = try Story(.touchID)
    story.connect().evaluate(.biometrics)
    #expect(story.lacksControl(for: .tapTryAgain))
    try story.respond(.nonMatch)
    #expect(story.lacksControl(for: .tapTryAgain))
  }
}
