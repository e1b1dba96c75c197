import Client
import JSON
import Platform
import WireProtocol

/// Shows a device in the terminal and sends what the keys stand for.
final class LiveView {
  private let client: Client
  private let device: String?
  private let signals: SignalSource
  private let inColor: Bool
  private var terminal: TerminalScreen
  private var screen: LiveScreen
  /// What was asked by keys, by the request's id.
  private var actions: [Int: Method] = [:]
  /// The last `getState` that was asked and not answered.
  private var askedState: Int?
  private var needsState = true
  private var readsKeys = FileDescriptor.standardInput.isTerminal
  /// The passcode that is being typed, and where it goes.
  private var entry: (text: String, method: String)?
  /// Within a key that sends several bytes.
  private var isInEscape = false

  /// How the view ends.
  enum End {
    case quit
    case signalled(Int32)
    case daemonGone
    case deviceGone(String)
  }

  init(_ client: Client, device: String?, name: String, inColor: Bool) throws(SystemError) {
    self.client = client
    self.device = device
    self.inColor = inColor
    screen = LiveScreen(device: name)
    signals = try SignalSource(
      [Signal.interrupt, Signal.terminate, Signal.hangUp, Signal.quit, Signal.windowChanged, Signal.pause])
    terminal = try TerminalScreen(inColor: inColor)
  }

  /// Runs until somebody ends it. The terminal is as before afterwards, whatever happened.
  func run(state: JSONNode, events: [JSONNode]) throws -> End {
    defer { terminal.restore() }
    for event in events { screen.add(event: event) }
    screen.show(state: state)
    while true {
      try draw()
      var wanted: [(descriptor: FileDescriptor, readiness: Readiness)] = [
        (client.connection.descriptor, .readable), (signals.descriptor, .readable),
      ]
      if readsKeys { wanted.append((.standardInput, .readable)) }
      // Under a real clock, the time goes on by itself.
      let ready = try FileDescriptor.wait(for: wanted, until: .after(seconds: 1))
      if ready.allSatisfy(\.isEmpty) { needsState = true }
      if !ready[1].isEmpty, let end = try takeSignals() { return end }
      if ready.count > 2, !ready[2].isEmpty, try takeKeys() { return .quit }
      if !ready[0].isEmpty {
        for message in try client.messagesAtHand() { if let end = take(message) { return end } }
        if client.connection.hasEnded { return .daemonGone }
      }
      if needsState, askedState == nil { askedState = try ask("getState") }
    }
  }

  private func draw() throws(SystemError) {
    let size = terminal.size
    try terminal.draw(screen.lines(columns: size.columns, rows: size.rows))
  }

  // MARK: - The daemon

  private func ask(
    _ method: String, _ members: (inout JSONWriter) -> Void = { _ in }
  ) throws(ClientError) -> Int {
    let parameters = JSONWriter.object { writer in
      if let device { writer.member("device", device) }
      members(&writer)
    }
    if method == "getState" { needsState = false }
    return try client.send(method, parameters, until: .after(seconds: 10))
  }

  private func take(_ message: Message) -> End? {
    switch message {
    case .notification(let event):
      _ = try? withJSON(event.parameters) { screen.add(event: $0) }
      needsState = true
    case .reply(let id?, .result(let json)) where id == askedState:
      askedState = nil
      _ = try? withJSON(json) { screen.show(state: $0) }
    case .reply(let id?, .error(let error)) where id == askedState:
      return .deviceGone(ErrorRendering.toolError(error.json).message)
    case .reply(let id?, let reply):
      if let method = actions.removeValue(forKey: id) { show(reply, of: method) }
    case .reply(nil, _):
      break
    }
    return nil
  }

  private func show(_ reply: Reply, of method: Method) {
    switch reply {
    case .result(let json):
      let text = try? withJSON(json) { ResultRendering(of: method).text($0) }
      screen.message = StyledLine(" \(method.name): \(text ?? "")", .good)
    case .error(let error):
      screen.message = StyledLine(" \(ErrorRendering.toolError(error.json).message)", .bad)
    }
  }

  // MARK: - Signals

  private func takeSignals() throws(SystemError) -> End? {
    while let signal = signals.next() {
      switch signal {
      case Signal.windowChanged: continue
      case Signal.pause:
        terminal.restore()
        try Signal.send(Signal.stop, to: CurrentProcess.id)
        // Here it goes on after `fg`.
        terminal = try TerminalScreen(inColor: inColor)
      default: return .signalled(signal)
      }
    }
    return nil
  }

  // MARK: - Keys

  /// Returns whether somebody wants to quit.
  private func takeKeys() throws -> Bool {
    var bytes: [UInt8] = []
    try withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer throws(SystemError) in
      let count = try FileDescriptor.standardInput.read(into: buffer)
      bytes = Array(buffer[..<count])
    }
    if bytes.isEmpty { readsKeys = false }
    // A lone escape is the key itself; with others it begins an arrow or the like.
    if bytes == [0x1B] {
      if entry != nil { endEntry() }
      return false
    }
    for byte in bytes {
      if isInEscape {
        isInEscape = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") || !(0x40...0x7E).contains(byte)
      } else if byte == 0x1B {
        isInEscape = true
      } else if entry != nil {
        try typePasscode(byte)
      } else if try press(Character(Unicode.Scalar(byte))) {
        return true
      }
    }
    isInEscape = false
    return false
  }

  private func press(_ key: Character) throws(ClientError) -> Bool {
    screen.message = StyledLine()
    switch key {
    case "q": return true
    case "m": try act("match")
    case "n": try act("nonMatch")
    case "c": try act("tapCancel")
    case "f": try act("tapFallback")
    case "t": try act("tapTryAgain")
    case "a": try act("allowPermission")
    case "d": try act("denyPermission")
    case "l": try act("lockDevice")
    case "r": try act("resetDevice")
    case "p": beginEntry(for: screen.isLocked && !screen.hasPrompt ? "unlockDevice" : "enterPasscode")
    case "u":
      if screen.takesBiometry {
        try act("unlockDevice") { $0.member("with", "biometry") }
      } else if screen.hasPasscode, screen.isLocked {
        beginEntry(for: "unlockDevice")
      } else {
        try act("unlockDevice")
      }
    default:
      if !key.isWhitespace { screen.message = StyledLine(" no key '\(key)'; the keys are below", .warning) }
    }
    return false
  }

  private func act(
    _ name: String, _ members: (inout JSONWriter) -> Void = { _ in }
  ) throws(ClientError) {
    guard let method = MethodTable.find(name) else { return }
    actions[try ask(name, members)] = method
  }

  private func beginEntry(for method: String) {
    entry = ("", method)
    showEntry()
  }

  private func typePasscode(_ byte: UInt8) throws(ClientError) {
    guard var entry else { return }
    switch byte {
    case 0x0D, 0x0A:
      endEntry()
      if !entry.text.isEmpty { try act(entry.method) { $0.member("passcode", entry.text) } }
      return
    case 0x7F, 0x08: entry.text = String(entry.text.dropLast())
    case 0x20..<0x7F: entry.text.unicodeScalars.append(Unicode.Scalar(byte))
    default: return
    }
    self.entry = entry
    showEntry()
  }

  private func showEntry() {
    guard let entry else { return }
    var line = StyledLine(" passcode: ", .strong)
    line.add(String(repeating: "•", count: entry.text.count) + "_")
    line.add("  Return enters it, Escape goes back", .faint)
    screen.message = line
  }

  private func endEntry() {
    entry = nil
    screen.message = StyledLine()
  }
}
