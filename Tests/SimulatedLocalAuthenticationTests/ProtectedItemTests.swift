import DeviceSimulatorTesting
import LocalAuthentication
import Security
import Testing

@Suite struct ProtectedItemTests {
  /// Keychain functions block, so apps call them off the main thread.
  private actor Reader {
    private let vault: Vault
    init(_ vault: Vault) { self.vault = vault }

    func read(reason: String? = nil) -> (status: OSStatus, secret: String?) {
      vault.read(reason.map { [kSecUseOperationPrompt as String: $0] } ?? [:])
    }
  }

  @Test("a protected item is read after the prompt, which says what for")
  func prompt() async throws {
    try await withSimulatedDevice { device in
      let vault = Vault(flags: .biometryAny)
      #expect(vault.save("secret") == errSecSuccess)
      async let result = Reader(vault).read(reason: "Show the token")
      #expect(try await device.waitFor(.promptShown).prompt?.reason == "Show the token")
      try await device.matchingFace()
      #expect(await result == (errSecSuccess, "secret"))
    }
  }

  @Test("cancel and failure are told apart, leaving the app is a failure")
  func endings() async throws {
    try await withSimulatedDevice(.touchID) { device in
      let vault = Vault(flags: .biometryAny)
      #expect(vault.save("secret") == errSecSuccess)
      try await device.arm(.tapCancel)
      #expect(vault.read() == (errSecUserCanceled, nil))
      try await device.arm(.nonMatchingFinger, .nonMatchingFinger, .nonMatchingFinger)
      #expect(vault.read() == (errSecAuthFailed, nil))
      async let result = Reader(vault).read()
      try await device.waitFor(.promptShown)
      try await device.backgroundApp()
      #expect(await result == (errSecAuthFailed, nil))
      #expect(vault.read() == (errSecInteractionNotAllowed, nil))
    }
  }

