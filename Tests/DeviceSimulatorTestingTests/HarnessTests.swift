import DeviceSimulatorTesting
import LocalAuthentication
import SimulatedLocalAuthentication
import Testing

@Suite struct HarnessTests {
  @Test("a device begins as it was asked for")
  func beginning() async throws {
    try await withSimulatedDevice(
      .touchID, .identities(["thumb", "index"]), .passcode(nil), .companionNear(true),
      app: "com.example.notes",
      permission: .denied, clock: .manual
    ) { device in
      let state = try await device.state()
      #expect(state.biometryType == .touchID)
      #expect(state.identities == ["thumb", "index"])
      #expect(!state.passcodeSet)
      #expect(state.companionNear)
      #expect(state.apps["com.example.notes"]?.permission == .denied)
      #expect(state.monotonicTime == .zero)
    }
  }

  @Test("fields and knobs change together or not at all")
  func set() async throws {
    try await withSimulatedDevice { device in
      try await device.set(.failedAttempts(2), .maxFailures(3))
      try await device.arm(.nonMatchingFace, .tapCancel)
      #expect(await authenticate() == .userCancel)
      #expect(try await device.state().lockoutReason == .failedAttempts)
      await #expect { try await device.set(.failedAttempts(-1), .passcode(nil)) } throws: {
        $0 is DeviceSimulatorError
      }
      #expect(try await device.state().passcodeSet)
    }
  }

  @Test("every knob is one that the daemon knows")
  func knobs() async throws {
    try await withSimulatedDevice { device in
      try await device.set(
        .profile(.simulator), .maxFailures(3), .passcodeNotSetFirst(true), .lockoutEndsFaceIDPrompt(true),
        .secondFailureFailsWithoutFallback(true), .concurrency(.serialize),
        .contextAuthenticationLifetime(.seconds(60)), .currentSetInvalidationIsAuthFailed(true),
        .passcodeDelays([.zero, .seconds(1.5)]), .scanLatency(.milliseconds(1)...(.milliseconds(2))),
        .falseRejectRate(0.25), .seed(7))
      try await device.set(.profile(.device), .lockoutReason(.sos), .passcodeFailures(1))
      #expect(try await device.state().lockedOut)
      try await device.set(.enrolled(false), .biometryType(.opticID), .lockedOut(false))
      #expect(try await device.state().biometryType == .opticID)
    }
  }

  @Test("a response that reaches nobody is an error with its name")
  func notDelivered() async throws {
    try await withSimulatedDevice { device in
      await #expect { try await device.matchingFace(whenPrompted: false) } throws: {
        DeviceSimulatorError.notDelivered ~= $0
      }
      await #expect { try await device.matchingFinger(whenPrompted: false) } throws: {
        DeviceSimulatorError.wrongModality ~= $0
      }
      await #expect { try await device.respond(.tapTryAgain, timeout: .milliseconds(20)) } throws: {
        DeviceSimulatorError.timeout ~= $0
      }
    }
  }

  @Test("a report says what a scan came to")
  func report() async throws {
    try await withSimulatedDevice { device in
      async let result = authenticate()
      let first = try await device.nonMatchingFace()
      #expect(!first.matched && first.outcome == .pending && first.failedAttempts == 1)
      try await device.tapTryAgain()
      let second = try await device.matchingFace("face-1")
      #expect(second.matched && second.outcome == .succeeded && second.prompt == first.prompt)
      #expect(await result == nil)
    }
  }

  @Test("armed responses that no prompt took come back, without passcodes")
  func disarm() async throws {
    try await withSimulatedDevice { device in
      try await device.arm(.matchingFace.after(.seconds(2)), .enterPasscode("1234"), .matchingFace("face-2"))
      let unused = try await device.disarm()
      #expect(unused.map(\.description) == ["matchingFace", "enterPasscode", "matchingFace(face-2)"])
      #expect(unused.first == .matchingFace.after(.seconds(2)))
    }
  }

  @Test("the permission alert comes first, and its answer is kept")
  func permission() async throws {
    try await withSimulatedDevice(permission: .notDetermined) { device in
      async let result = authenticate()
      #expect(try await device.waitFor(.promptShown).prompt?.pane == .permission)
      try await device.denyPermission()
      #expect(await result == .biometryNotAvailable)
      #expect(try await device.state().apps[device.app]?.permission == .denied)
    }
  }

  @Test("a companion approves what biometry is not asked for")
  func companion() async throws {
    try await withSimulatedDevice(.faceID, .companionNear(true)) { device in
      async let result = authenticate(.deviceOwnerAuthenticationWithCompanion)
      try await device.approveCompanion()
      #expect(await result == nil)
    }
  }

  @Test("a reset brings everything back")
  func reset() async throws {
    try await withSimulatedDevice(.touchID) { device in
      try await device.setPasscode("0000")
      try await device.enroll("finger-2")
      try await device.reset()
      let state = try await device.state()
      #expect(state.identities == ["finger-1"])
      try await device.lock()
      try await device.unlock(passcode: "1234")
      try await device.clearPasscode()
      #expect(try await !device.state().passcodeSet)
    }
  }

  @Test("a manual clock moves when it is told to, the date apart from it")
  func clock() async throws {
    try await withSimulatedDevice(clock: .manual) { device in
      try await device.advanceClock(by: .milliseconds(1500))
      try await device.setClock(wallTime: Date(timeIntervalSince1970: 86400))
      let state = try await device.state()
      #expect(state.monotonicTime == .milliseconds(1500))
      #expect(state.wallTime == Date(timeIntervalSince1970: 86400))
      try await device.setClock(.real)
      await #expect { try await device.advanceClock(by: .seconds(1)) } throws: {
        DeviceSimulatorError.refused ~= $0
      }
    }
  }

  @Test("apps come and go")
  func apps() async throws {
    try await withSimulatedDevice { device in
      try await device.launchApp()
      try await device.launchApp("com.example.other")
      #expect(try await device.state().apps[device.app]?.state == .background)
      try await device.activateApp()
      try await device.terminateApp("com.example.other")
      #expect(try await device.state().apps["com.example.other"]?.state == .notRunning)
      try await device.uninstallApp()
      try await device.installApp()
      #expect(try await device.state().apps[device.app]?.permission == .notDetermined)
    }
  }
}

