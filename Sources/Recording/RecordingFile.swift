import JSON
import Platform
package import Presentation
import WireProtocol

/// A recording that was read from a file and checked line by line.
package struct RecordingFile {
  /// The first line.
  package let header: RecordingHeader
  /// The other lines.
  let lines: [Line]

  /// A line after the header.
  struct Line {
    /// Its number in the file, from 1.
    var number: Int
    var bytes: [UInt8]
    var content: Content
  }

  /// What a line holds.
  enum Content {
    /// Input of the device at a virtual time.
    case input(time: Int64, Input)
    /// A result: an event, a reply, the end of a connection by the daemon.
    case output
  }

  /// The kinds of input.
  enum Input: Equatable {
    /// A line that a connection sent; `isForApps`: over the socket for apps.
    case request(connection: Int, isForApps: Bool, [UInt8])
    /// The connection sends nothing more and waits for results.
    case finished(connection: Int)
    case closed(connection: Int)
    /// Only time passed.
    case tick
    case end
  }

  /// Reads a file; `-` is standard input.
  ///
  /// - Throws: `ToolError` that names the line that is damaged or missing.
  package init(path: String) throws(ToolError) {
    let bytes: [UInt8]
    do {
      bytes = try path == "-" ? FileSystem.readToEnd(.standardInput) : FileSystem.read(path)
    } catch {
      throw .usage(error.description)
    }
    try self.init(bytes, path: path == "-" ? "standard input" : path)
  }

  /// - Parameter path: for the messages.
  /// - Throws: `ToolError` that names the line that is damaged or missing.
  package init(_ bytes: [UInt8], path: String) throws(ToolError) {
    var rows = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let rest = rows.popLast() ?? []
    let document = JSONDocument()
    var header: RecordingHeader?
    var lines: [Line] = []
    var isComplete = false
    for (index, row) in rows.enumerated() {
      let row = Array(row)
      let number = index + 1
      if isComplete { throw .usage("\(path):\(number): damaged: something follows the end") }
      try row.withUnsafeBufferPointer { buffer throws(ToolError) in
        let node: JSONNode
        do throws(JSONSyntaxError) {
          node = try document.parse(buffer)
        } catch {
          throw .usage("\(path):\(number): damaged: \(error.reason) at byte \(error.offset + 1)")
        }
        if number == 1 {
          header = try RecordingHeader(node, of: path)
        } else if let content = Self.content(of: node) {
          if case .input(_, .end) = content { isComplete = true }
          lines.append(Line(number: number, bytes: row, content: content))
        } else {
          throw .usage("\(path):\(number): damaged: no line of a recording")
        }
      }
    }
    guard rest.isEmpty else {
      throw .usage("\(path):\(rows.count + 1): truncated: the line ends in the middle")
    }
    guard let header else { throw .usage("\(path):1: truncated: the file is empty") }
    guard isComplete else {
      throw .usage("\(path):\(rows.count): truncated: the end is missing after this line")
    }
    self.header = header
    self.lines = lines
  }

  /// Nanoseconds of a device's clock, as far as a daemon tells them.
  static let times: ClosedRange<Int64> = 0...9_000_000_000_000_000_000

  private static func content(of node: JSONNode) -> Content? {
    guard node.kind == .object else { return nil }
    guard let time = node["time"] else {
      let isOutput = node["event"]?.kind == .object || node["connection"]?.integer != nil
      return isOutput ? .output : nil
    }
    guard let moment = time.nanoseconds, Self.times.contains(moment) else { return nil }
    if node["end"] != nil { return .input(time: moment, .end) }
    guard let connection = node["connection"]?.integer else {
      return node.count == 1 ? .input(time: moment, .tick) : nil
    }
    if node["finished"] != nil { return .input(time: moment, .finished(connection: connection)) }
    if node["closed"] != nil { return .input(time: moment, .closed(connection: connection)) }
    let isForApps = node["socket"]?.equals("app") == true
    if let request = node["request"] {
      return .input(time: moment, .request(connection: connection, isForApps: isForApps, Array(request.raw)))
    }
    guard let text = node["text"]?.string else { return nil }
    return .input(time: moment, .request(connection: connection, isForApps: isForApps, Array(text.utf8)))
  }
}

/// The first line of a recording.
package struct RecordingHeader {
  static let format = "devicesim recording"
  static let version = 1

  /// How the clock of the recorded device ran: `real` followed the host's, `manual` only moved on request.
  var clock: String
  /// The name of the recorded command, without its path and arguments; older recordings do not have it.
  var command: String?
  /// When it was recorded, in UTC; a recording with a manual clock does not say, for every run gives the same.
  var date: String?
  /// The version that recorded it.
  var product = Product.version
  /// The fields that the device was created with, a JSON object.
  package var settings: [UInt8]
  /// Its state before the first command, a JSON object.
  var state: [UInt8]

  /// The line in the file.
  var line: [UInt8] {
    JSONWriter.object { writer in
      writer.member("format", Self.format)
      writer.member("version", Self.version)
      writer.member("product", product)
      writer.member("clock", clock)
      if let command { writer.member("command", command) }
      if let date { writer.member("date", date) }
      writer.key("settings")
      writer.raw(settings)
      writer.key("state")
      writer.raw(state)
    }
  }

  /// - Throws: `ToolError` that says what is wrong with the line.
  init(_ node: JSONNode, of path: String) throws(ToolError) {
    guard node["format"]?.equals(Self.format) == true else {
      throw .usage("\(path):1: not a recording of devicesim; 'devicesim record FILE -- COMMAND' makes one")
    }
    guard let version = node["version"]?.integer, version == Self.version else {
      let version = node["version"].map(PlainText.value) ?? "none"
      throw .usage("\(path):1: the format has version \(version), and this devicesim knows \(Self.version)")
    }
    guard let settings = node["settings"], settings.kind == .object, let state = node["state"],
      state.kind == .object, let clock = node["clock"]?.string
    else { throw .usage("\(path):1: damaged: clock, settings or state is missing") }
    self.init(
      clock: clock, command: node["command"]?.string, date: node["date"]?.string,
      settings: Array(settings.raw), state: Array(state.raw))
    product = node["product"]?.string ?? "?"
  }

  init(clock: String, command: String?, date: String?, settings: [UInt8], state: [UInt8]) {
    self.clock = clock
    self.command = command
    self.date = date
    self.settings = settings
    self.state = state
  }
}
