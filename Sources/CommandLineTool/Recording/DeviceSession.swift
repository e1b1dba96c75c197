import Client
import JSON
import Platform

/// A fresh device in a daemon of its own, and every connection that speaks to it.
///
/// It runs on a manual clock, so that what happens depends on nothing but what is done and when. After
/// each thing that is done, `settle` waits until the daemon has dealt with it, so that the order in which
/// the results are told is the same in every run.
final class DeviceSession {
  private let daemon: PrivateDaemon
  private let control: Client
  private(set) var links: [Int: Connection] = [:]
  private(set) var form: RecordedJSON
  /// Where the device's clock is.
  private(set) var time: Int64 = 0
  /// What it was like at first, in the form of a recording.
  let initialState: [UInt8]
  /// Whether something may happen by itself when time passes.
  private(set) var isWaitingForTime = false
  /// Responses that are due some time after a prompt may be waiting.
  var mayBeArmed = false
  /// The connections that send nothing more.
  private var finished: Set<Int> = []
  /// How many more times the daemon has to come round, for it reads a long line in pieces.
  private var rounds = 0
  /// Events that were told and not yet taken.
  private var events: [[UInt8]] = []

  /// A line of results.
  struct Output {
    /// The line of the recording; `nil`: not part of it.
    var line: [UInt8]?
    /// Whose it is, and the line as the daemon sent it; `nil` for an event.
    var source: (connection: Int, raw: [UInt8])?
  }

  /// The daemon is gone.
  static let daemonIsGone = ToolError(.refused, "the daemon of the recorded device has ended")

  /// - Parameter settings: what the device is made with, a JSON object.
  init(settings: [UInt8]) throws(ToolError) {
    daemon = try PrivateDaemon()
    form = RecordedJSON(numbers: SequenceNumbers(origin: 0))
    let state: [UInt8]
    do {
      let client = try Client(path: daemon.sockets.socket)
      control = client
      func ask(_ method: String, _ members: (inout JSONWriter) -> Void = { _ in }) throws -> [UInt8] {
        try Self.ask(client, method, members).get()
      }
      _ = try ask("deleteDevice") { $0.member("device", RecordedJSON.device) }
      let created = try ask("createDevice") { writer in
        writer.member("device", RecordedJSON.device)
        writer.member("clock", "manual")
        writer.key("state")
        writer.raw(settings)
      }
      form.numbers = SequenceNumbers(origin: try withJSON(created) { $0["seq"]?.integer } ?? 0)
      _ = try ask("subscribe") { $0.member("allDevices", true) }
      state = try ask("getState")
      // What came before the first command is no part of a recording.
      _ = client.takeNotifications()
    } catch let error as ToolError {
      daemon.stop()
      throw error
    } catch {
      daemon.stop()
      throw Self.daemonIsGone
    }
    var writer = JSONWriter()
    let form = form
    _ = try? withJSON(state) { form.write($0, into: &writer) }
    initialState = writer.bytes
    take(state: state)
  }

  /// Ends the device and its daemon.
  func stop() {
    links = [:]
    daemon.stop()
  }

  // MARK: - What can be done

  /// Lets the device's clock run up to a moment.
  func advance(to moment: Int64) throws(ToolError) {
    guard moment > time else { return }
    let step = moment - time
    let before = events.count
    let result = try ask("advanceClock") { writer in
      writer.key("seconds")
      writer.seconds(nanoseconds: step)
    }
    // The device may have been taken away; then there is no time either.
    guard case .success = result else { return }
    time = moment
    hideOwnAdvance(after: before)
  }

  /// The event of one's own call is no part of the story; it is the last one.
  private func hideOwnAdvance(after index: Int) {
    guard events.count > index, let last = events.last else { return }
    let found = try? withJSON(last) { event in
      event["kind"]?.equals("clockAdvanced") == true ? event["seq"]?.integer : nil
    }
    guard let sequence = found ?? nil else { return }
    events.removeLast()
    form.numbers.hide(sequence)
  }

  /// Sends a line over a connection, which is made if it is new.
  func send(_ line: [UInt8], over connection: Int, isForApps: Bool) throws(ToolError) {
    do {
      let link: Connection
      if let known = links[connection] {
        link = known
      } else {
        link = try Connection(path: isForApps ? daemon.sockets.appSocket : daemon.sockets.socket)
        // Only once it has answered is it sure to be among those that the daemon goes round.
        _ = try? Client(link).call("ping", until: .after(seconds: 10))
        links[connection] = link
      }
      try link.send(line + [UInt8(ascii: "\n")], until: .after(seconds: 10))
      rounds += line.count / 4096
    } catch {
      throw toolError(error)
    }
  }