@Suite struct WaitingTests {
  @Test("a state that holds is met at once, and the next event of another kind in turn")
  func waiting() async throws {
    try await withSimulatedDevice(.touchID) { device in
      async let result = authenticate()
      for _ in 1...3 { try await device.nonMatchingFinger() }
      #expect(await result == .authenticationFailed)
      for failures in 1...3 {
        #expect(try await device.waitFor(.scan).failedAttempts == failures)
      }
      await #expect { try await device.waitFor(.scan, timeout: .milliseconds(20)) } throws: {
        DeviceSimulatorError.timeout ~= $0
      }
      #expect(try await device.waitFor(.promptDismissed).error == "authenticationFailed")
      try await device.set(.lockedOut(true))
      try await device.waitFor(.lockout)
      try await device.waitFor(.lockout)
    }
  }

  @Test("events are told apart by prompt and app, and from a place on")
  func conditions() async throws {
    try await withSimulatedDevice { device in
      for _ in 1...2 {
        try await device.arm(.tapCancel)
        #expect(await authenticate() == .userCancel)
      }
      let second = try await device.waitFor(.promptDismissed, prompt: "p2")
      #expect(second.promptID == "p2" && second.app == device.app && second.outcome == .ended)
      let first = try await device.waitFor(.promptDismissed, since: 0)
      #expect(first.promptID == "p1" && first.sequence < second.sequence)
    }
  }

  @Test("what a test prints of an app's text has nothing in it that drives a terminal or hides")
  func hiddenText() async throws {
    try await withSimulatedDevice { device in
      async let answer = LAContext().evaluatePolicy(
        .deviceOwnerAuthentication, localizedReason: "a\u{1B}[2J\u{202E}b")
      let shown = try await device.waitFor(.promptShown)
      #expect(shown.description.contains(#"reason=a\u{1b}[2J\u{202e}b"#))
      let prompt = try await device.state().prompt
      #expect(prompt?.description.contains(#"a\u{1b}[2J\u{202e}b"#) == true)
      try await device.matchingFace()
      #expect(try await answer)
    }
  }

  @Test("the events of a device are its own, in order, and complete after each call")
  func events() async throws {
    try await withSimulatedDevice { device in
      try await device.enroll("face-2")
      try await device.lock()
      #expect(device.events.map(\.kind).suffix(2) == [.enrollmentChanged, .deviceLocked])
      #expect(device.events.last { $0.kind == .enrollmentChanged }?.identities == ["face-1", "face-2"])
      #expect(device.events.map(\.sequence) == device.events.map(\.sequence).sorted())
      #expect(device.events.first { $0.kind == .enrollmentChanged }?.description.contains("face-2") == true)
    }
  }
}