  @Test("reads that block do not keep the test from answering them, however many there are")
  func manyReads() async throws {
    try await withSimulatedDevice(.faceID, .concurrency(.serialize)) { device in
      let vault = Vault(flags: .biometryAny)
      #expect(vault.save("secret") == errSecSuccess)
      await withTaskGroup { group in
        for _ in 1...16 { group.addTask { await Reader(vault).read().status } }
        for _ in 1...16 { _ = try? await device.matchingFace() }
        for await status in group { #expect(status == errSecSuccess) }
      }
    }
  }

  @Test("a context that was authenticated opens items without a prompt, until it is invalidated")
  func preauthorised() async throws {
    try await withSimulatedDevice { device in
      let vault = Vault(flags: .biometryAny)
      #expect(vault.save("secret") == errSecSuccess)
      let context = LAContext()
      let access = try #require(
        SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .biometryAny, nil))
      try await device.arm(.matchingFace)
      try await context.evaluateAccessControl(access, operation: .useItem, localizedReason: "Open")
      let options = [kSecUseAuthenticationContext as String: context]
      #expect(vault.read(options) == (errSecSuccess, "secret"))
      try await device.arm(.tapCancel)
      #expect(vault.read().status == errSecUserCanceled)
      context.invalidate()
      #expect(vault.read(options).status == errSecAuthFailed)
    }
  }

  @Test("a context says how a keychain prompt looks and whether there may be one")
  func contextOptions() async throws {
    try await withSimulatedDevice { device in
      let vault = Vault(flags: .userPresence)
      #expect(vault.save("secret") == errSecSuccess)
      let context = LAContext()
      context.localizedReason = "Export"
      context.localizedCancelTitle = "Later"
      try await device.arm(.tapCancel)
      let options = [kSecUseAuthenticationContext as String: context]
      #expect(vault.read(options).status == errSecUserCanceled)
      try await device.waitFor(.promptDismissed)
      let prompt = try #require(device.events.first { $0.kind == .promptShown }?.prompt)
      #expect(prompt.reason == "Export")
      #expect(prompt.cancelTitle == "Later")
      context.interactionNotAllowed = true
      #expect(vault.read(options).status == errSecInteractionNotAllowed)
    }
  }

  @Test("an item can be looked for without a prompt")
  func userInterface() async throws {
    try await withSimulatedDevice { _ in
      let vault = Vault(flags: .biometryAny)
      let fail = [kSecUseAuthenticationUI as String: kSecUseAuthenticationUIFail]
      #expect(vault.read(fail).status == errSecItemNotFound)
      #expect(vault.save("secret") == errSecSuccess)
      #expect(vault.read(fail).status == errSecInteractionNotAllowed)
      #expect(vault.read([kSecUseNoAuthenticationUI as String: true]).status == errSecInteractionNotAllowed)
      #expect(
        vault.read([kSecUseAuthenticationUI as String: kSecUseAuthenticationUISkip]).status
          == errSecItemNotFound)
    }
  }

  @Test("an application password opens an item on the context that has it")
  func applicationPassword() async throws {
    try await withSimulatedDevice { device in
      let context = LAContext()
      #expect(!context.isCredentialSet(.applicationPassword))
      #expect(context.setCredential(Data("pin".utf8), type: .applicationPassword))
      #expect(context.isCredentialSet(.applicationPassword))
      let options = [kSecUseAuthenticationContext as String: context]
      let vault = Vault(flags: .applicationPassword)
      var item = vault.item("secret") as? [String: Any] ?? [:]
      item[kSecUseAuthenticationContext as String] = context
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
      #expect(vault.read(options) == (errSecSuccess, "secret"))
      #expect(context.setCredential(nil, type: .applicationPassword))
      #expect(!context.isCredentialSet(.applicationPassword))
      // Without one the person is asked for it.
      try await device.arm(.enterApplicationPassword("wrong"), .enterApplicationPassword("pin"))
      #expect(vault.read(options).status == errSecAuthFailed)
      #expect(vault.read() == (errSecSuccess, "secret"))
      #expect(device.events.contains { $0.prompt?.pane == .applicationPassword })
    }
  }

  @Test("an item of the enrolled set is gone once that changes, and its place is free")
  func reenrolment() async throws {
    try await withSimulatedDevice(.touchID) { device in
      let vault = Vault(flags: .biometryCurrentSet)
      #expect(vault.save("secret") == errSecSuccess)
      try await device.enroll("finger-2")
      #expect(vault.read().status == errSecItemNotFound)
      #expect(vault.save("new") == errSecSuccess)
      try await device.arm(.matchingFinger("finger-2"))
      #expect(vault.read() == (errSecSuccess, "new"))
    }
  }

  @Test("an update of a protected item asks first, and a refusal keeps the old secret")
  func update() async throws {
    try await withSimulatedDevice { device in
      let vault = Vault(flags: .biometryAny)
      #expect(vault.save("old") == errSecSuccess)
      let changes = [kSecValueData as String: Data("new".utf8)] as CFDictionary
      try await device.arm(.tapCancel, .matchingFace, .matchingFace)
      #expect(SecItemUpdate(vault.key as CFDictionary, changes) == errSecUserCanceled)
      #expect(vault.read() == (errSecSuccess, "old"))
      #expect(SecItemUpdate(vault.key as CFDictionary, changes) == errSecSuccess)
    }
  }

  @Test("keychain code alone runs again after its app was killed")
  func relaunch() async throws {
    try await withSimulatedDevice { device in
      let vault = Vault(flags: .biometryAny)
      #expect(vault.save("secret") == errSecSuccess)
      async let result = Reader(vault).read()
      try await device.waitFor(.promptShown)
      try await device.terminateApp()
      #expect(await result == (errSecNotAvailable, nil))
      try await device.arm(.matchingFace)
      #expect(vault.read() == (errSecSuccess, "secret"))
    }
  }
}
