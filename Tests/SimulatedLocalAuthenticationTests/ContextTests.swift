import DeviceSimulatorTesting
import LocalAuthentication
import SimulatedLocalAuthentication
import Synchronization
import Testing

@Suite struct ContextTests {
  @Test("the sensor is unknown until the first check or evaluation, whatever that says")
  func biometryType() async throws {
    try await withSimulatedDevice(.opticID, .enrolled(false)) { _ in
      let context = LAContext()
      #expect(context.biometryType == .none)
      #expect(context.obstacle() == .biometryNotEnrolled)
      #expect(context.biometryType == .opticID)
      #expect(LAContext().biometryType == .none)
      let other = LAContext()
      await #expect {
        try await other.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "x")
      } throws: { LAError.biometryNotEnrolled ~= $0 }
      #expect(other.biometryType == .opticID)
    }
  }

  @Test(
    "a fresh context's domain state tells the sensor, a hash while somebody is enrolled, and who is in reach")
  func freshDomainState() async throws {
    try await withSimulatedDevice(.touchID) { device in
      let alone = LAContext().domainState
      #expect(alone.biometry.biometryType == .touchID)
      #expect(alone.biometry.stateHash != nil && alone.stateHash == alone.biometry.stateHash)
      #expect(alone.companion.availableCompanionTypes == [] && alone.companion.stateHash == nil)
      #expect(LAContext().domainState == alone)
      try await device.set(.companionNear(true))
      let near = LAContext().domainState
      #expect(near.companion.availableCompanionTypes == [.watch])
      #expect(near.companion.stateHash == near.companion.stateHash(for: .watch))
      #expect(near.companion.stateHash(for: .mac) == nil && near.stateHash != alone.stateHash)
      try await device.enroll("finger-2")
      #expect(LAContext().domainState.biometry.stateHash != alone.biometry.stateHash)
      try await device.unenroll()
      #expect(LAContext().domainState.biometry.stateHash == nil)
    }
  }

  @Test("the domain state is there after a biometric check or match, and changes with the enrolment")
  func domainState() async throws {
    try await withSimulatedDevice(.touchID) { device in
      let context = LAContext()
      #expect(context.evaluatedPolicyDomainState == nil)
      #expect(context.obstacle(.deviceOwnerAuthentication) == nil)
      #expect(context.evaluatedPolicyDomainState == nil)
      #expect(context.obstacle() == nil)
      let before = try #require(context.evaluatedPolicyDomainState)
      #expect(context.domainState.biometry.stateHash == before)
      #expect(context.domainState.biometry.biometryType == .touchID)
      try await device.enroll("finger-2")
      let other = LAContext()
      #expect(other.obstacle() == nil)
      #expect(other.evaluatedPolicyDomainState != before)
      try await device.unenroll()
      #expect(other.obstacle() == .biometryNotEnrolled)
      #expect(other.evaluatedPolicyDomainState == nil)
    }
  }

  @Test("a handler is called once, on a queue of its own and not within the call")
  func handler() async throws {
    try await withSimulatedDevice(.faceID, .enrolled(false)) { device in
      let calls = Atomic(0)
      let context = LAContext()
      await withCheckedContinuation { done in
        let caller = pthread_self()
        let replied = DispatchSemaphore(value: 0)
        context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "x") {
          success, error in
          #expect(pthread_self() != caller)
          #expect(!success)
          #expect((error as? LAError)?.code == .biometryNotEnrolled)
          calls.add(1, ordering: .relaxed)
          replied.signal()
        }
        // The caller stays in its thread, so that no other work gets that.
        #expect(replied.wait(timeout: .now() + 10) == .success)
        done.resume()
      }
      try await device.lock()
      #expect(calls.load(ordering: .relaxed) == 1)
    }
  }

  @Test("what a prompt shows comes from the context")
  func promptOptions() async throws {
    try await withSimulatedDevice(.touchID) { device in
      let context = LAContext()
      #expect(context.obstacle() == nil)
      context.localizedFallbackTitle = "Use PIN"
      context.localizedCancelTitle = "Not now"
      async let result = authenticate(with: context)
      let prompt = try #require(try await device.waitFor(.promptShown).prompt)
      #expect(prompt.reason == "Open the vault")
      #expect(prompt.fallbackTitle == "Use PIN")
      #expect(prompt.cancelTitle == "Not now")
      try await device.nonMatchingFinger()
      try await device.tapFallback()
      #expect(await result == .userFallback)
    }
  }

  @Test("an empty fallback title is no button, and none is the default one")
  func fallbackTitle() async throws {
    try await withSimulatedDevice(.touchID) { device in
      let context = LAContext()
      context.localizedFallbackTitle = ""
      async let result = authenticate(with: context)
      try await device.nonMatchingFinger()
      #expect(try await device.state().prompt?.buttons == [.cancel])
      try await device.tapCancel()
      #expect(await result == .userCancel)
    }
  }

  @Test("a context that allows no interaction fails rather than prompts")
  func notInteractive() async throws {
    try await withSimulatedDevice { device in
      let context = LAContext()
      context.interactionNotAllowed = true
      #expect(await authenticate(with: context) == .notInteractive)
      // The answer to any call comes after the events before it.
      let state = try await device.state()
      #expect(state.prompt == nil)
      #expect(!device.events.contains { $0.kind == .promptShown })
    }
  }

  @Test("a biometric unlock counts for as long as a context lets it")
  func reuse() async throws {
    try await withSimulatedDevice(.touchID, clock: .manual) { device in
      #expect(LAContext().obstacle() == nil)
      try await device.lock()
      try await device.unlock()
      try await device.advanceClock(by: .seconds(9))
      func context(reusing duration: TimeInterval) -> LAContext {
        let context = LAContext()
        context.touchIDAuthenticationAllowableReuseDuration = duration
        return context
      }
      #expect(await authenticate(with: context(reusing: 10)) == nil)
      #expect(await authenticate(with: context(reusing: .infinity)) == nil)
      async let tooLate = authenticate(with: context(reusing: 8))
      try await device.tapCancel()
      #expect(await tooLate == .userCancel)
    }
  }

  @Test("a context that was authenticated asks no more, a fresh one does")
  func authenticated() async throws {
    try await withSimulatedDevice { device in
      let context = LAContext()
      try await device.arm(.matchingFace)
      try await context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "x")
      try await context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "x")
      async let fresh = authenticate()
      try await device.tapCancel()
      #expect(await fresh == .userCancel)
    }
  }
}
