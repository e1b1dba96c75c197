import DeviceModel
import Testing

/// Section 4 of the rulebook: what two failures show with every sensor, policy and fallback title, and what
/// tapping fallback then does.
@Suite("The fallback title")
struct FallbackTitleTests {
  private static let titles: [String?] = [nil, "Use PIN", ""]

  /// Fails the prompt twice, the way its sensor wants it.
  private func failTwice(_ story: Story) throws {
    try story.respond(.nonMatch)
    if story.prompt?.buttons.contains(.tryAgain) == true { try story.respond(.tapTryAgain) }
    try story.respond(.nonMatch)
  }

  @Test(
    "biometrics: a title is a button that ends with userFallback; an empty one is none",
    arguments: BiometryType.sensors, titles)
  func biometrics(_ sensor: BiometryType, _ title: String?) throws {
    for policy in [Policy.biometrics, .biometricsOrCompanion] {
      let story = try Story(.sensor(sensor))
      let call = story.connect().evaluate(policy) { $0.fallbackTitle = title }
      #expect(story.prompt?.fallbackTitle == title)
      #expect(story.lacksControl(for: .tapFallback))
      try failTwice(story)
      #expect(story.prompt?.pane == .biometry)
      if title == "" {
        #expect(story.prompt?.buttons == [.cancel])
        let prompt = story.prompt
        #expect(story.lacksControl(for: .tapFallback))
        #expect(story.prompt == prompt && call.outcome == .pending)
        try story.respond(.tapCancel)
        #expect(call.outcome == .error(.userCancel))
      } else {
        #expect(story.prompt?.buttons == [.fallback, .cancel])
        #expect(try story.respond(.tapFallback).outcome == .ended)
        #expect(call.outcome == .error(.userFallback))
      }
      #expect(story.state.failedAttempts == 2)
    }
  }

  @Test(
    "owner: a title is a button that leads to the passcode; an empty one leads there by failing",
    arguments: BiometryType.sensors, titles)
  func owner(_ sensor: BiometryType, _ title: String?) throws {
    let story = try Story(.sensor(sensor))
    let call = story.connect().evaluate(.owner) { $0.fallbackTitle = title }
    #expect(story.lacksControl(for: .tapFallback))
    try failTwice(story)
    switch (sensor, title) {
    case (.touchID, ""):
      #expect(story.prompt?.buttons == [.cancel])
      try story.respond(.nonMatch)
    case (_, ""): break
    default:
      #expect(story.prompt?.buttons == [.fallback, .cancel])
      #expect(try story.respond(.tapFallback).outcome == .pending)
    }
    #expect(story.prompt?.pane == .passcode && story.prompt?.buttons == [.cancel])
    #expect(story.prompt?.id.number == 1)
    try story.respond(.enterPasscode("1234"))
    #expect(call.outcome == .success(.passcode))
  }

  @Test("companion: there is no fallback, whatever the title", arguments: BiometryType.allCases, titles)
  func companion(_ sensor: BiometryType, _ title: String?) throws {
    let story = try Story(.sensor(sensor), .companionNear)
    let call = story.connect().evaluate(.companion) { $0.fallbackTitle = title }
    #expect(story.prompt?.buttons == [.cancel])
    #expect(story.lacksControl(for: .tapFallback))
    try story.respond(.approveCompanion)
    #expect(call.outcome == .success(.companion))
  }

  @Test("no sensor: the owner's pane has no fallback, whatever the title", arguments: titles)
  func noSensor(_ title: String?) throws {
    let story = try Story(.noSensor)
    story.connect().evaluate(.owner) { $0.fallbackTitle = title }
    #expect(story.prompt?.pane == .passcode && story.prompt?.buttons == [.cancel])
  }
}
