import DeviceSimulatorTesting
import Foundation
import LocalAuthentication
import Security
import SimulatedLocalAuthentication
import Testing

/// A daemon that ends while a prompt is up.
@Suite(.timeLimit(.minutes(10))) struct DaemonEndTests {
  /// How the app's call ended; `nil`: with success.
  private static func ask() async -> (any Error)? {
    do {
      try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Open")
      return nil
    } catch {
      return error
    }
  }

  private static func read() -> OSStatus {
    var query: [String: Any] = [kSecClass as String: kSecClassGenericPassword]
    query[kSecReturnData as String] = true
    var result: CFTypeRef?
    return SecItemCopyMatching(query as CFDictionary, &result)
  }

  private static func store() -> OSStatus {
    let control = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil)
    return SecItemAdd(
      [
        kSecClass as String: kSecClassGenericPassword, kSecValueData as String: Data("s".utf8),
        kSecAttrAccessControl as String: control as Any,
      ] as CFDictionary, nil)
  }

  @Test("a connection that breaks off ends the app's call and the step that waits with connectionLost")
  func broken() async throws {
    let relay = Relay()
    try await relay.route {
      try await withSimulatedDevice(promptTimeout: nil) { device in
        async let asked = Self.ask()
        try await device.waitFor(.promptShown, timeout: nil)
        let waited = Task { try await device.waitFor(.lockout) }
        while !relay.requests.contains(where: { $0["params"]?["kind"] == "lockout" }) {
          try await Task.sleep(for: .milliseconds(10))
        }
        relay.breakOff()
        let end = await asked
        #expect(end.map { DeviceSimulatorError.connectionLost ~= $0 } == true, "\(String(describing: end))")
        await #expect { _ = try await waited.value } throws: { DeviceSimulatorError.connectionLost ~= $0 }
      }
    }
  }

  @Test("a connection that breaks off ends a keychain call that blocks its thread")
  func keychain() async throws {
    let relay = Relay()
    try await relay.route {
      try await withSimulatedDevice(promptTimeout: nil) { device in
        #expect(Self.store() == errSecSuccess)
        async let status = Self.read()
        try await device.waitFor(.promptShown, timeout: nil)
        relay.breakOff()
        #expect(await status == errSecNotAvailable)
      }
    }
  }

  @Test("the daemon of the process that stops ends the app's call, and whatever follows fails at once")
  func stopped() async {
    await #expect(processExitsWith: .success) {
      try await withSimulatedDevice(promptTimeout: nil) { device in
        async let asked = Self.ask()
        try await device.waitFor(.promptShown, timeout: nil)
        let connection = try DaemonConnection(path: Route.current.harnessPath)
        _ = try await connection.call("shutdown", [:])
        #expect(await asked != nil)
        #expect(await Self.ask().map { $0 is DeviceSimulatorError } == true)
        #expect(Self.read() == errSecNotAvailable)
        await #expect(throws: DeviceSimulatorError.self) { try await device.state() }
      }
      let error = await #expect(throws: DeviceSimulatorError.self) { try await withSimulatedDevice { _ in } }
      #expect(error?.name == DeviceSimulatorError.noDaemon)
    }
  }
}
