import DeviceModel
import JSON
import Platform

/// One client, and everything that ends with it.
final class Connection {
  let descriptor: FileDescriptor
  let client: ClientID
  let audience: Audience

  var framer: LineFramer
  var output = OutputBuffer()
  /// What the reactor watches it for.
  var interest: Readiness = .readable

  /// The device it chose with `useDevice`.
  var chosenDevice: String? { didSet { lastResolved = nil } }
  /// What its last request meant, which the next most likely means, too.
  var lastResolved: Resolution?
  /// The devices on which it called something.
  private(set) var touched = TouchedDevices()
  private var lastTouched: UInt64 = 0
  /// Its requests that wait for something.
  var waiting = WaitingRequests()
  /// How many replies it is still owed.
  var awaitedReplies = 0
  var subscription: Subscription?
  /// What is left of a batch that goes on in its next turn.
  var restOfBatch: RestOfBatch?
  /// The request before that, which has to wait.
  var heldRequest: HeldRequest?
  /// How much the budget counts for it, and how much of that for its unread lines.
  var held = 0
  var heldInput = 0

  /// The peer sends nothing more.
  var hasInputEnded = false
  /// The last line was handled, too.
  var isInputDone = false
  /// The peer is gone altogether; nobody reads any more.
  var isPeerGone = false
  /// Not read from until it takes its output or its requests end.
  var isPaused = false
  /// A reply is being made that the next request has to wait for.
  var isHeld = false
  /// It has lines that wait for its next turn.
  var isQueued = false
  /// It has output that nobody tried to send yet.
  var isDirty = false
  /// It ends as soon as its output is sent.
  var closesWhenSent = false
  /// It ends with this turn.
  var isDoomed = false
  var isClosed = false

  init(_ descriptor: FileDescriptor, client: ClientID, audience: Audience, maximumLineBytes: Int) {
    self.descriptor = descriptor
    self.client = client
    self.audience = audience
    framer = LineFramer(maximumLineBytes: maximumLineBytes)
  }

  /// Notes that it calls something on a device.
  func touch(_ device: HostedDevice, among registry: borrowing DeviceRegistry) {
    // Most connections have to do with one.
    if device.serial == lastTouched { return }
    lastTouched = device.serial
    touched.insert(device.serial, among: registry)
  }
}

/// The serial numbers of the devices on which a connection called something.
struct TouchedDevices {
  private(set) var serials: Set<UInt64> = []
  /// When those that are deleted are dropped.
  private var dropsAt = 64

  mutating func insert(_ serial: UInt64, among registry: borrowing DeviceRegistry) {
    serials.insert(serial)
    guard serials.count >= dropsAt else { return }
    let all = serials
    serials = []
    for serial in all where registry[serial: serial] != nil { serials.insert(serial) }
    dropsAt = max(64, 2 * serials.count)
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
  /// The harness, which holds the device: every method.
  case harness
  /// The app under test: its own methods, so that it cannot touch its own device.
  case app
}
