import JSON
import Platform
import Schema
import WireProtocol

/// Stands between a command and its device: passes every line on, in both directions, and writes down
/// what goes through.
///
/// One thing at a time: a line is passed on, its effects are awaited and written down, and only then is
/// the next line looked at. So the order in the recording is the order in which it happened.
final class Recorder {
  private let session: DeviceSession
  private let file: FileDescriptor
  /// Whether the device's clock is to follow the host's.
  private let followsHost: Bool
  private var lastMoment = HostClock.monotonic
  private let sockets: SocketFolder
  private var listeners: [(descriptor: FileDescriptor, isForApps: Bool)]
  private var peers: [Int: Peer] = [:]
  private var lastConnection = 0
  private var isOver = false

  /// The variables by which the command finds its device.
  var environment: [(name: String, value: String?)] {
    SocketLocation.environment(
      socket: sockets.socket, appSocket: sockets.appSocket, device: RecordedJSON.device)
  }

  init(_ session: DeviceSession, into file: FileDescriptor, followsHost: Bool) throws(SystemError) {
    self.session = session
    self.file = file
    self.followsHost = followsHost
    sockets = try SocketFolder()
    listeners = [(try Self.listen(sockets.socket), false), (try Self.listen(sockets.appSocket), true)]
  }

  private static func listen(_ path: String) throws(SystemError) -> FileDescriptor {
    let descriptor = try Socket.make()
    let address: SocketAddress
    do { address = try SocketAddress(path: path) } catch { throw .vanished(path) }
    try FileSystem.withModeMask(0o177) { () throws(SystemError) in
      try Socket.bind(descriptor, to: address)
    }
    try Socket.listen(descriptor)
    try descriptor.setNonBlocking(true)
    return descriptor
  }

  /// Closes and removes the sockets.
  func stop() {
    for listener in listeners { listener.descriptor.close() }
    listeners = []
    sockets.remove()
  }

  /// Writes the line that every recording begins with.
  func begin(settings: [UInt8]) throws(ToolError) {
    lastMoment = HostClock.monotonic
    try write(
      RecordingHeader(
        clock: followsHost ? "real" : "manual", settings: settings, state: session.initialState
      ).line + [UInt8(ascii: "\n")])
  }

  /// Waits until `other` is readable and serves the command meanwhile.
  func serve(until other: FileDescriptor) throws(ToolError) {
    while try !turn(watching: other, until: isWaitingForTime ? .after(seconds: 0.02) : .never) {}
  }

  /// Deals with what the command left behind, and writes the last line.
  func end(status: Int32) throws(ToolError) {
    let nothing = try noEvents()
    defer { nothing.0.close(); nothing.1.close() }
    for _ in 0..<1000 where try hasWork() { _ = try turn(watching: nothing.0, until: .after(seconds: 0)) }
    for number in peers.keys.sorted() { try hangUp(number) }
    try record { writer in
      writer.member("end", true)
      writer.member("status", Int(status))
    }
  }

  private func noEvents() throws(ToolError) -> (FileDescriptor, FileDescriptor) {
    do { return try FileDescriptor.pipe() } catch { throw ToolError(.refused, error.description) }
  }

  private func hasWork() throws(ToolError) -> Bool {
    try !ready(watching: [], until: .after(seconds: 0)).isEmpty
  }

  private var isWaitingForTime: Bool { followsHost && session.isWaitingForTime && !isOver }

  // MARK: - The loop

  private func ready(
    watching others: [FileDescriptor], until limit: WaitLimit
  ) throws(ToolError) -> [FileDescriptor: Readiness] {
    var wanted: [(descriptor: FileDescriptor, readiness: Readiness)] = others.map { ($0, .readable) }
    wanted += listeners.map { ($0.descriptor, .readable) }
    wanted += peers.values.map { ($0.descriptor, $0.isFinished ? .none : .readable) }
    if !isOver { wanted += session.descriptors.map { ($0, .readable) } }
    do {
      let ready = try FileDescriptor.wait(for: wanted, until: limit)
      var result: [FileDescriptor: Readiness] = [:]
      for (entry, readiness) in zip(wanted, ready) where !readiness.isEmpty {
        result[entry.descriptor] = readiness
      }
      return result
    } catch {
      throw ToolError(.refused, error.description)
    }
  }

