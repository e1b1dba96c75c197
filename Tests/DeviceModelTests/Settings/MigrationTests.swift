import DeviceModel
import Testing

/// Section 6 of the rulebook, "A new phone".
@Suite("A new phone")
struct MigrationTests {
  /// A phone with an app that stored an item of each class, and others.
  private func phone() throws -> Device {
    let story = try Story(.touchID, .lockedOut, .companionNear, .passcode("9876"))
    let client = story.connect()
    for accessible in Accessibility.allCases { client.add(accessible.rawValue, accessible: accessible) }
    client.add("biometryAny", .biometryAny)
    client.add("current", .biometryCurrentSet)
    client.add("current or passcode", [.biometryCurrentSet, .or, .devicePasscode])
    for token in [nil, "com.apple.setoken"] as [KeychainAttributes.Value?] {
      client.add("key \(token == nil ? "here" : "in the enclave")") {
        $0.itemClass = .key
        $0.attributes[.tokenID] = token
      }
    }
    try story.harness(.arm([ArmedResponse(.tapCancel)]))
    try story.verb(.lock)
    return story.device
  }

  private func moved(_ device: Device, isEncrypted: Bool = true) -> Device {
    Device(device.snapshot.migrated(isEncrypted: isEncrypted), at: Story.start)
  }

  @Test("C65 nobody is enrolled, no passcode is set, and apps ask again")
  func fresh() throws {
    let old = try phone()
    let state = moved(old).state
    #expect(state.biometryType == .touchID && !state.enrolled && !state.passcodeSet)
    #expect(!state.lockedOut && state.failedAttempts == 0 && !state.companion.isNear && !state.deviceLocked)
    #expect(state.apps.map(\.status) == [AppStatus(state: .notRunning, permission: .notDetermined)])
    #expect(state.behavior == old.state.behavior)
  }

  @Test(
    "C65 what is for this device only stays behind, keys of the Secure Enclave too, and the current set is dead"
  )
  func keychain() throws {
    let device = moved(try phone())
    let accounts = device.listing.compactMap { $0.item.attributes[.account] }
    #expect(
      accounts == [
        "whenUnlocked", "afterFirstUnlock", "always", "biometryAny", "current or passcode", "key here",
      ])
  }

  @Test("C65 a backup that is not encrypted has no keychain in it")
  func plain() throws {
    let device = moved(try phone(), isEncrypted: false)
    #expect(device.listing.isEmpty && device.state.apps.count == 1)
  }

  @Test("the old phone stays as it was, and a reset of the new one leads to how it was set up")
  func separate() throws {
    let old = try phone()
    var new = moved(old)
    #expect(old.state.enrolled && old.state.passcodeSet)
    let before = new.state
    var effects: [Effect] = []
    let caller = Caller(call: CallID(1), client: ClientID(1))
    new.handle(.setPasscode("1111"), from: caller, at: Story.start, into: &effects)
    new.handle(.reset, from: caller, at: Story.start, into: &effects)
    #expect(new.state == before)
  }
}

extension Device {
  /// The items of all apps.
  fileprivate var listing: [KeychainListing] {
    var (device, effects) = (self, [Effect]())
    let caller = Caller(call: CallID(1), client: ClientID(1))
    device.handle(.listKeychainItems(app: nil), from: caller, at: Story.start, into: &effects)
    for case .reply(_, .success(.keychainListing(let items))) in effects { return Array(items) }
    return []
  }
}
