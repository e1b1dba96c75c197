import DeviceModel

/// A device in the daemon.
final class HostedDevice {
  let name: String
  /// Tells it from others that had the name before.
  let serial: UInt64
  /// The connection it dies with.
  let owner: ClientID?
  var model: Device
  /// Its saved states by their names.
  var snapshots: [String: DeviceSnapshot] = [:]

  /// Requests that wait for a prompt that takes them, the oldest first.
  var parked: [PendingRequest] = []
  /// A prompt came up or changed since the parked requests were tried.
  var hasNewPrompt = false
  /// The prompt on screen, and since when by the host's clock.
  var prompt: (id: PromptID, since: Int64)?
  /// For what the model has due next.
  var timer: Timer?
  /// For `Behavior.promptTimeout`.
  var promptTimer: Timer?
  var isDeleted = false

  init(_ name: String, serial: UInt64, owner: ClientID?, _ model: Device) {
    self.name = name
    self.serial = serial
    self.owner = owner
    self.model = model
  }
}
