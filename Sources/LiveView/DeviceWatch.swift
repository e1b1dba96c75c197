package import Client
package import JSON
package import Platform
import Presentation
import WireProtocol

/// Shows a device in the terminal and sends the requests that the keys stand for.
package final class DeviceWatch {
  private let client: Client
  private let device: String?
  private let signals: SignalSource
  private let inColor: Bool
  private var terminal: TerminalScreen
  private var screen: LiveScreen
  /// The pending requests of keys, by their id.
  private var actions: [Int: Method] = [:]
  /// The pending `getState`.
  private var askedState: Int?
  private var needsState = true
  /// When the device's clock shows another second.
  private var nextTick = WaitLimit.never
  private var readsKeys = FileDescriptor.standardInput.isTerminal
  /// The passcode that is being typed, and the method that takes it.
  private var entry: (text: String, method: String, parameter: StaticString)?
  /// Whether the last bytes began a key that sends several.
  private var isInEscape = false

  /// How the view ends.
  package enum End {
    case quit
    case signalled(Int32)
    case daemonGone
    case deviceGone(String)
  }

  /// Sets the terminal up.
  ///
  /// - Parameter client: a connection that has subscribed to the device.
  package init(_ client: Client, device: String?, inColor: Bool) throws(SystemError) {
    self.client = client
    self.device = device
    self.inColor = inColor
    screen = LiveScreen(device: device ?? "default device")
    signals = try SignalSource(
      [Signal.interrupt, Signal.terminate, Signal.hangUp, Signal.quit, Signal.windowChanged, Signal.pause])
    terminal = try TerminalScreen(inColor: inColor)
  }

  /// Runs until somebody ends it, and then restores the terminal.
  package func run(state: JSONNode, events: [JSONNode]) throws -> End {
    defer { terminal.restore() }
    for event in events { screen.add(event: event) }
    show(state: state)
    while true {
      try draw()
      var wanted: [(descriptor: FileDescriptor, readiness: Readiness)] = [
        (client.connection.descriptor, .readable), (signals.descriptor, .readable), terminal.output.entry,
      ]
      if readsKeys { wanted.append((.standardInput, .readable)) }
      let ready = try FileDescriptor.wait(for: wanted, until: nextTick)
      if nextTick.hasPassed {
        needsState = true
        nextTick = .never
      }
      if !ready[1].isEmpty, let end = try takeSignals() { return end }
      if ready.count > 3, !ready[3].isEmpty, try takeKeys() { return .quit }
      if !ready[0].isEmpty {
        for message in try client.messagesAtHand() { if let end = take(message) { return end } }
        if client.connection.hasEnded { return .daemonGone }
      }
      if needsState, askedState == nil { askedState = try ask("getState") }
    }
  }

  private func draw() throws(SystemError) {
    let size = terminal.size
    try terminal.draw(screen.lines(columns: size.columns, rows: size.rows), columns: size.columns)
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
      _ = try? withJSON(json) { show(state: $0) }
    case .reply(let id?, .error(let error)) where id == askedState:
      return .deviceGone(ErrorRendering.toolError(error.json).message)
    case .reply(let id?, let reply):
      if let method = actions.removeValue(forKey: id) { show(reply, of: method) }
    case .reply(nil, _):
      break
    }
    return nil
  }

  private func show(state: JSONNode) {
    screen.show(state: state)
    // On a real clock, time passes without an event.
    nextTick = screen.secondsToTick.map { .after(seconds: $0) } ?? .never
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
        // It continues here after `fg`.
        terminal = try TerminalScreen(inColor: inColor)
      default: return .signalled(signal)
      }
    }
    return nil
  }

  // MARK: - Keys

  /// Returns whether a key quits.
  private func takeKeys() throws -> Bool {
    var bytes: [UInt8] = []
    try withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer throws(SystemError) in
      let count = try FileDescriptor.standardInput.read(into: buffer)
      bytes = Array(buffer[..<count])
    }
    if bytes.isEmpty { readsKeys = false }
    // A single escape is the key itself; with other bytes it begins an arrow or a similar key.
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
    case "p":
      if screen.takesApplicationPassword {
        beginEntry(for: "enterApplicationPassword", as: "password")
      } else {
        beginEntry(for: screen.isLocked && !screen.hasPrompt ? "unlockDevice" : "enterPasscode")
      }
    case "u":
      if screen.takesBiometry {
        try act("unlockDevice") { $0.member("with", "biometry") }
      } else if screen.hasPasscode, screen.isLocked {
        beginEntry(for: "unlockDevice")
      } else {
        try act("unlockDevice")
      }
    default:
      if let method = LiveScreen.keys.first(where: { $0.key == key })?.method {
        try act(method)
      } else if !key.isWhitespace {
        screen.message = StyledLine(" '\(key)' is not a key; the keys are below", .warning)
      }
    }
    return false
  }

  private func act(
    _ name: String, _ members: (inout JSONWriter) -> Void = { _ in }
  ) throws(ClientError) {
    guard let method = MethodTable.find(name) else { return }
    actions[try ask(name, members)] = method
  }

  private func beginEntry(for method: String, as parameter: StaticString = "passcode") {
    entry = ("", method, parameter)
    showEntry()
  }

  private func typePasscode(_ byte: UInt8) throws(ClientError) {
    guard var entry else { return }
    switch byte {
    case 0x0D, 0x0A:
      endEntry()
      if !entry.text.isEmpty { try act(entry.method) { $0.member(entry.parameter, entry.text) } }
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
    var line = StyledLine(" \(entry.parameter): ", .strong)
    line.add(String(repeating: "•", count: entry.text.count) + "_")
    line.add("  Return sends it, Escape cancels", .faint)
    screen.message = line
  }

  private func endEntry() {
    entry = nil
    screen.message = StyledLine()
  }
}

/// The terminal while the live view uses it: the alternate screen, no cursor, keys without Return.
struct TerminalScreen {
  /// Takes what is drawn, as far as the terminal does.
  let output: TerminalOutput
  private let mode: TerminalMode?
  private let inColor: Bool

  /// Sets the terminal up.
  init(inColor: Bool) throws(SystemError) {
    self.inColor = inColor
    mode = FileDescriptor.standardInput.isTerminal ? try TerminalMode(readingKeysOf: .standardInput) : nil
    output = try TerminalOutput(.standardOutput)
    // The alternate screen, without the cursor and without line wrap.
    try output.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
  }

  /// Restores the terminal.
  func restore() {
    output.finish(with: "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    mode?.restore()
  }

  /// The window's size, or 80 by 24 where it is not known.
  var size: (columns: Int, rows: Int) {
    (Terminal.columns(of: .standardOutput) ?? 80, Terminal.rows(of: .standardOutput) ?? 24)
  }

  /// Draws all lines in one write, so that nothing flickers; nothing while the terminal has not taken the former
  /// picture.
  func draw(_ lines: [StyledLine], columns: Int) throws(SystemError) {
    try output.writeMore()
    guard output.isDone else { return }
    var text = "\u{1B}[H"
    for (index, line) in lines.enumerated() {
      if index > 0 { text += "\r\n" }
      text += line.terminalText(inColor: inColor)
      // Behind a full line the cursor stands on its last character, which would be erased.
      if line.width < columns { text += "\u{1B}[K" }
    }
    try output.write(text)
  }
}
