import JSON
package import Platform
package import Presentation
import WireProtocol

/// Stands between a command and its device: forwards every line in both directions and records it.
///
/// It does one thing at a time: it forwards a line, waits for the effects, records them, and only then reads
/// the next line. So the order in the recording is the order in which things happened.
package final class Recorder {
  private let session: DeviceSession
  private let file: FileDescriptor
  /// Whether the device's clock follows the host's.
  private let followsHost: Bool
  private var lastMoment = HostClock.monotonic
  /// The daemon's folder, which goes with the daemon however this process ends.
  private let sockets: SocketFolder
  private var listeners: [(descriptor: FileDescriptor, isForApps: Bool)]
  private var peers: [Int: Peer] = [:]
  private var lastConnection = 0
  private var isOver = false
  /// How many requests were recorded.
  package private(set) var requests = 0

  /// The variables by which the command finds its device.
  package var environment: [(name: String, value: String?)] {
    SocketLocation.environment(
      socket: sockets.frontSocket, appSocket: sockets.frontAppSocket, device: RecordedJSON.device)
  }

  /// Opens the sockets for the command.
  package init(
    _ session: DeviceSession, into file: FileDescriptor, followsHost: Bool
  ) throws(SystemError) {
    self.session = session
    self.file = file
    self.followsHost = followsHost
    sockets = session.sockets
    listeners = [
      (try Self.listen(sockets.frontSocket), false), (try Self.listen(sockets.frontAppSocket), true),
    ]
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

  /// Closes the sockets.
  package func stop() {
    for listener in listeners { listener.descriptor.close() }
    listeners = []
  }

  /// Writes the first line of the recording.
  ///
  /// - Parameter command: the name of the command.
  package func begin(settings: [UInt8], command: String?) throws(ToolError) {
    lastMoment = HostClock.monotonic
    let header = RecordingHeader(
      clock: followsHost ? "real" : "manual", command: command, date: followsHost ? HostClock.timestamp : nil,
      settings: settings, state: session.initialState)
    try write(header.line + [UInt8(ascii: "\n")])
  }

  /// Serves the command until `other` is readable.
  package func serve(until other: FileDescriptor) throws(ToolError) {
    while try !turn(watching: other, until: isWaitingForTime ? .after(seconds: 0.02) : .never) {}
  }

  /// Records what the command sent last, and writes the last line.
  package func end(status: Int32) throws(ToolError) {
    for _ in 0..<1000 where try !ready(watching: nil, until: .after(seconds: 0)).isEmpty {
      _ = try turn(watching: nil, until: .after(seconds: 0))
    }
    for number in peers.keys.sorted() { try hangUp(number) }
    try record { writer in
      writer.member("end", true)
      writer.member("status", Int(status))
    }
  }

  private var isWaitingForTime: Bool { followsHost && session.isWaitingForTime && !isOver }

  // MARK: - The loop

  private func ready(
    watching other: FileDescriptor?, until limit: WaitLimit
  ) throws(ToolError) -> [FileDescriptor: Readiness] {
    var wanted: [(descriptor: FileDescriptor, readiness: Readiness)] = []
    if let other { wanted.append((other, .readable)) }
    wanted += listeners.map { ($0.descriptor, .readable) }
    wanted += peers.values.map { ($0.descriptor, $0.isFinished ? .none : .readable) }
    if !isOver { wanted += session.descriptors.map { ($0, .readable) } }
    let ready = try ToolError.wrapping { () throws(SystemError) in
      try FileDescriptor.wait(for: wanted, until: limit)
    }
    var result: [FileDescriptor: Readiness] = [:]
    for (entry, readiness) in zip(wanted, ready) where !readiness.isEmpty {
      result[entry.descriptor] = readiness
    }
    return result
  }

  /// One round; returns whether `other` is readable.
  private func turn(watching other: FileDescriptor?, until limit: WaitLimit) throws(ToolError) -> Bool {
    let ready = try ready(watching: other, until: limit)
    for listener in listeners where ready[listener.descriptor] != nil { accept(listener) }
    for (number, peer) in peers.sorted(by: { $0.key < $1.key }) {
      if let readiness = ready[peer.descriptor] { try serve(peer, number, readiness) }
    }
    if !isOver, session.descriptors.contains(where: { ready[$0] != nil }) { try writeEffects() }
    if isWaitingForTime { try tick() }
    return other.flatMap { ready[$0] } != nil
  }

  private func accept(_ listener: (descriptor: FileDescriptor, isForApps: Bool)) {
    guard let descriptor = try? Socket.accept(listener.descriptor) else { return }
    lastConnection += 1
    peers[lastConnection] = Peer(descriptor, isForApps: listener.isForApps)
  }

  private func serve(_ peer: Peer, _ number: Int, _ readiness: Readiness) throws(ToolError) {
    let wasFinished = peer.isFinished
    do {
      for line in try peer.read() { try forward(line, from: peer, number) }
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
      if peer.leavesTraces { try record("finished", of: number) }
      try writeEffects()
    }
  }

  private func hangUp(_ number: Int) throws(ToolError) {
    guard let peer = peers.removeValue(forKey: number) else { return }
    guard session.links[number] != nil, !isOver else { return }
    let leavesTraces = peer.leavesTraces && peer.isRecorded
    if leavesTraces { try followHost() }
    session.close(number)
    if leavesTraces { try record("closed", of: number) }
    try writeEffects()
  }

  // MARK: - Requests

  private func forward(_ line: [UInt8], from peer: Peer, _ number: Int) throws(ToolError) {
    guard !isOver else { return }
    var line = line
    var recorded = JSONWriter()
    var treatment = Peer.Treatment.record
    let numbers = session.form.numbers
    let isJSON: Void? = try? withJSON(line) { node in
      treatment = peer.treatment(of: node)
      if node["method"]?.equals("arm") == true { session.mayBeArmed = true }
      RecordedJSON.writeRequest(node, into: &recorded, since: numbers.number)
      // The command sees no events from before the device.
      guard node["params"]?["since"]?.integer.map({ $0 < numbers.origin }) == true else { return }
      var writer = JSONWriter()
      RecordedJSON.writeRequest(node, into: &writer, keepsDevice: true) { max($0, numbers.origin) }
      line = writer.bytes
    }
    if case .refuseRealClock(let id) = treatment { return refuseRealClock(id, peer) }
    if treatment == .record { try followHost() }
    try session.send(line, over: number, isForApps: peer.isForApps)
    if treatment == .record {
      requests += 1
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

  /// Advances the device's clock by the time that has passed on the host.
  private func followHost() throws(ToolError) {
    guard followsHost else { return }
    // Whole milliseconds are easier to read.
    let passed = (HostClock.monotonic - lastMoment) / 1_000_000 * 1_000_000
    guard passed > 0 else { return }
    lastMoment += passed
    try session.advance(to: session.time + passed)
  }

  /// Advances the clock so that what is due happens.
  private func tick() throws(ToolError) {
    let before = session.time
    try followHost()
    guard session.time > before else { return }
    // Every step is recorded, so that the daemon counts its events the same way in a replay.
    try record { _ in }
    try writeEffects()
  }

  // MARK: - Effects

  /// Forwards and records the results that have come.
  private func writeEffects() throws(ToolError) {
    let outputs: [DeviceSession.Output]
    do {
      outputs = try session.settle()
    } catch {
      return giveUp()
    }
    var lines: [UInt8] = []
    for output in outputs {
      if let line = forward(output) { lines += line + [UInt8(ascii: "\n")] }
    }
    if !lines.isEmpty { try write(lines) }
  }

  /// The daemon is gone, most likely because the command stopped it: forwards what it sent last and stops
  /// listening.
  private func giveUp() {
    isOver = true
    for output in session.lastWords() { _ = forward(output) }
    peers = [:]
    stop()
  }

  /// Sends a reply to its connection; returns the line to record.
  private func forward(_ output: DeviceSession.Output) -> [UInt8]? {
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
      if let result = node["result"], let path = result["appSocket"] {
        // The last member first, for the others move with it. One connection is the recorder's own, and apps must
        // connect to the recorder, not to the daemon.
        if let count = result["harnessConnections"], let number = count.integer {
          Self.replace(count, of: node, in: &raw, with: Array("\(number - 1)".utf8))
        }
        writer.string(sockets.frontAppSocket)
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

  /// Records an input with its time.
  private func record(_ members: (inout JSONWriter) -> Void) throws(ToolError) {
    let time = session.time
    let line = JSONWriter.object { writer in
      writer.key("time")
      writer.seconds(nanoseconds: time)
      members(&writer)
    }
    try write(line + [UInt8(ascii: "\n")])
  }

  private func record(_ what: StaticString, of connection: Int) throws(ToolError) {
    try record { writer in
      writer.member("connection", connection)
      writer.key(what)
      writer.boolean(true)
    }
  }

  private func write(_ bytes: [UInt8]) throws(ToolError) {
    do {
      try file.writeAll(bytes)
    } catch {
      throw ToolError(.refused, "cannot write the recording: \(error.reason)")
    }
  }
}
