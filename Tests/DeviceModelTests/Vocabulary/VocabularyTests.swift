import DeviceModel
import Testing

/// Section 2 of the rulebook.
@Suite("Vocabulary")
struct VocabularyTests {
  @Test("policies have Apple's numbers, and the case names on the wire")
  func policies() {
    let numbers = Dictionary(uniqueKeysWithValues: Policy.allCases.map { ($0.rawValue, $0.number) })
    #expect(
      numbers == [
        "deviceOwnerAuthenticationWithBiometrics": 1, "deviceOwnerAuthentication": 2,
        "deviceOwnerAuthenticationWithCompanion": 3, "deviceOwnerAuthenticationWithBiometricsOrCompanion": 4,
      ])
    for policy in Policy.allCases { #expect(Policy.names.contains { $0 == (policy.rawValue, policy) }) }
    #expect(Policy.names.contains { $0 == ("biometrics", .deviceOwnerAuthenticationWithBiometrics) })
    #expect(Set(Policy.names.map(\.name)).count == Policy.names.count)
  }

  @Test("sensors have Apple's numbers")
  func sensors() {
    #expect(
      BiometryType.allCases.map { "\($0) \($0.number)" } == [
        "none 0", "touchID 1", "faceID 2", "opticID 4",
      ])
  }

  /// Apple's numbers.
  private static let errors: [(LAErrorCode, Int)] = [
    (.authenticationFailed, -1), (.userCancel, -2), (.userFallback, -3), (.systemCancel, -4),
    (.passcodeNotSet, -5), (.biometryNotAvailable, -6), (.biometryNotEnrolled, -7), (.biometryLockout, -8),
    (.appCancel, -9), (.invalidContext, -10), (.companionNotAvailable, -11), (.biometryNotPaired, -12),
    (.biometryDisconnected, -13), (.invalidDimensions, -14), (.notInteractive, -1004),
  ]

  @Test("errors have Apple's numbers")
  func errors() {
    for (code, number) in Self.errors { #expect(code.rawValue == number) }
  }

  @Test("the defaults of a device are those of section 1 of the rulebook")
  func defaults() throws {
    let state = try Story(clock: .real).state
    var expected = DeviceState()
    expected.identities = ["face-1"]
    expected.passcodeSet = true
    expected.clock = .init(mode: .real, monotonic: .zero, wall: Story.wallTime)
    #expect(state == expected)
    #expect(state.biometryType == .faceID && state.enrolled && state.unlockedSinceBoot)
    #expect(state.passcodeRetryAfter == .zero && state.lastUnlock == nil && state.apps.isEmpty)
    #expect(!state.companion.isNear && state.prompt == nil && !state.deviceLocked && !state.lockedOut)
  }
}