  /// One round; returns whether `other` is readable.
  private func turn(watching other: FileDescriptor, until limit: WaitLimit) throws(ToolError) -> Bool {
    let ready = try ready(watching: [other], until: limit)
    for listener in listeners where ready[listener.descriptor] != nil { accept(listener) }
    for (number, peer) in peers.sorted(by: { $0.key < $1.key }) {
      if let readiness = ready[peer.descriptor] { try serve(peer, number, readiness) }
    }
    if !isOver, session.descriptors.contains(where: { ready[$0] != nil }) { try writeEffects() }
    if isWaitingForTime { try tick() }
    return ready[other] != nil
  }

  private func accept(_ listener: (descriptor: FileDescriptor, isForApps: Bool)) {
    guard let descriptor = try? Socket.accept(listener.descriptor) else { return }
    lastConnection += 1
    peers[lastConnection] = Peer(descriptor, isForApps: listener.isForApps)
  }

  private func serve(_ peer: Peer, _ number: Int, _ readiness: Readiness) throws(ToolError) {
    let wasFinished = peer.isFinished
    do {
      for line in try peer.read() { try handle(line, from: peer, number) }
    } catch let error as ToolError {
      throw error
    } catch {
      return try hangUp(number)
    }
    guard peers[number] != nil else { return }
    if readiness.contains(.hungUp) {
      try hangUp(number)
    } else if peer.isFinished, !wasFinished {
      guard session.links[number] != nil else { return try hangUp(number) }
      session.finish(number)
      if peer.leavesTraces {
        try record {
          $0.member("connection", number); $0.member("finished", true)
        }
      }
      try writeEffects()
    }
  }

  private func hangUp(_ number: Int) throws(ToolError) {
    guard let peer = peers.removeValue(forKey: number) else { return }
    guard session.links[number] != nil, !isOver else { return }
    let leavesTraces = peer.leavesTraces && peer.isRecorded
    if leavesTraces { try followHost() }
    session.close(number)
    if leavesTraces {
      try record {
        $0.member("connection", number); $0.member("closed", true)
      }
    }
    try writeEffects()
  }

  // MARK: - Requests

  private func handle(_ line: [UInt8], from peer: Peer, _ number: Int) throws(ToolError) {
    guard !isOver else { return }
    var line = line
    var recorded = JSONWriter()
    var treatment = Peer.Treatment.record
    let numbers = session.form.numbers
    let isJSON: Void? = try? withJSON(line) { node in
      treatment = peer.treatment(of: node)
      if node["method"]?.equals("arm") == true { session.mayBeArmed = true }
      RecordedJSON.writeRequest(node, into: &recorded, since: numbers.number)
      // What came before the device is not the command's to see.
      guard node["params"]?["since"]?.integer.map({ $0 < numbers.origin }) == true else { return }
      var writer = JSONWriter()
      RecordedJSON.writeRequest(node, into: &writer, keepsDevice: true) { max($0, numbers.origin) }
      line = writer.bytes
    }
    if case .refuseRealClock(let id) = treatment { return refuseRealClock(id, peer) }
    if treatment == .record { try followHost() }
    try session.send(line, over: number, isForApps: peer.isForApps)
    if treatment == .record {
      peer.isRecorded = true
      try record { writer in
        writer.member("connection", number)
        if peer.isForApps { writer.member("socket", "app") }
        if isJSON == nil {
          writer.member("text", String(decoding: line, as: UTF8.self))
        } else {
          writer.key("request")
          writer.raw(recorded.bytes)
        }
      }
    }
    try writeEffects()
  }

