import DeviceModel
import Testing

/// A row of the tables of the prompt: what people did, and what is then on screen or answered.
struct PromptRow: Sendable, CustomTestStringConvertible {
  /// What the prompt shows, or how its call ended.
  enum Expectation: Equatable, Sendable {
    case shows(Pane, [Button], scanning: Bool)
    case ends(Outcome)
  }

  let testDescription: String
  var sensors: [BiometryType]
  var settings: [Setting] = []
  var policy = Policy.biometrics
  /// `nil`: the default title.
  var title: String?
  let steps: [PromptResponse]
  let expected: Expectation
  let failedAttempts: Int
  var isLockedOut = false

  init(
    _ name: String, on sensors: [BiometryType], _ settings: Setting..., policy: Policy = .biometrics,
    title: String? = nil, when steps: [PromptResponse], _ expected: Expectation, failed: Int,
    lockedOut: Bool = false
  ) {
    testDescription = name
    self.sensors = sensors
    self.settings = settings
    self.policy = policy
    self.title = title
    self.steps = steps
    self.expected = expected
    failedAttempts = failed
    isLockedOut = lockedOut
  }

  /// Plays the row on each of its sensors.
  func play() throws {
    for sensor in sensors {
      let story = try Story([.sensor(sensor)] + settings)
      let call = story.connect().evaluate(policy) { $0.fallbackTitle = title }
      try story.respond(steps)
      switch expected {
      case .ends(let outcome):
        #expect(call.outcome == outcome, "\(sensor)")
        #expect(story.prompt == nil, "\(sensor)")
        #expect(story.appState() == .foreground, "\(sensor)")
      case .shows(let pane, let buttons, let isScanning):
        #expect(call.outcome == .pending, "\(sensor)")
        #expect(story.prompt?.pane == pane, "\(sensor)")
        #expect(story.prompt?.buttons == buttons, "\(sensor)")
        #expect(story.prompt?.isScanning == isScanning, "\(sensor)")
        #expect(story.appState() == .inactive, "\(sensor)")
      }
      #expect(story.state.failedAttempts == failedAttempts, "\(sensor)")
      #expect(story.state.lockedOut == isLockedOut, "\(sensor)")
    }
  }
}
