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

  /// The requests that make the device on the daemon; a copy of another one is made at once.
  func creation(
    from origin: Origin, _ changes: [StateChange], _ clock: Clock?, _ location: Location
  ) async throws(DeviceSimulatorError) -> [DaemonConnection.Request] {
    let mode = clock.map { WireValue.string($0.rawValue) }
    let state = changes.merged
    var parameters: [String: WireValue] = ["state": .object(state), "ephemeral": true]
    parameters["clock"] = mode
    let change = (mode.map { [("setClock", ["mode": $0])] } ?? []) + [("setState", state)]
    switch origin {
    case .fresh:
      return [("createDevice", parameters)]
    case .template(let name):
      parameters["template"] = .string(name)
      return [("createDevice", parameters)]
    case .exported(let exported):
      return [("createDevice", ["ephemeral": true]), ("importState", ["state": exported.members])] + change
    case .clone(let device):
      try await device.step("cloneDevice", ["as": .string(name), "ephemeral": true], location)
    case .backup(let device, let isEncrypted):
      let parameters: [String: WireValue] = [
        "as": .string(name), "encryptedBackup": .boolean(isEncrypted), "ephemeral": true,
      ]
      try await device.step("migrateDevice", parameters, location)
    }
    return change
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
