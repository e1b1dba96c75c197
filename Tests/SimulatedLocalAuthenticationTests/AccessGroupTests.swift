import DeviceSimulatorTesting
import Foundation
import LocalAuthentication
import Security
import Testing

/// Items in access groups, and apps that are not in front, as an app's code sees them.
@Suite struct AccessGroupTests {
  private func item(_ account: String, group: String? = nil) -> [String: Any] {
    var item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: account,
    ]
    if let group { item[kSecAttrAccessGroup as String] = group }
    return item
  }

  @Test("an add goes to the first declared group, which is told by its full name; another one is missing")
  func declared() async throws {
    try await withSimulatedDevice { device in
      try await device.setApp(accessGroups: ["TEAM.shared"], teamIdentifier: "TEAM")
      var result: CFTypeRef?
      let query = item("ada").merging([kSecReturnAttributes as String: true]) { $1 }
      #expect(SecItemAdd(query as CFDictionary, &result) == errSecSuccess)
      #expect((result as? [String: Any])?[kSecAttrAccessGroup as String] as? String == "TEAM.shared")
      #expect(SecItemAdd(item("eve", group: "TEAM.\(device.app)") as CFDictionary, nil) == errSecSuccess)
      let all =
        [kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true]
        as [CFString: Any]
      #expect(SecItemCopyMatching(all as CFDictionary, &result) == errSecSuccess)
      #expect((result as? [[String: Any]])?.count == 2)
      let foreign = item("ada", group: "TEAM.other") as CFDictionary
      #expect(SecItemAdd(foreign, nil) == errSecMissingEntitlement)
      #expect(SecItemCopyMatching(foreign, &result) == errSecMissingEntitlement)
      #expect(SecItemDelete(foreign) == errSecMissingEntitlement)
    }
  }

  @Test("a covered app may ask, and one that was launched in the background may not")
  func front() async throws {
    try await withSimulatedDevice { device in
      try await device.launchApp(inBackground: true)
      #expect(await authenticate() == .notInteractive)
      try await device.activateApp()
      try await device.coverApp()
      async let code = authenticate()
      try await device.matchingFace()
      #expect(await code == nil)
      #expect(try await device.state().apps[device.app]?.state == .inactive)
    }
  }
}
