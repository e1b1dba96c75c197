import DeviceSimulatorTesting
import Foundation
import LocalAuthentication
import Security
import Testing

/// The tests that README.md and the articles show, so that they compile and hold.
@Suite("Examples of the documents")
struct ExampleTests {
  @Test func theFifthFailureAsksForThePasscode() async throws {
    try await withSimulatedDevice(.touchID, .failedAttempts(4)) { device in
      async let unlocked = LAContext().evaluatePolicy(
        .deviceOwnerAuthentication, localizedReason: "Open the diary")
      try await device.nonMatchingFinger()  // locked out
      try await device.enterPasscode("1234")  // which the prompt asks for next
      #expect(try await unlocked)
    }
  }

  @Test func aMatchUnlocks() async throws {
    try await withSimulatedDevice(.faceID) { device in
      async let unlocked = LAContext().evaluatePolicy(
        .deviceOwnerAuthenticationWithBiometrics, localizedReason: "Open the diary")
      try await device.matchingFace()  // waits for the prompt
      #expect(try await unlocked)
    }
  }

  @Test func thePromptSaysWhy() async throws {
    try await withSimulatedDevice(.faceID) { device in
      async let unlocked = LAContext().evaluatePolicy(
        .deviceOwnerAuthentication, localizedReason: "Open the diary")
      let prompt = try #require(try await device.waitFor(.promptShown).prompt)
      #expect(prompt.reason == "Open the diary")
      try await device.matchingFace()
      #expect(try await unlocked)
    }
  }

  @Test func lockedOutBeforeTheCall() async throws {
    try await withSimulatedDevice(.faceID, .lockedOut(true)) { device in
      let error = await #expect(throws: LAError.self) {
        try await LAContext().evaluatePolicy(
          .deviceOwnerAuthenticationWithBiometrics, localizedReason: "Open the diary")
      }
      #expect(error?.code == .biometryLockout)
      #expect(device.events.allSatisfy { $0.kind != .promptShown })
    }
  }

  @Test func anotherFingerChangesTheDomainState() async throws {
    try await withSimulatedDevice(.touchID) { device in
      func domainState() -> Data? {
        let context = LAContext()
        _ = context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil)
        return context.evaluatedPolicyDomainState
      }
      let before = try #require(domainState())
      try await device.enroll("finger-2")
      let after = domainState()
      #expect(after != nil && after != before)
    }
  }

  @Test func aProtectedItemAsksOnce() async throws {
    try await withSimulatedDevice(.faceID) { device in
      #expect(store("s3cret") == errSecSuccess)
      try await device.arm(.matchingFace)
      #expect(read() == errSecSuccess)
      try await device.arm(.tapCancel)
      #expect(read() == errSecUserCanceled)
    }
  }

  @Test func anotherFaceEndsTheItem() async throws {
    try await withSimulatedDevice(.faceID) { device in
      #expect(store("s3cret") == errSecSuccess)
      try await device.enroll("another face")
      #expect(read() == errSecItemNotFound)
    }
  }

  @Test func aWrongScanIsRefused() async throws {
    try await withSimulatedDevice(.faceID) { device in
      async let unlocked = LAContext().evaluatePolicy(
        .deviceOwnerAuthentication, localizedReason: "Open the diary")
      await #expect(throws: DeviceSimulatorError.self) { try await device.matchingFinger() }
      try await device.matchingFace()
      #expect(try await unlocked)
    }
  }

  @Test func aSnapshotBringsThePasscodeBack() async throws {
    try await withSimulatedDevice(.touchID) { device in
      try await device.saveSnapshot("signed in")
      try await device.clearPasscode()
      try await device.restoreSnapshot("signed in")
      #expect(try await device.state().passcodeSet)
    }
  }

  @Test func aCopyGoesItsOwnWay() async throws {
    try await withSimulatedDevice(.touchID) { device in
      #expect(store("s3cret") == errSecSuccess)
      try await withSimulatedDevice(from: .clone(of: device)) { copy in
        try await copy.enroll("finger-2")
        #expect(read() == errSecItemNotFound)
      }
      try await device.arm(.matchingFinger)
      #expect(read() == errSecSuccess)
    }
  }

  @Test func anExportedDeviceBeginsAnotherTest() async throws {
    let signedIn = try await withSimulatedDevice(.touchID) { device in
      #expect(store("s3cret") == errSecSuccess)
      return try await device.exportState()
    }
    try await withSimulatedDevice(from: .exported(signedIn), .lockedOut(true)) { device in
      #expect(read() == errSecAuthFailed)
      let items = try await device.keychainItems()
      #expect(items.count == 1)
    }
  }

  @Test("every test that README.md and the articles show is in this file, word for word")
  func shown() throws {
    let package = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let own = bare(try String(contentsOf: URL(filePath: #filePath), encoding: .utf8))
    let articles = package.appending(path: "Sources/DeviceSimulatorTesting/DeviceSimulatorTesting.docc")
    let names = try FileManager.default.contentsOfDirectory(atPath: articles.path)
    #expect(names.count > 5)
    var count = 0
    for url in [package.appending(path: "README.md")] + names.map({ articles.appending(path: $0) }) {
      let text = try String(contentsOf: url, encoding: .utf8)
      for match in text.matches(of: /```swift\n(?<code>(?s:.*?))```/) where match.code.contains("@Test") {
        for part in match.code.split(separator: "\n\n") {
          #expect(own.contains(bare(String(part))), "\(url.lastPathComponent): \(part)")
          count += 1
        }
      }
    }
    #expect(count > 5)
  }

  private func bare(_ code: String) -> String { code.filter { !$0.isWhitespace } }
}

private var key: [String: Any] {
  [kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "ada"]
}

private func store(_ secret: String) -> OSStatus {
  let control = SecAccessControlCreateWithFlags(
    nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .biometryCurrentSet, nil)
  var item = key
  item[kSecAttrAccessControl as String] = control
  item[kSecValueData as String] = Data(secret.utf8)
  return SecItemAdd(item as CFDictionary, nil)
}

private func read() -> OSStatus {
  var query = key
  query[kSecReturnData as String] = true
  var result: CFTypeRef?
  return SecItemCopyMatching(query as CFDictionary, &result)
}
