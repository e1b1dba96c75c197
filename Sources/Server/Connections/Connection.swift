import DeviceModel
import JSON
import Platform

/// One client and everything that dies with it.
final class Connection {
  let descriptor: FileDescriptor
  /// What the poller reports it by: its descriptor, and a number that tells it from others that had the
  /// same descriptor before.
  let token: UInt64
  let client: ClientID
  let audience: Audience

  var framer: LineFramer
  var output = OutputBuffer()
  /// What the poller watches it for.
  var interest: Readiness = .readable

  /// The device it chose with `useDevice`.
  var chosenDevice: String? { didSet { lastResolved = nil } }
  /// What its last request meant, which the next most likely means, too.
  var lastResolved: Resolution?
  /// Serial numbers of the devices on which it called something.
  private(set) var touchedDevices: Set<UInt64> = []
  private var lastTouched: UInt64 = 0
  /// Serial numbers of the devices that die with it.
  var ownDevices: Set<UInt64> = []
  /// Serial numbers of its requests that wait for something.
  var waiting: Set<UInt64> = []
  /// How many of them are to be answered.
  var awaitedReplies = 0
  var subscription: Subscription?

  /// The peer sends nothing more.
  var hasInputEnded = false
  /// The last line was handled, too.
  var isInputDone = false
  /// The peer is gone altogether; nobody reads any more.
  var isPeerGone = false
  /// Not read from until it takes its output or its requests end.
  var isPaused = false
  /// It has lines that wait for its next turn.
  var isQueued = false
  /// It has output that was not tried to be sent.
  var isDirty = false
  /// To be closed as soon as its output is sent.
  var closesWhenSent = false
  /// To be closed now.
  var isDoomed = false
  var isClosed = false

  init(
    _ descriptor: FileDescriptor, token: UInt64, client: ClientID, audience: Audience, maximumLineBytes: Int
  ) {
    self.descriptor = descriptor
    self.token = token
    self.client = client
    self.audience = audience
    framer = LineFramer(maximumLineBytes: maximumLineBytes)
  }

  /// Notes that it calls something on a device.
  func touch(_ device: HostedDevice) {
    // Most connections have to do with one.
    if device.serial == lastTouched { return }
    lastTouched = device.serial
    touchedDevices.insert(device.serial)
  }
}

/// Which device a name, or no name, stood for while the registry was as it was then.
struct Resolution {
  let name: String?
  let generation: UInt64
  let device: HostedDevice
}

/// Whom a socket is for.
package enum Audience: Sendable {
  /// Whoever holds the device: every method.
  case harness
  /// The app under test: its own methods, so that it cannot touch its own device.
  case app
}
