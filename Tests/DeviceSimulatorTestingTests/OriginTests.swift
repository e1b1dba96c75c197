import DeviceSimulatorTesting
import Foundation
import LocalAuthentication
import Security
import Testing

/// Devices that begin as others, and what can be saved of one.
@Suite struct OriginTests {
  private func item(_ account: String) -> CFDictionary {
    [
      kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: account,
      kSecValueData as String: Data("s3cret".utf8),
    ] as CFDictionary
  }

  @Test("a copy begins as the device is, keychain included, and goes its own way")
  func clone() async throws {
    try await withSimulatedDevice(.touchID, .failedAttempts(3), app: "com.example.notes", clock: .manual) {
      device in
      #expect(SecItemAdd(item("ada"), nil) == errSecSuccess)
      try await device.advanceClock(by: .seconds(5))
      try await withSimulatedDevice(from: .clone(of: device), .passcodeFailures(1)) { copy in
        #expect(copy.app == "com.example.notes")
        let state = try await copy.state()
        #expect(state.biometryType == .touchID && state.failedAttempts == 3 && state.passcodeFailures == 1)
        #expect(state.monotonicTime == .seconds(5))
        #expect(try await copy.keychainItems().map(\.account) == ["ada"])
        // The app's calls mean the copy.
        #expect(SecItemAdd(item("grace"), nil) == errSecSuccess)
        async let code = authenticate()
        try await copy.matchingFinger()
        #expect(await code == nil)
      }
      #expect(try await device.keychainItems().map(\.account) == ["ada"])
      #expect(try await device.state().failedAttempts == 3)
      let names = try await device.devices().map(\.device)
      #expect(names.contains(device.name) && names.contains("default"))
    }
  }

  @Test("a phone from a backup has the apps and what the keychain lets go, and nobody enrolled")
  func backup() async throws {
    try await withSimulatedDevice(.touchID) { old in
      #expect(SecItemAdd(item("ada"), nil) == errSecSuccess)
      for (isEncrypted, accounts) in [(true, ["ada"]), (false, [])] {
        try await withSimulatedDevice(from: .backup(of: old, isEncrypted: isEncrypted)) { new in
          let state = try await new.state()
          #expect(state.biometryType == .touchID && !state.enrolled && !state.passcodeSet)
          #expect(try await new.keychainItems().map(\.account) == accounts)
        }
      }
      #expect(try await old.state().enrolled)
    }
  }

  @Test("an exported device begins another one, also after a way through a file, and shows no secret")
  func export() async throws {
    let exported = try await withSimulatedDevice(.opticID, .passcode("8642"), clock: .manual) { device in
      #expect(SecItemAdd(item("ada"), nil) == errSecSuccess)
      return try await device.exportState()
    }
    for text in ["\(exported)", String(reflecting: exported)] {
      #expect(!text.contains("8642") && !text.contains("s3cret"))
    }
    let copy = SimulatedDevice.ExportedState(json: exported.json)
    #expect(copy == exported)
    try await withSimulatedDevice(from: .exported(copy), permission: .denied, clock: .real) { device in
      let state = try await device.state()
      #expect(state.biometryType == .opticID && state.apps[device.app]?.permission == .denied)
      #expect(try await device.keychainItems().map(\.account) == ["ada"])
      try await device.lock()
      try await device.unlock(passcode: "8642")
      await #expect(throws: DeviceSimulatorError.self) { try await device.advanceClock(by: .seconds(1)) }
    }
    try await withSimulatedDevice { device in
      try await device.importState(copy)
      #expect(try await device.state().biometryType == .opticID)
    }
  }

  @Test(
    "what nobody exported is refused, and the device stays as it is", arguments: ["", "7", "{}", "{\"a\":"])
  func noExport(text: String) async throws {
    let broken = SimulatedDevice.ExportedState(json: Data(text.utf8))
    try await withSimulatedDevice(.touchID) { device in
      let error = await #expect(throws: DeviceSimulatorError.self) { try await device.importState(broken) }
      #expect(error?.name.rawValue == "invalidParams")
      let state = try await device.state()
      #expect(state.biometryType == .touchID)
    }
    await #expect(throws: DeviceSimulatorError.self) {
      try await withSimulatedDevice(from: .exported(broken)) { _ in }
    }
  }

  @Test("a snapshot brings a device back, and is listed until it is deleted")
  func snapshots() async throws {
    try await withSimulatedDevice(.touchID, clock: .manual) { device in
      try await device.advanceClock(by: .seconds(2))
      try await device.saveSnapshot("signed in")
      try await device.clearPasscode()
      try await device.restoreSnapshot("signed in")
      #expect(try await device.state().passcodeSet)
      let snapshots = try await device.snapshots()
      #expect(snapshots.map(\.name) == ["signed in"] && snapshots.map(\.time) == [.seconds(2)])
      try await device.deleteSnapshot("signed in")
      #expect(try await device.snapshots().isEmpty)
      let error = await #expect(throws: DeviceSimulatorError.self) {
        try await device.restoreSnapshot("signed in")
      }
      #expect(error?.name.rawValue == "unknownSnapshot")
    }
  }

  @Test("a template of the file that the environment names begins a device, changed as asked")
  func template() async {
    await #expect(processExitsWith: .success) {
      let file = FileManager.default.temporaryDirectory.appending(path: "templates-\(UUID()).json")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(
        #"{"locked-out":{"state":{"biometryType":"touchID","lockedOut":true},"clock":"manual"}}"#.utf8
      ).write(to: file)
      setenv("DEVICESIM_TEMPLATES", file.path, 1)
      try await withSimulatedDevice(from: .template("locked-out"), .maxFailures(7), app: "com.example.notes")
      {
        device in
        #expect(await authenticate() == .biometryLockout)
        #expect(try await device.serverInfo().templates == ["locked-out"])
        try await device.advanceClock(by: .seconds(1))
      }
      let error = await #expect(throws: DeviceSimulatorError.self) {
        try await withSimulatedDevice(from: .template("unlocked")) { _ in }
      }
      #expect(error?.message.contains("locked-out") == true)
    }
  }

  @Test("templates that cannot be read leave the tests without a daemon, and the reason is told")
  func noTemplates() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("DEVICESIM_TEMPLATES", "/nonexistent/templates.json", 1)
      await #expect(throws: DeviceSimulatorError.self) { try await withSimulatedDevice { _ in } }
    }
    let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(told.contains("/nonexistent/templates.json"))
  }

  @Test("the daemon tells its limits, and a limit holds")
  func limits() async throws {
    try await withSimulatedDevice { device in
      let limits = try await device.serverInfo().limits
      #expect(limits.maxLineBytes == 1 << 20 && limits.maxSnapshots == 1000)
      let long = String(repeating: "x", count: limits.maxLineBytes)
      let error = await #expect(throws: DeviceSimulatorError.self) { try await device.saveSnapshot(long) }
      #expect(error?.name.rawValue == "lineTooLong")
      #expect(try await device.snapshots().isEmpty)
    }
  }

  @Test("the log is read from a place on, and by kind")
  func log() async throws {
    try await withSimulatedDevice(.touchID) { device in
      try await device.lock()
      try await device.unlock(passcode: "1234")
      try await device.lock()
      let locked = try await device.events(since: nil, kinds: [.deviceLocked])
      #expect(locked.map(\.kind) == [.deviceLocked, .deviceLocked])
      let later = try await device.events(since: locked.first?.sequence, limit: 1)
      #expect(later.map(\.kind) != [.deviceLocked] && later.count == 1)
    }
  }
}