  private func refuseRealClock(_ id: [UInt8], _ peer: Peer) {
    guard !id.isEmpty else { return }
    var writer = JSONWriter()
    Response.write(id: RequestID(bytes: id), WireError.clockIsRecorded, into: &writer)
    peer.send(writer.bytes)
  }

  /// Lets as much time pass on the device as has passed on the host.
  private func followHost() throws(ToolError) {
    guard followsHost else { return }
    // In milliseconds: nobody wants to read more.
    let passed = (HostClock.monotonic - lastMoment) / 1_000_000 * 1_000_000
    guard passed > 0 else { return }
    lastMoment += passed
    try session.advance(to: session.time + passed)
  }

  /// Lets what is due by itself happen.
  private func tick() throws(ToolError) {
    let before = session.time
    try followHost()
    guard session.time > before else { return }
    // Every step is told, so that the daemon's own count of events is the same in a replay.
    try record { _ in }
    try writeEffects()
  }

  // MARK: - Effects

  /// Passes on and writes down what has come.
  private func writeEffects() throws(ToolError) {
    let outputs: [DeviceSession.Output]
    do {
      outputs = try session.settle()
    } catch {
      return try giveUp()
    }
    var lines: [UInt8] = []
    for output in outputs {
      if let line = try passOn(output) { lines += line + [UInt8(ascii: "\n")] }
    }
    if !lines.isEmpty { try write(lines) }
  }

  /// The daemon is gone, most likely because the command stopped it; what it still said goes on, and then
  /// nobody listens any more.
  private func giveUp() throws(ToolError) {
    isOver = true
    for output in session.lastWords() { _ = try passOn(output) }
    peers = [:]
    stop()
  }

  /// Sends a reply to whom it belongs; returns what is to be written down.
  private func passOn(_ output: DeviceSession.Output) throws(ToolError) -> [UInt8]? {
    guard let source = output.source else { return output.line }
    guard let peer = peers[source.connection] else { return output.line }
    if source.raw.isEmpty {
      peers[source.connection] = nil
      return output.line
    }
    var isLeftOut = false
    var isHidden = false
    var raw = source.raw
    let form = session.form
    _ = try? withJSON(raw) { node in
      isLeftOut = peer.isLeftOut(reply: node)
      isHidden = node["params"].map(form.isHiddenEvent) ?? false
      var writer = JSONWriter()
      if let path = node["result"]?["appSocket"] {
        // Who asks where apps connect must not be led past the recorder.
        writer.string(sockets.appSocket)
        Self.replace(path, of: node, in: &raw, with: writer.bytes)
      } else if let events = node["result"]?["events"], events.kind == .array {
        writer.beginArray()
        for event in events.elements where !form.isHiddenEvent(event) { writer.raw(event.raw) }
        writer.endArray()
        Self.replace(events, of: node, in: &raw, with: writer.bytes)
      }
    }
    if isHidden { return nil }
    peer.send(raw)
    return isLeftOut ? nil : output.line
  }

  private static func replace(
    _ part: JSONNode, of whole: JSONNode, in line: inout [UInt8], with bytes: [UInt8]
  ) {
    guard let start = part.raw.baseAddress, let origin = whole.raw.baseAddress else { return }
    line.replaceSubrange((start - origin)..<(start - origin + part.raw.count), with: bytes)
  }

  /// Writes down what was done, with the time.
  private func record(_ members: (inout JSONWriter) -> Void) throws(ToolError) {
    let line = JSONWriter.object { writer in
      writer.member("time", nanoseconds: session.time)
      members(&writer)
    }
    try write(line + [UInt8(ascii: "\n")])
  }

  private func write(_ bytes: [UInt8]) throws(ToolError) {
    do {
      try file.writeAll(bytes)
    } catch {
      throw ToolError(.refused, "cannot write the recording: \(error.reason)")
    }
  }
}

extension JSONWriter {
  /// A member with a time in seconds.
  mutating func member(_ key: StaticString, nanoseconds: Int64) {
    self.key(key)
    seconds(nanoseconds: nanoseconds)
  }
}
