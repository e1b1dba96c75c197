import DeviceModel
import WireProtocol

/// A request that waits for something.
final class PendingRequest {
  /// Also the number of the call that the device model knows it by.
  let serial: UInt64
  let address: ReplyAddress
  let work: Work
  var timer: Timer?

  init(_ serial: UInt64, _ address: ReplyAddress, _ work: Work) {
    self.serial = serial
    self.address = address
    self.work = work
  }

  /// What it waits for.
  enum Work {
    /// The reply of a device.
    case call(device: HostedDevice)
    /// A prompt that takes the response.
    case response(PromptResponse, method: String, device: HostedDevice, Deadline)
    /// An event.
    case event(EventMatcher, Deadline)
  }
}
