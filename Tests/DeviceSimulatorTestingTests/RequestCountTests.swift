import DeviceSimulatorTesting
import Foundation
import Security
import SimulatedLocalAuthentication
import Testing

/// How often a test and its app ask the daemon.
@Suite struct RequestCountTests {
  private static var password: [String: Any] {
    [kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "diary"]
  }

  private static func add(_ account: String, protected: Bool = false) -> OSStatus {
    var item = password
    item[kSecAttrAccount as String] = account
    item[kSecValueData as String] = Data("secret".utf8)
    if protected {
      item[kSecAttrAccessControl as String] = SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .userPresence, nil)
    }
    return SecItemAdd(item as CFDictionary, nil)
  }

  private static func read() -> OSStatus {
    var query = password
    query[kSecReturnData as String] = true
    var result: CFTypeRef?
    return SecItemCopyMatching(query as CFDictionary, &result)
  }

  /// What was asked meanwhile, and in how many turns.
  private static func asked(
    of relay: Relay, _ body: () async throws -> Void
  ) async rethrows -> (methods: [String], turns: Int) {
    let (before, turns) = (relay.requests.count, relay.turns)
    try await body()
    return (relay.requests[before...].compactMap { $0["method"]?.string }, relay.turns - turns)
  }

  @Test("a device around an empty body asks four things, in two turns")
  func emptyBody() async throws {
    let relay = Relay()
    let asked = try await Self.asked(of: relay) {
      try await relay.route { try await withSimulatedDevice { _ in } }
    }
    #expect(asked.methods == ["createDevice", "subscribe", "disarm", "deleteDevice"])
    #expect(asked.turns == 2)
  }

  @Test("a keychain call is one request; one that may wait for a person has another in the same piece")
  func keychain() async throws {
    let relay = Relay()
    try await relay.route {
      try await withSimulatedDevice { _ in
        let adding = await Self.asked(of: relay) { #expect(Self.add("diary") == errSecSuccess) }
        #expect(adding.methods == ["secItemAdd"])
        let reading = await Self.asked(of: relay) { #expect(Self.read() == errSecSuccess) }
        #expect(reading.methods == ["getDomainState", "secItemCopyMatching"])
        #expect(reading.turns == 1)
        let context = LAContext()
        let state = await Self.asked(of: relay) {
          #expect(context.domainState.biometry.biometryType == .faceID)
        }
        #expect(state.methods == ["getDomainState"])
      }
    }
  }

  @Test("after the app was killed a keychain call launches it again, whether or not it may wait")
  func killed() async throws {
    try await withSimulatedDevice { device in
      #expect(Self.add("diary") == errSecSuccess)
      try await device.terminateApp()
      #expect(Self.add("letters") == errSecSuccess)
      try await device.terminateApp()
      #expect(Self.read() == errSecSuccess)
      #expect(try await device.state().apps[device.app]?.state == .foreground)
    }
  }

  @Test("a call that waits for a person when the app is killed fails, and does not ask the person again")
  func killedWhileItWaits() async throws {
    try await withSimulatedDevice { device in
      #expect(Self.add("diary", protected: true) == errSecSuccess)
      async let status = Self.read()
      try await device.waitFor(.promptShown)
      try await device.terminateApp()
      #expect(await status != errSecSuccess)
      #expect(device.events.count { $0.kind == .promptShown } == 1)
      #expect(try await device.state().apps[device.app]?.state == .notRunning)
    }
  }
}
