import AppLock
import DeviceSimulatorTesting
import Observation
import Testing

@MainActor @Suite("The lock")
struct LockModelTests {
  private let time = Time()

  /// The time of day in the app, which passes when the test says so.
  @MainActor private final class Time {
    var now = ContinuousClock.now
    func pass(_ duration: Duration) { now += duration }
  }

  private func makeModel() -> LockModel {
    LockModel(
      authenticator: DeviceAuthenticator(), reason: "Open the diary", gracePeriod: .seconds(60)
    ) { [time] in time.now }
  }

  /// The lock of a user who is in.
  private func makeOpenModel(_ device: SimulatedDevice) async throws -> LockModel {
    let model = makeModel()
    async let unlocking: Void = model.unlock()
    try await device.match()
    await unlocking
    #expect(model.state == .unlocked)
    return model
  }

  @Test("is shut at first, and opens to the owner")
  func unlock() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let model = makeModel()
      #expect(model.state == .locked)
      async let unlocking: Void = model.unlock()
      try await device.waitFor(.promptShown)
      #expect(model.state == .unlocking)
      try await device.matchingFace()
      await unlocking
      #expect(model.state == .unlocked)
    }
  }

  @Test("stays shut after a cancel, and says nothing about it")
  func cancel() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let model = makeModel()
      async let unlocking: Void = model.unlock()
      try await device.tapCancel()
      await unlocking
      #expect(model.state == .locked)
      #expect(model.notice == nil)
    }
  }

  @Test("cancels its prompt")
  func takeBack() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let model = makeModel()
      async let unlocking: Void = model.unlock()
      try await device.waitFor(.promptShown)
      await model.cancelUnlock()
      await unlocking
      #expect(model.state == .locked)
      #expect(model.notice == nil)
    }
  }

  @Test("says that it did not recognise a stranger, until the owner tries")
  func stranger() async throws {
    try await withSimulatedDevice(.touchID) { device in
      let model = makeModel()
      async let unlocking: Void = model.unlock()
      for _ in 1...3 { try await device.nonMatchingFinger() }
      await unlocking
      #expect(model.state == .locked)
      #expect(model.notice == .notRecognised)

      async let again: Void = model.unlock()
      try await device.waitFor(.promptShown)
      #expect(model.notice == nil)
      try await device.matchingFinger()
      await again
      #expect(model.state == .unlocked)
    }
  }

  @Test("asks for the passcode when the user taps the fallback button")
  func fallback() async throws {
    try await withSimulatedDevice(.touchID) { device in
      let model = makeModel()
      async let unlocking: Void = model.unlock()
      try await device.nonMatchingFinger()
      try await device.tapFallback()
      // The second prompt is for the finger or the passcode, so its own fallback button leads there.
      try await device.nonMatchingFinger()
      try await device.tapFallback()
      try await device.enterPasscode("1234")
      await unlocking
      #expect(model.state == .unlocked)
    }
  }

  @Test("goes on with the passcode when the scans lock the sensor out")
  func lockout() async throws {
    try await withSimulatedDevice(.touchID, .failedAttempts(3)) { device in
      let model = makeModel()
      async let unlocking: Void = model.unlock()
      try await device.nonMatchingFinger()
      try await device.nonMatchingFinger()
      try await device.enterPasscode("1234")
      await unlocking
      #expect(model.state == .unlocked)
      #expect(try await device.state().failedAttempts == 0)
    }
  }

  @Test(
    "opens by the passcode where the sensor cannot help",
    arguments: [
      SimulatedDevice.StateChange.enrolled(false), .lockedOut(true), .biometryType(.none),
    ])
  func passcodeOnly(_ obstacle: SimulatedDevice.StateChange) async throws {
    try await withSimulatedDevice(.touchID) { device in
      try await device.set(obstacle)
      let model = makeModel()
      async let unlocking: Void = model.unlock()
      try await device.enterPasscode("1234")
      await unlocking
      #expect(model.state == .unlocked)
    }
  }

  @Test("goes on with the passcode when the user denies Face ID")
  func denied() async throws {
    try await withSimulatedDevice(.faceID, permission: .notDetermined) { device in
      let model = makeModel()
      async let unlocking: Void = model.unlock()
      try await device.denyPermission()
      try await device.enterPasscode("1234")
      await unlocking
      #expect(model.state == .unlocked)
    }
  }

  @Test("asks the user to set a passcode where there is none")
  func noPasscode() async throws {
    try await withSimulatedDevice(.faceID, .passcode(nil)) { device in
      let model = makeModel()
      await model.unlock()
      #expect(model.state == .locked)
      #expect(model.notice == .setPasscode)
      try await device.setPasscode("8642")
      try await device.enroll()
      async let unlocking: Void = model.unlock()
      try await device.matchingFace()
      await unlocking
      #expect(model.state == .unlocked)
    }
  }

  @Test("asks once, however often the button is tapped")
  func impatience() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let model = makeModel()
      async let unlocking: Void = model.unlock()
      try await device.waitFor(.promptShown)
      await model.unlock()
      try await device.matchingFace()
      await unlocking
      #expect(model.state == .unlocked)
      #expect(device.promptCount == 1)
    }
  }

  @Test("loses its prompt to the background, and asks again afterwards")
  func backgroundDuringPrompt() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let model = makeModel()
      async let unlocking: Void = model.unlock()
      try await device.waitFor(.promptShown)
      try await device.backgroundApp()
      model.didEnterBackground()
      await unlocking
      #expect(model.state == .locked)
      #expect(model.notice == nil)

      try await device.activateApp()
      model.willEnterForeground()
      async let again: Void = model.unlock()
      try await device.matchingFace()
      await again
      #expect(model.state == .unlocked)
    }
  }

  @Test("is not opened from behind the lock screen")
  func deviceLocked() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let model = try await makeOpenModel(device)
      try await device.lock()
      model.lock()
      await model.unlock()
      #expect(model.state == .locked)
      #expect(model.notice == nil)
    }
  }

  @Test("stays open for a user who comes back within the grace period")
  func shortAbsence() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let model = try await makeOpenModel(device)
      for _ in 1...3 {
        model.didEnterBackground()
        time.pass(.seconds(59))
        model.willEnterForeground()
      }
      #expect(model.state == .unlocked)
    }
  }

  @Test("counts only the time off screen")
  func longPresence() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let model = try await makeOpenModel(device)
      model.didEnterBackground()
      model.willEnterForeground()
      time.pass(.seconds(3600))
      model.willEnterForeground()
      #expect(model.state == .unlocked)
    }
  }

  @Test("shuts when the grace period has passed, and asks again")
  func longAbsence() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let model = try await makeOpenModel(device)
      model.didEnterBackground()
      time.pass(.seconds(60))
      model.willEnterForeground()
      #expect(model.state == .locked)

      async let unlocking: Void = model.unlock()
      try await device.matchingFace()
      await unlocking
      #expect(model.state == .unlocked)
    }
  }

  @Test("without a grace period shuts whenever the app leaves the screen")
  func noGracePeriod() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let model = LockModel(
        authenticator: DeviceAuthenticator(), reason: "Open the diary", gracePeriod: .zero)
      async let unlocking: Void = model.unlock()
      try await device.matchingFace()
      await unlocking
      model.didEnterBackground()
      model.willEnterForeground()
      #expect(model.state == .locked)
    }
  }

  @Test("is told to views")
  func observation() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let model = makeModel()
      try await confirmation("the state changes") { changed in
        withObservationTracking {
          _ = model.state
        } onChange: {
          changed()
        }
        async let unlocking: Void = model.unlock()
        try await device.matchingFace()
        await unlocking
      }
    }
  }

  @Test("does not survive the app without a usage description")
  func noUsageDescription() async throws {
    try await withSimulatedDevice(.faceID, usageDescription: false) { device in
      let model = makeModel()
      await model.unlock()
      #expect(model.state == .locked)
      #expect(model.notice == .notWorking)
      let app = try await device.state().apps[device.app]
      #expect(app?.state == .notRunning)
    }
  }
}
