public import Foundation
import SimulatedLocalAuthentication

extension SimulatedDevice {
  /// What a device begins as.
  public enum Origin: Sendable {
    /// A copy of another device as it is now, its keychain included.
    case clone(of: SimulatedDevice)
    /// Another phone, set up from a backup of a device: its apps and what its keychain lets go.
    case backup(of: SimulatedDevice, isEncrypted: Bool = true)
    /// A device that ``SimulatedDevice/exportState(fileID:line:)`` returned.
    case exported(ExportedState)
    /// A template of the file that the environment variable `DEVICESIM_TEMPLATES` names.
    case template(String)
    /// A new one.
    case fresh

    /// The app under test of the other device.
    var app: String? {
      switch self {
      case .clone(let device), .backup(let device, _): device.app
      case .exported, .template, .fresh: nil
      }
    }
  }

  /// Makes the device on the daemon.
  func create(
    from origin: Origin, _ changes: [StateChange], _ clock: Clock?, _ location: Location
  ) async throws(DeviceSimulatorError) {
    let mode = clock.map { WireValue.string($0.rawValue) }
    let state = changes.merged
    var parameters: [String: WireValue?] = ["state": .object(state), "clock": mode, "ephemeral": true]
    switch origin {
    case .fresh:
      try await step("createDevice", parameters, location)
    case .template(let name):
      parameters["template"] = .string(name)
      try await step("createDevice", parameters, location)
    case .exported(let exported):
      try await step("createDevice", ["ephemeral": true], location)
      try await step("importState", ["state": exported.members], location)
      try await change(state, mode, location)
    case .clone(let device):
      try await device.step("cloneDevice", ["as": .string(name), "ephemeral": true], location)
      try await change(state, mode, location)
    case .backup(let device, let isEncrypted):
      let parameters: [String: WireValue] = [
        "as": .string(name), "encryptedBackup": .boolean(isEncrypted), "ephemeral": true,
      ]
      try await device.step("migrateDevice", parameters, location)
      try await change(state, mode, location)
    }
  }

  private func change(
    _ state: [String: WireValue], _ clock: WireValue?, _ location: Location
  ) async throws(DeviceSimulatorError) {
    if let clock { try await step("setClock", ["mode": clock], location) }
    try await step("setState", state, location)
  }
}

extension SimulatedDevice {
  /// A device as a whole, its secrets included.
  public struct ExportedState: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let members: WireValue

    init(_ members: WireValue) { self.members = members }

    /// Reads what ``json`` returned. Anything else is refused when a device is to begin as it.
    public init(json: Data) { members = WireValue(json: Array(json)) }

    /// The state as JSON, with the passcode and the keychain's secrets.
    public var json: Data { Data(members.json) }

    /// Says what it is; shows no secret.
    public var description: String { "an exported device" }
    /// Nothing, as there are secrets in it.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
}
