package import DeviceModel
import JSON
package import Platform
import WireProtocol

/// The daemon's inside: one thread that owns every connection and every device. Nothing else touches them.
///
/// It makes no sockets and handles no signals by itself, so that a test can run one on a thread of its own
/// and talk to it over socket pairs.
package final class Server {
  let configuration: ServerConfiguration
  let poller: Poller
  /// What time it is for the devices and the timers.
  var time = ServerTime()
  var timers = TimerQueue()
  var phase = Phase.running
  /// When the server last looked at the clock: once for all that is done at a time.
  private(set) var now = Nanoseconds(HostClock.monotonic)

  // Connections.
  /// By descriptor.
  var connections: [Connection?] = []
  var connectionCount = 0
  var listeners: [Listener] = []
  /// Other descriptors and what to do when they are readable.
  var sources: [(descriptor: FileDescriptor, action: () -> Void)] = []
  private var tick: (interval: Nanoseconds, action: () -> Void)?
  private var lastGeneration: UInt32 = 0
  /// Connections with lines that wait for their next turn.
  var queue: [Connection] = []
  var servedQueue: [Connection] = []
  /// Connections with output to be sent.
  var dirty: [Connection] = []
  private var sending: [Connection] = []
  /// Connections to be closed.
  var doomed: [Connection] = []
  var isAcceptingPaused = false
  /// Connections and devices that went since memory was last given back.
  var goneCount = 0
  /// What the next connection reads into.
  var readMemory = ReadMemory()
  var idleTimer: Timer?
  /// Where the app under test finds its socket, for whoever starts it.
  package var appSocket: String?
  /// Called once, when no more connections are taken: the moment to remove the socket's file.
  package var onStopListening: () -> Void = {}

  // Requests.
  let document: JSONDocument
  let table = RequestTable()
  var pending: [UInt64: PendingRequest] = [:]
  private var lastSerial: UInt64 = 0

  // Devices and what happened on them.
  var devices = DeviceRegistry()
  var log: EventLog
  var subscribers: [Connection] = []
  /// Requests that wait for an event, the oldest first.
  var waiters: [PendingRequest] = []
  let eventDocument = JSONDocument()
  /// Memory for encoding events, lent out and given back.
  var eventWriter = JSONWriter()
  var effects: [Effect] = []
  /// Where devices are kept; `nil`: nowhere.
  var journal: Journal?
  /// What a device may take up. What a journal tells of is done again under those it was done under.
  var deviceLimits: DeviceLimits {
    didSet { for device in devices.all { device.model.limits = deviceLimits } }
  }

  /// Where a server stands in its life.
  enum Phase {
    case running
    /// Stops at the end of this turn of the loop.
    case stopRequested
    /// Takes nothing new; the last replies leave.
    case flushing
    case finished
  }

  /// A server with the device `default` and no connections.
  package init(_ configuration: ServerConfiguration = ServerConfiguration()) throws(SystemError) {
    self.configuration = configuration
    poller = try Poller()
    document = JSONDocument(maximumDepth: configuration.limits.maxDepth)
    log = EventLog(capacity: configuration.limits.keptEvents)
    deviceLimits = configuration.deviceLimits
    makeDefaultDevice()
    startIdleTimer()
  }

  /// Serves until something stops it: the method `shutdown`, `stop()` or the idle limit.
  package func run() throws(SystemError) {
    for listener in listeners { try poller.add(listener.descriptor, for: .readable, token: listener.token) }
    while phase != .finished {
      let count = try poller.wait(until: limit)
      for index in 0..<count { handle(poller[index]) }
      runTimers()
      serveQueue()
      if phase == .stopRequested { beginStop() }
      tidy()
      tendJournal()
    }
    for connection in connections { if let connection { close(connection) } }
    compact()
  }

  /// Whether it takes nothing new any more.
  package var isStopping: Bool { phase != .running }

  /// Ends the server in good order. Only from the thread that runs it; see `addSource` for others.
  package func stop() {
    if phase == .running { phase = .stopRequested }
  }

  /// Runs `action` whenever the descriptor is readable.
  package func addSource(_ descriptor: FileDescriptor, _ action: @escaping () -> Void) throws(SystemError) {
    try poller.add(descriptor, for: .readable, token: makeToken(descriptor))
    sources.append((descriptor, action))
  }

  /// Forgets a descriptor that `addSource` was given.
  package func removeSource(_ descriptor: FileDescriptor) {
    poller.remove(descriptor)
    sources.removeAll { $0.descriptor == descriptor }
  }

  /// Runs `action` again and again.
  package func onTick(every interval: Nanoseconds, _ action: @escaping () -> Void) {
    tick = (interval, action)
    scheduleTick()
  }

  private func scheduleTick() {
    guard let tick else { return }
    _ = timers.schedule(at: (now + tick.interval).value, .tick)
  }

  /// What the poller reports a descriptor by: its number, and one that tells it from others that had the
  /// same number before.
  func makeToken(_ descriptor: FileDescriptor) -> UInt64 {
    lastGeneration &+= 1
    return UInt64(lastGeneration) << 32 | UInt64(UInt32(bitPattern: descriptor.rawValue))
  }

  /// Leaves out the numbers that an earlier daemon gave.
  func useSerials(after serial: UInt64) { lastSerial = max(lastSerial, serial) }

  /// A number for a request, a device, a client; never given twice.
  func makeSerial() -> UInt64 {
    lastSerial += 1
    return lastSerial
  }

  /// Takes the time for what is done next.
  func lookAtClock() { now = time.now }

  /// Takes the time at which something happened that is to happen again.
  func setClock(to moment: HostMoment) {
    now = moment.now
    time.heldWall = moment.wall
  }

  /// How long the loop may sleep.
  private var limit: WaitLimit {
    if !queue.isEmpty || phase == .stopRequested { return .at(nanoseconds: 0) }
    guard let deadline = timers.nextDeadline else { return .never }
    return .at(nanoseconds: time.onHost(deadline))
  }

  private func handle(_ event: PollerEvent) {
    let descriptor = Int32(truncatingIfNeeded: event.token)
    if let connection = connection(descriptor), connection.token == event.token {
      handle(event.readiness, of: connection)
    } else if let listener = listeners.first(where: { $0.token == event.token }) {
      accept(from: listener)
    } else if let source = sources.first(where: { $0.descriptor.rawValue == descriptor }) {
      source.action()
    }
    // Anything else was closed by an event before it.
  }

  /// The connection with that descriptor, if it is one.
  func connection(_ descriptor: Int32) -> Connection? {
    let index = Int(descriptor)
    return connections.indices.contains(index) ? connections[index] : nil
  }

  private func runTimers() {
    guard !timers.isEmpty else { return }
    lookAtClock()
    while let timer = timers.popDue(at: now.value) {
      switch timer.purpose {
      case .device(let serial): if let device = devices[serial: serial] { catchUp(device) }
      case .prompt(let serial): timeOutPrompt(serial)
      case .request(let serial): timeOutRequest(serial)
      case .resumeAccepting: resumeAccepting()
      case .idle:
        configuration.log("nobody connected for a while, exiting")
        stop()
      case .tick:
        tick?.action()
        scheduleTick()
      case .flushed: phase = .finished
      }
    }
  }

  /// Sends what there is to send and closes what is to be closed, which may lead to more of both.
  private func tidy() {
    while !dirty.isEmpty || !doomed.isEmpty {
      if !doomed.isEmpty {
        let closing = doomed
        doomed.removeAll()
        for connection in closing { close(connection) }
      }
      swap(&dirty, &sending)
      for connection in sending {
        connection.isDirty = false
        if !connection.isClosed { send(connection) }
      }
      sending.removeAll(keepingCapacity: true)
    }
    if phase == .flushing, connectionCount == 0 { phase = .finished }
  }
}
