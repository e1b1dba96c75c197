import DeviceModel
import JSON
import Testing

/// Which states an exploration takes for one.
@Suite("The normal form")
struct NormalFormTests {
  @Test("numbers of calls and prompts, past enrolments, and the time are no difference")
  func counts() throws {
    let story = try Story()
    try cancelPrompt(story)
    let once = normalForm(story)
    try cancelPrompt(story)
    try story.verb(.enroll(identity: "anna"))
    try story.verb(.unenroll(identity: "anna"))
    try story.advance(.seconds(100))
    #expect(normalForm(story) == once)
    try story.respond(toNewPrompt: .nonMatch)
    #expect(normalForm(story) != once)
  }

  @Test("how long ago a biometric unlock was counts as long as it may be reused", arguments: [1, 299, 300])
  func unlocks(_ age: Int) throws {
    let story = try Story()
    try story.verb(.lock)
    try story.verb(.unlock(.biometry(identity: nil)))
    try story.advance(.seconds(Double(age)))
    let young = normalForm(story)
    try story.advance(.seconds(301))
    let old = normalForm(story)
    try story.advance(.seconds(1))
    #expect(young != old && normalForm(story) == old)
  }

  private func cancelPrompt(_ story: Story) throws { try story.respond(toNewPrompt: .tapCancel) }

  private func normalForm(_ story: Story) -> [UInt8] {
    var writer = JSONWriter()
    story.device.writeNormalForm(into: &writer)
    return writer.bytes
  }
}

extension Story {
  fileprivate func respond(toNewPrompt response: PromptResponse) throws {
    send(.evaluate(app: nil, EvaluationRequest(policy: .biometrics, reason: "to sign in")))
    try respond(response)
  }
}
