import Client
import JSON
package import Platform
package import Presentation

/// A fresh device in a daemon of its own, and every connection that speaks to it.
///
/// The device runs on a manual clock, so that nothing happens but what somebody does, at the time it is done.
/// After each input `settle` waits until the daemon has dealt with it, so that the results come in the same
/// order in every run.
package final class DeviceSession {
  /// Where its daemon listens.
  let sockets: SocketFolder
  private let control: Client
  /// The connections by number.
  private(set) var links: [Int: Connection] = [:]
  /// The form of messages in the recording.
  private(set) var form = RecordedJSON(numbers: SequenceNumbers(origin: 0))
  /// The virtual time.
  private(set) var time: Int64 = 0
  /// The state at the start, in the form of a recording.
  private(set) var initialState: [UInt8] = []
  /// Whether something may happen by itself when time passes.
  private(set) var isWaitingForTime = false
  /// Whether armed responses may be due some time after a prompt.
  var mayBeArmed = false
  /// The connections that send nothing more.
  private var finished: Set<Int> = []
  /// How many more rounds the daemon needs, because it reads a long line in pieces.
  private var rounds = 0
  /// Events that came and were not yet taken.
  private var events: [[UInt8]] = []

  /// A line of results.
  struct Output {
    /// The line of the recording; `nil`: not part of it.
    var line: [UInt8]?
    /// The connection, and the line as the daemon sent it; `nil` for an event.
    var source: (connection: Int, raw: [UInt8])?
  }

  /// Creates the device in a daemon that nobody else uses.
  ///
  /// - Parameter settings: fields of its state, a JSON object.
  package init(settings: [UInt8], on sockets: SocketFolder) throws(ToolError) {
    self.sockets = sockets
    control = try ToolError.wrapping(at: sockets) { () throws(ClientError) in
      try Client(path: sockets.socket)
    }
    _ = try ask("deleteDevice", Self.naming).get()
    let created = try ask("createDevice") { writer in
      Self.naming(&writer)
      writer.member("clock", "manual")
      writer.key("state")
      writer.raw(settings)
    }.get()
    form.numbers = SequenceNumbers(origin: fromJSON(created) { $0["seq"]?.integer } ?? 0)
    _ = try ask("subscribe") { $0.member("allDevices", true) }.get()
    let state = try ask("getState").get()
    var writer = JSONWriter()
    let form = form
    _ = try? withJSON(state) { form.write($0, into: &writer) }
    initialState = writer.bytes
    take(state: state)
  }

  private static func naming(_ writer: inout JSONWriter) { writer.member("device", RecordedJSON.device) }

  // MARK: - Input

  /// Advances the device's clock to a moment.
  func advance(to moment: Int64) throws(ToolError) {
    guard moment > time else { return }
    let step = moment - time
    let before = events.count
    let result = try ask("advanceClock") { writer in
      writer.key("seconds")
      writer.seconds(nanoseconds: step)
    }
    // The device may have been deleted.
    guard case .success = result else { return }
    time = moment
    hideOwnAdvance(after: before)
  }

  /// Leaves out the event of the session's own call, which is the last one.
  private func hideOwnAdvance(after index: Int) {
    guard events.count > index, let last = events.last else { return }
    let found = fromJSON(last) { event in
      event["kind"]?.equals("clockAdvanced") == true ? event["seq"]?.integer : nil
    }
    guard let sequence = found else { return }
    events.removeLast()
    form.numbers.hide(sequence)
  }

  /// Sends a line over a connection, and opens the connection first if it is new.
  func send(_ line: [UInt8], over connection: Int, isForApps: Bool) throws(ToolError) {
    try ToolError.wrapping(at: sockets) { () throws(ClientError) in
      let link: Connection
      if let known = links[connection] {
        link = known
      } else {
        link = try Connection(path: isForApps ? sockets.appSocket : sockets.socket)
        // Once it has replied, the daemon surely reads this connection in every round.
        _ = try? Client(link).call("ping", until: .after(seconds: 10))
        links[connection] = link
      }
      try link.send(line + [UInt8(ascii: "\n")], until: .after(seconds: 10))
      rounds += line.count / 4096
    }
  }

  /// Tells the daemon that a connection sends nothing more.
  func finish(_ connection: Int) {
    guard let link = links[connection] else { return }
    Socket.finishWriting(link.descriptor)
    finished.insert(connection)
  }

  /// Closes a connection.
  func close(_ connection: Int) { links[connection] = nil }

  /// The descriptors on which results may come without any input.
  var descriptors: [FileDescriptor] { [control.connection.descriptor] + links.values.map(\.descriptor) }

  // MARK: - Results

  /// Waits until all input has had its effect, and returns the results.
  ///
  /// The daemon reads its connections in turn: once it has replied here twice, it has read all of them.
  func settle() throws(ToolError) -> [Output] {
    for _ in 0...rounds { _ = try ask("ping") }
    rounds = 0
    if case .success(let state) = try ask("getState", Self.naming) {
      take(state: state)
    }
    var outputs = events.compactMap { event in recorded(event: event).map { Output(line: $0) } }
    events = []
    try ToolError.wrapping(at: sockets) { () throws(ClientError) in
      for (number, link) in links.sorted(by: { $0.key < $1.key }) {
        for raw in try link.linesAtHand(until: .after(seconds: 10)) {
          outputs.append(Output(line: recorded(reply: raw, on: number), source: (number, raw)))
        }
        guard link.hasEnded else { continue }
        links[number] = nil
        // The daemon closes what the other side has finished; that is nothing new.
        let wasFinished = finished.remove(number) != nil
        let line = wasFinished ? nil : Self.line(of: number) { $0.member("ended", true) }
        outputs.append(Output(line: line, source: (number, [])))
      }
    }
    return outputs
  }

  /// What the daemon sent last before it ended; not part of a recording.
  func lastWords() -> [Output] {
    var outputs: [Output] = []
    for (number, link) in links {
      for raw in (try? link.linesAtHand(until: .after(seconds: 10))) ?? [] {
        outputs.append(Output(source: (number, raw)))
      }
    }
    links = [:]
    return outputs
  }

  /// An event as the recording has it; `nil` for one of another device, which then has no number.
  private func recorded(event: [UInt8]) -> [UInt8]? {
    let isOwn = fromJSON(event) { $0["device"]?.equals(RecordedJSON.device) } ?? false
    guard isOwn else {
      if let sequence = fromJSON(event, { $0["seq"]?.integer }) { form.numbers.hide(sequence) }
      return nil
    }
    let form = form
    return JSONWriter.object { writer in
      writer.key("event")
      _ = try? withJSON(event) { form.write($0, into: &writer) }
    }
  }

  private func recorded(reply: [UInt8], on connection: Int) -> [UInt8]? {
    let form = form
    return fromJSON(reply) { node in
      // An event is recorded once, however many connections subscribe.
      if node["method"] != nil { return nil }
      return Self.line(of: connection) { writer in
        writer.key("reply")
        form.write(node, into: &writer)
      }
    }
  }

  private static func line(of connection: Int, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("connection", connection)
      members(&writer)
    }
  }

  private func take(state: [UInt8]) {
    _ = try? withJSON(state) { node in
      if let moment = node["clock"]?["monotonic"]?.nanoseconds { time = max(moment, 0) }
      let hasPrompt = node["prompt"]?.isNull == false
      let isInstant = node["behavior"]?["scanLatency"]?.number == 0
      isWaitingForTime = hasPrompt && (mayBeArmed || !isInstant)
    }
  }

  // MARK: - The session's own requests

  private func ask(
    _ method: String, _ members: (inout JSONWriter) -> Void = { _ in }
  ) throws(ToolError) -> Result<[UInt8], ToolError> {
    let reply: Reply
    do {
      reply = try control.call(method, JSONWriter.object(members), until: .after(seconds: 30))
    } catch {
      throw ToolError(.refused, "the daemon of the recorded device has ended")
    }
    events += control.takeNotifications().map(\.parameters)
    switch reply {
    case .result(let json): return .success(json)
    case .error(let error): return .failure(ErrorRendering.toolError(error.json))
    }
  }
}

extension ToolError {
  /// Uses a connection; an error of it becomes one of the tool.
  fileprivate static func wrapping<Result>(
    at sockets: SocketFolder, _ body: () throws(ClientError) -> Result
  ) throws(ToolError) -> Result {
    do { return try body() } catch { throw ToolError(.refused, error.message(at: sockets.socket)) }
  }
}