  private func toolError(_ error: ClientError) -> ToolError {
    ToolError(.refused, error.message(at: daemon.sockets.socket))
  }

  /// Says that a connection sends nothing more.
  func finish(_ connection: Int) {
    guard let link = links[connection] else { return }
    Socket.finishWriting(link.descriptor)
    finished.insert(connection)
  }

  /// Closes a connection.
  func close(_ connection: Int) { links[connection] = nil }

  /// The descriptors by which results can come without anything having been done.
  var descriptors: [FileDescriptor] { [control.connection.descriptor] + links.values.map(\.descriptor) }

  // MARK: - What comes of it

  /// Waits until everything that was done has had its effect, and returns what came of it.
  ///
  /// The daemon goes round its connections: when it has answered here twice, it has been everywhere.
  func settle() throws(ToolError) -> [Output] {
    for _ in 0...rounds { _ = try ask("ping") }
    rounds = 0
    if case .success(let state) = try ask("getState", { $0.member("device", RecordedJSON.device) }) {
      take(state: state)
    }
    var outputs: [Output] = []
    for event in events { if let line = recorded(event: event) { outputs.append(Output(line: line)) } }
    events = []
    do throws(ClientError) {
      for (number, link) in links.sorted(by: { $0.key < $1.key }) {
        for raw in try link.linesAtHand(until: .after(seconds: 10)) {
          outputs.append(Output(line: recorded(reply: raw, on: number), source: (number, raw)))
        }
        guard link.hasEnded else { continue }
        links[number] = nil
        // The answer to an end that was told before is nothing new.
        let isAnswer = finished.remove(number) != nil
        let line = isAnswer ? nil : Self.line(of: number) { $0.member("ended", true) }
        outputs.append(Output(line: line, source: (number, [])))
      }
    } catch {
      throw toolError(error)
    }
    return outputs
  }

  /// What a daemon that ends has still said to its connections; no part of a recording.
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

  /// An event as the recording has it; `nil` for one of another device, which then has no number either.
  private func recorded(event: [UInt8]) -> [UInt8]? {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("event")
    let isOwn = (try? withJSON(event) { $0["device"]?.equals(RecordedJSON.device) ?? false }) ?? false
    guard isOwn else {
      if let sequence = (try? withJSON(event) { $0["seq"]?.integer }) ?? nil { form.numbers.hide(sequence) }
      return nil
    }
    let form = form
    _ = try? withJSON(event) { form.write($0, into: &writer) }
    writer.endObject()
    return writer.bytes
  }

  private func recorded(reply: [UInt8], on connection: Int) -> [UInt8]? {
    let form = form
    let line: [UInt8]?? = try? withJSON(reply) { node -> [UInt8]? in
      // Events are told once, whoever subscribed to them.
      if node["method"] != nil { return nil }
      return Self.line(of: connection) { writer in
        writer.key("reply")
        form.write(node, into: &writer)
      }
    }
    return line ?? nil
  }

  private static func line(of connection: Int, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("connection", connection)
      members(&writer)
    }
  }

  private func take(state: [UInt8]) {
    _ = try? withJSON(state) { node in
      if let seconds = node["clock"]?["monotonic"]?.number { time = Int64((seconds * 1e9).rounded()) }
      let hasPrompt = node["prompt"]?.isNull == false
      let isInstant = node["behavior"]?["scanLatency"]?.number == 0
      isWaitingForTime = hasPrompt && (mayBeArmed || !isInstant)
    }
  }

  // MARK: - The session's own requests

  private func ask(
    _ method: String, _ members: (inout JSONWriter) -> Void = { _ in }
  ) throws(ToolError) -> Result<[UInt8], ToolError> {
    let result = try Self.ask(control, method, members)
    events += control.takeNotifications().map(\.parameters)
    return result
  }

  private static func ask(
    _ client: Client, _ method: String, _ members: (inout JSONWriter) -> Void
  ) throws(ToolError) -> Result<[UInt8], ToolError> {
    do {
      switch try client.call(method, JSONWriter.object(members), until: .after(seconds: 30)) {
      case .result(let json): return .success(json)
      case .error(let error): return .failure(ErrorRendering.toolError(error.json))
      }
    } catch {
      throw daemonIsGone
    }
  }
}
