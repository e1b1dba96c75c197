import Platform

/// A connection from a browser, or from another program on this machine. It carries one request and one answer.
final class PanelConnection {
  /// How far it is.
  enum Phase {
    /// The head of the request comes.
    case head
    /// Its body comes; the head said that the cookie is right.
    case body(PanelRequest)
    /// The daemon has the request.
    case waiting
    /// The answer goes out.
    case answering
    /// Events go out, until the page goes away.
    case streaming(device: String?)
    /// The answer is out. What still comes is thrown away, for a connection that is closed over unread bytes may
    /// take the answer with it.
    case draining
  }

  let descriptor: FileDescriptor
  private(set) var phase = Phase.head
  /// Whether it showed the cookie. Connections without it give way when there are too many.
  var isKnown = false
  /// When it has waited long enough, on the host's monotonic clock; `nil`: it may take as long as it likes.
  private(set) var deadline: Int64?
  /// What came and was not taken yet.
  private(set) var input: [UInt8] = []
  private var output = Outbox()
  private(set) var isClosed = false

  init(_ descriptor: FileDescriptor, head seconds: Double) {
    self.descriptor = descriptor
    wait(seconds)
  }

  deinit { close() }

  /// Closes it. Others may still refer to it.
  func close() {
    if !isClosed { descriptor.close() }
    isClosed = true
  }

  /// Goes on to a phase that may take so many seconds.
  func enter(_ phase: Phase, for seconds: Double? = nil) {
    self.phase = phase
    if let seconds { wait(seconds) } else { deadline = nil }
  }

  private func wait(_ seconds: Double) { deadline = HostClock.monotonic + Int64(seconds * 1e9) }

  /// What to wait for.
  var wanted: Readiness {
    var wanted = Readiness.none
    switch phase {
    // A page that goes away is noticed by its end.
    case .head, .body, .streaming, .draining: wanted = .readable
    case .waiting, .answering: break
    }
    return unread > 0 ? wanted.union(.writable) : wanted
  }

  /// Whether somebody else may have its place.
  var givesWay: Bool {
    if case .draining = phase { return true }
    return !isKnown
  }

  /// The device that its page shows, if it is told what happens.
  var stream: (isOpen: Bool, device: String?) {
    if case .streaming(let device) = phase { return (true, device) }
    return (false, nil)
  }

  // MARK: - Bytes

  /// How much the other side has not taken.
  var unread: Int { output.count }

  /// Reads what came, up to a number of bytes that are not taken yet; returns false at the end.
  func receive(upTo limit: Int) -> Bool {
    let room = limit - input.count
    guard room > 0 else { return true }
    do throws(SystemError) {
      let size = min(room, 16 << 10)
      let count = try withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) {
        buffer throws(SystemError) in
        let count = try Socket.receive(into: buffer, from: descriptor)
        input += buffer[..<count]
        return count
      }
      return count > 0
    } catch {
      return error.wouldBlock
    }
  }

  /// Takes bytes from the beginning of what came.
  func take(_ count: Int) -> [UInt8] {
    defer { input.removeFirst(count) }
    return Array(input[..<count])
  }

  /// Throws away what came.
  func forgetInput() { input = [] }

  /// Sends bytes as far as there is room, and keeps the rest.
  func send(_ bytes: [UInt8]) {
    output.append(bytes)
    flush()
  }

  /// Sends what was kept; returns false if nobody is there to take it.
  @discardableResult
  func flush() -> Bool {
    do {
      try output.send(to: descriptor)
      return true
    } catch {
      return false
    }
  }

  /// Tells the other side that nothing more comes.
  func finish() { Socket.finishWriting(descriptor) }
}
