import DeviceModel
import Schema

/// A device that an exploration starts from: two apps with a connection and a context each, and the first of
/// them with three protected items, where the device can store them.
package struct DeviceKind: Sendable, CustomStringConvertible {
  /// What is different from a phone with Face ID, somebody enrolled and a passcode.
  package let description: String
  private let patch: StatePatch

  private init(_ description: String, _ change: (inout StatePatch, inout BehaviorPatch) -> Void) {
    var (patch, knobs) = (StatePatch(), BehaviorPatch())
    change(&patch, &knobs)
    patch.behavior = knobs
    self.description = description
    self.patch = patch
  }

  package static let all = [
    DeviceKind("Face ID") { _, _ in },
    DeviceKind("Touch ID") { patch, _ in patch.biometryType = .touchID },
    DeviceKind("Optic ID") { patch, _ in patch.biometryType = .opticID },
    DeviceKind("no sensor") { patch, _ in patch.biometryType = BiometryType.none },
    DeviceKind("Face ID, nobody enrolled") { patch, _ in patch.enrolled = false },
    DeviceKind("Face ID, no passcode") { patch, _ in patch.passcode = .cleared },
    DeviceKind("Touch ID, no passcode, companion near") { patch, _ in
      patch.biometryType = .touchID
      patch.passcode = .cleared
      patch.companionNear = true
    },
    DeviceKind("Face ID, simulator's profile") { _, knobs in knobs.profile = .simulator },
    DeviceKind("Face ID, evaluations wait their turn") { _, knobs in knobs.concurrency = .serialize },
    DeviceKind("Touch ID, evaluations wait their turn, slow scans and sheets") { patch, knobs in
      patch.biometryType = .touchID
      knobs.concurrency = .serialize
      knobs.scanLatency = .init(minimum: Nanoseconds(seconds: 1), maximum: Nanoseconds(seconds: 1))
      knobs.dismissDelay = Nanoseconds(seconds: 1)
    },
    DeviceKind("Face ID, two failures lock out and end the prompt, dead items stay") { _, knobs in
      knobs.maxFailures = 2
      knobs.lockoutEndsFaceIDPrompt = true
      knobs.emptyFallbackSecondFailure = .fail
      knobs.currentSetInvalidation = .authFailed
    },
    DeviceKind("Touch ID, one wrong passcode more disables, contexts forget at once") { patch, knobs in
      patch.biometryType = .touchID
      patch.passcodeFailures = 3
      knobs.passcodeDelays = [Nanoseconds(seconds: 60)]
      knobs.contextAuthenticationLifetime = .zero
    },
  ]

  /// The device, and what its reset leads to.
  func make() throws(Failure) -> (device: WatchedDevice, fresh: DeviceState) {
    let start = WatchedDevice.start
    var device = try Device(patch, clock: .manual, at: start.now, wallTime: start.wall.inSeconds)
    for item in Self.items { Self.send(.secItemAdd(app: nil, item), Letter.client, to: &device) }
    device = Device(device.snapshot, at: start.now)
    let fresh = device.state
    var options = ContextOptions()
    Self.send(.createContext(app: Letter.other, options), Letter.otherClient, to: &device)
    options.reuseDuration = Nanoseconds(seconds: 60)
    options.fallbackTitle = ""
    Self.send(.createContext(app: Letter.app, options), Letter.client, to: &device)
    Self.send(.activateApp(Letter.app), Letter.client, to: &device)
    return (WatchedDevice(device), fresh)
  }

  private static func send(_ command: Command, _ client: ClientID, to device: inout Device) {
    var effects: [Effect] = []
    let caller = Caller(call: WatchedDevice.probe.call, client: client)
    device.handle(command, from: caller, at: WatchedDevice.start.now, into: &effects)
  }

  private static let items: [KeychainAddition] = [
    item("current", .whenUnlocked, .biometryCurrentSet),
    item("presence", .whenPasscodeSetThisDeviceOnly, .userPresence),
    item("both", .afterFirstUnlock, [.biometryAny, .and, .devicePasscode]),
  ]

  private static func item(
    _ account: String, _ accessible: Accessibility, _ flags: AccessControlFlags
  ) -> KeychainAddition {
    var addition = KeychainAddition(.genericPassword, [.account: .text(account)])
    addition.value = Secret("treasure")
    addition.accessControl = AccessControl(accessible: accessible, flags: flags)
    return addition
  }
}
