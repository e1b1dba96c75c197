import AppLock
import DeviceSimulatorTesting
import Security
import Testing

@Suite("The vault")
struct TokenVaultTests {
  private let vault = TokenVault(service: "com.example.diary", account: "ada")

  @Test("returns the token to the owner, after one prompt that says what for")
  func read() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await vault.store("t0k3n")
      async let token = look(into: vault)
      let prompt = try #require(try await device.waitFor(.promptShown).prompt)
      #expect(prompt.reason == "Sign in")
      try await device.matchingFace()
      #expect(await token == .success("t0k3n"))
      #expect(device.promptCount == 1)
    }
  }

  @Test("asks at each look")
  func readTwice() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await vault.store("t0k3n")
      try await device.arm(.matchingFace, .matchingFace)
      #expect(await look(into: vault) == .success("t0k3n"))
      #expect(await look(into: vault) == .success("t0k3n"))
      #expect(try await device.disarm().isEmpty)
    }
  }

  @Test("guards the token by those who are enrolled, on this device only")
  func protection() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await vault.store("t0k3n")
      let items = try await device.keychainItems()
      #expect(items.map(\.account) == ["ada"])
      #expect(items.first?.accessible == "whenPasscodeSetThisDeviceOnly")
      #expect(items.first?.flags == ["biometryCurrentSet"])
    }
  }

  @Test("is empty at first, and shows no prompt for that")
  func empty() async throws {
    try await withSimulatedDevice(.faceID) { device in
      let holdsToken = try await vault.holdsToken()
      #expect(!holdsToken)
      #expect(await look(into: vault) == .failure(.empty))
      #expect(device.promptCount == 0)
    }
  }

  @Test("knows without a prompt whether it holds a token")
  func probe() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await vault.store("t0k3n")
      #expect(try await vault.holdsToken())
      #expect(device.promptCount == 0)
    }
  }

  @Test("keeps the newest token only")
  func storeTwice() async throws {
    try await withSimulatedDevice(.touchID) { device in
      try await vault.store("old")
      try await vault.store("new")
      async let token = look(into: vault)
      try await device.matchingFinger()
      #expect(await token == .success("new"))
      #expect(try await device.keychainItems().count == 1)
    }
  }

  @Test("tells accounts apart")
  func accounts() async throws {
    try await withSimulatedDevice(.touchID) { _ in
      try await vault.store("t0k3n")
      let other = TokenVault(service: "com.example.diary", account: "charles")
      #expect(try await !other.holdsToken())
    }
  }

  @Test("gives nothing to a user who cancels, and keeps the token")
  func cancel() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await vault.store("t0k3n")
      async let token = look(into: vault)
      try await device.tapCancel()
      #expect(await token == .success(nil))
      #expect(try await vault.holdsToken())
    }
  }

  @Test("gives nothing to an app that leaves the screen meanwhile")
  func background() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await vault.store("t0k3n")
      async let token = look(into: vault)
      try await device.waitFor(.promptShown)
      try await device.backgroundApp()
      #expect(await token == .success(nil))
    }
  }

  @Test("gives nothing to a stranger")
  func stranger() async throws {
    try await withSimulatedDevice(.touchID) { device in
      try await vault.store("t0k3n")
      async let token = look(into: vault)
      for _ in 1...3 { try await device.nonMatchingFinger() }
      #expect(await token == .failure(.notAuthenticated(.notRecognised)))
    }
  }

  @Test("stays shut on a locked device")
  func lockedDevice() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await vault.store("t0k3n")
      try await device.lock()
      #expect(await look(into: vault) == .failure(.notAuthenticated(.notOnScreen)))

      try await device.unlock()
      async let token = look(into: vault)
      try await device.matchingFace()
      #expect(await token == .success("t0k3n"))
    }
  }

  @Test("keeps the token over a lockout, and opens again after the passcode")
  func lockout() async throws {
    try await withSimulatedDevice(.touchID) { device in
      try await vault.store("t0k3n")
      try await device.lockOutTouchID()
      #expect(await look(into: vault) == .failure(.notAuthenticated(.lockedOut)))

      async let byPasscode = ask(.biometryOrPasscode)
      try await device.enterPasscode("1234")
      #expect(await byPasscode == .success(.authenticated))
      async let token = look(into: vault)
      try await device.matchingFinger()
      #expect(await token == .success("t0k3n"))
    }
  }

  @Test("is empty once another face is enrolled, and can be filled again")
  func reEnrolment() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await vault.store("t0k3n")
      try await device.enroll("face-2")
      #expect(await look(into: vault) == .failure(.empty))
      #expect(device.promptCount == 0)

      try await vault.store("another")
      async let token = look(into: vault)
      try await device.matchingFace("face-2")
      #expect(await token == .success("another"))
    }
  }

  @Test("stays empty when the same finger is enrolled again")
  func sameFinger() async throws {
    try await withSimulatedDevice(.touchID) { device in
      try await vault.store("t0k3n")
      try await device.unenroll()
      try await device.enroll()
      #expect(try await !vault.holdsToken())
    }
  }

  @Test("is empty if the enrolment changes while it asks")
  func enrolmentMeanwhile() async throws {
    try await withSimulatedDevice(.touchID) { device in
      try await vault.store("t0k3n")
      async let token = look(into: vault)
      try await device.waitFor(.promptShown)
      try await device.enroll("finger-2")
      try await device.matchingFinger("finger-2")
      #expect(await token == .failure(.empty))
    }
  }

  @Test("is empty for good once the passcode was removed")
  func passcodeRemoved() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await vault.store("t0k3n")
      try await device.clearPasscode()
      #expect(await look(into: vault) == .failure(.empty))
      try await device.setPasscode("8642")
      #expect(await look(into: vault) == .failure(.empty))
    }
  }

  @Test("keeps the token when the passcode is changed")
  func passcodeChanged() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await vault.store("t0k3n")
      try await device.setPasscode("8642")
      async let token = look(into: vault)
      try await device.matchingFace()
      #expect(await token == .success("t0k3n"))
    }
  }

  @Test(
    "takes no token that nothing can guard",
    arguments: [
      SimulatedDevice.StateChange.enrolled(false), .passcode(nil), .biometryType(.none),
    ])
  func cannotBeGuarded(_ lack: SimulatedDevice.StateChange) async throws {
    try await withSimulatedDevice(.touchID) { device in
      try await device.set(lack)
      await #expect(throws: VaultError.cannotBeGuarded) { try await vault.store("t0k3n") }
      #expect(try await device.keychainItems().isEmpty)
    }
  }

  @Test("takes no token while the device is locked")
  func storeOnLockedDevice() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await device.lock()
      await #expect(throws: VaultError.keychain(errSecInteractionNotAllowed)) {
        try await vault.store("t0k3n")
      }
    }
  }

  @Test("stays shut while the user denies Face ID")
  func denied() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await vault.store("t0k3n")
      try await device.setApp(permission: .denied)
      #expect(await look(into: vault) == .failure(.notAuthenticated(.notAvailable)))
      try await device.setApp(permission: .granted)
      async let token = look(into: vault)
      try await device.matchingFace()
      #expect(await token == .success("t0k3n"))
    }
  }

  @Test("outlives the app, whose permission does not")
  func reinstall() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await vault.store("t0k3n")
      try await device.uninstallApp()
      try await device.installApp()
      async let token = look(into: vault)
      try await device.allowPermission()
      try await device.matchingFace()
      #expect(await token == .success("t0k3n"))
    }
  }

  @Test("changes the token after one prompt")
  func replace() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await vault.store("old")
      async let isReplaced = vault.replace(with: "new", reason: "Renew the session")
      try await device.matchingFace()
      #expect(try await isReplaced)
      #expect(device.promptCount == 1)

      async let token = look(into: vault)
      try await device.matchingFace()
      #expect(await token == .success("new"))
    }
  }

  @Test("keeps the old token if the user cancels the change")
  func replaceCancelled() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await vault.store("old")
      async let isReplaced = vault.replace(with: "new", reason: "Renew the session")
      try await device.tapCancel()
      #expect(try await !isReplaced)

      async let token = look(into: vault)
      try await device.matchingFace()
      #expect(await token == .success("old"))
    }
  }

  @Test("has nothing to change while it is empty")
  func replaceNothing() async throws {
    try await withSimulatedDevice(.faceID) { _ in
      await #expect(throws: VaultError.empty) {
        try await vault.replace(with: "new", reason: "Renew the session")
      }
    }
  }

  @Test("is cleared without a prompt, and clearing an empty one is not an error")
  func clear() async throws {
    try await withSimulatedDevice(.faceID) { device in
      try await vault.store("t0k3n")
      try await vault.clear()
      #expect(try await !vault.holdsToken())
      try await vault.clear()
      #expect(device.promptCount == 0)
    }
  }

  @Test(
    "says for the log what is wrong",
    arguments: [
      (VaultError.empty, "the vault is empty"),
      (.cannotBeGuarded, "nothing can guard the token on this device"),
      (.notAuthenticated(.lockedOut), "the owner was not recognised: lockedOut"),
      (.keychain(errSecParam), "One or more parameters passed to a function were not valid."),
    ])
  func description(_ error: VaultError, _ text: String) {
    #expect(error.localizedDescription == text)
  }
}
