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
  /// Serial numbers of the devices on which it called something.
  private(set) var touchedDevices: Set<UInt64> = []
  private var lastTouched: UInt64 = 0
  /// Serial numbers of its requests that wait for something.
  var waiting: Set<UInt64> = []
  /// How many of them get a reply.
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
  /// The harness, which holds the device: every method.
  case harness
  /// The app under test: its own methods, so that it cannot touch its own device.
  case app
}

/// The bytes a peer has not taken yet.
struct OutputBuffer: ~Copyable {
  private var writer = JSONWriter()
  /// Where the unsent ones start.
  private var start = 0

  /// What is kept of an empty buffer; what it grew beyond that is returned, for most are empty.
  private static let keptCapacity = 1 << 10

  var count: Int { writer.buffer.count - start }
  var isEmpty: Bool { count == 0 }

  /// Appends what `body` writes, and ends the line. Nothing may be appended meanwhile. A line of more bytes than
  /// this is not appended, and the answer is false.
  @inline(__always)
  mutating func appendLine(atMost limit: Int, _ body: (inout JSONWriter) -> Void) -> Bool {
    let before = writer.buffer.count
    body(&writer)
    if writer.buffer.count &- before > limit {
      writer.buffer.truncate(to: before)
      return false
    }
    writer.endLine()
    return true
  }

  /// Passes what is unsent to `body`, which returns how much of it is sent.
  mutating func drain<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    start += try writer.buffer.withBytes { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start...])))
    }
    if start == writer.buffer.count {
      removeAll()
    } else if start > 1 << 16, start > writer.buffer.count / 2 {
      writer.buffer.removeFirst(start)
      start = 0
    }
  }

  /// Drops what nobody will read.
  mutating func removeAll() {
    start = 0
    writer.buffer.removeAll(keepingAtMost: Self.keptCapacity)
  }
}
