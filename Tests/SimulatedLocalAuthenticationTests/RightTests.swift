import DeviceSimulatorTesting
import LocalAuthentication
import Security
import Testing

@Suite struct RightTests {
  @Test("a right is authorized by the device owner, until it is taken back")
  func life() async throws {
    try await withSimulatedDevice { device in
      let right = LARight()
      right.tag = 7
      #expect(right.state == .unknown)
      try await right.checkCanAuthorize()
      try await device.arm(.matchingFace)
      try await right.authorize(localizedReason: "Show the designs")
      #expect(right.state == .authorized)
      try await device.waitFor(.promptDismissed)
      #expect(device.events.first { $0.kind == .promptShown }?.prompt?.reason == "Show the designs")
      await right.deauthorize()
      #expect(right.state == .notAuthorized)
      #expect(right.tag == 7)
    }
  }

  @Test("a refused right says why, in both forms")
  func refused() async throws {
    try await withSimulatedDevice(.touchID) { device in
      let right = LARight(requirement: .biometry)
      try await device.arm(.tapCancel, .tapCancel)
      await #expect { try await right.authorize(localizedReason: "Open") } throws: {
        LAError.userCancel ~= $0
      }
      #expect(right.state == .notAuthorized)
      let error: (any Error)? = await withCheckedContinuation { done in
        right.authorize(localizedReason: "Open") { done.resume(returning: $0) }
      }
      #expect(error.map { LAError.userCancel ~= $0 } == true)
      try await device.unenroll()
      await #expect { try await right.checkCanAuthorize() } throws: { LAError.biometryNotEnrolled ~= $0 }
      try await LARight().checkCanAuthorize()
      try await LARight(requirement: .biometry(fallback: .devicePasscode)).checkCanAuthorize()
    }
  }

  @Test("a stored right protects a secret, which is read while the right is authorized")
  func stored() async throws {
    try await withSimulatedDevice { device in
      let store = LARightStore.shared
      await #expect(throws: (any Error).self) { try await store.right(forIdentifier: "token") }
      let saved = try await store.saveRight(
        LARight(requirement: .biometryCurrentSet), identifier: "token", secret: Data("secret".utf8))
      #expect(saved.state == .unknown)
      let right = try await store.right(forIdentifier: "token")
      await #expect { try await right.secret.rawData } throws: { LAError.notInteractive ~= $0 }
      try await device.arm(.matchingFace)
      try await right.authorize(localizedReason: "Sign in")
      #expect(try await right.secret.rawData == Data("secret".utf8))
      let data: Data? = await withCheckedContinuation { done in
        right.secret.loadData { data, _ in done.resume(returning: data) }
      }
      #expect(data == Data("secret".utf8))
      await right.deauthorize()
      await #expect { try await right.secret.rawData } throws: { LAError.notInteractive ~= $0 }
      try await store.removeRight(right)
      await #expect(throws: (any Error).self) { try await store.right(forIdentifier: "token") }
      try await store.removeAllRights()
    }
  }

  @Test("the environment tells what there is to authenticate with")
  func environment() async throws {
    try await withSimulatedDevice(.touchID, .companionNear(true)) { device in
      let before = LAEnvironment.currentUser.state
      #expect(before.biometry?.biometryType == .touchID)
      #expect(before.biometry?.isUsable == true && before.biometry?.isEnrolled == true)
      #expect(before.biometry?.stateHash.isEmpty == false)
      #expect(before.userPassword?.isSet == true)
      #expect(before.companions.map(\.type) == [.watch])
      #expect(before.allMechanisms.map(\.localizedName) == ["Touch ID", "Passcode", "Apple Watch"])
      try await device.set(.lockedOut(true), .companionNear(false))
      let after = LAEnvironment.currentUser.state
      #expect(after.biometry?.isLockedOut == true && after.biometry?.isUsable == false)
      #expect(after.companions.isEmpty)
      try await device.clearPasscode()
      #expect(LAEnvironment.currentUser.state.userPassword?.isSet == false)
      #expect(before.userPassword?.isSet == true)
    }
  }
}
