import JSON
import Schema
import WireProtocol

/// The first line of a recording.
struct RecordingHeader {
  static let format = "devicesim recording"
  static let version = 1

  /// Whose time the recorded device ran on: `real` was the host's, `manual` only what was asked for.
  var clock: String
  /// What the device was made with, a JSON object.
  var settings: [UInt8]
  /// What it was like before the first command, a JSON object.
  var state: [UInt8]

  var line: [UInt8] {
    JSONWriter.object { writer in
      writer.member("format", Self.format)
      writer.member("version", Self.version)
      writer.member("product", Product.version)
      writer.member("clock", clock)
      writer.key("settings")
      writer.raw(settings)
      writer.key("state")
      writer.raw(state)
    }
  }

  /// - Throws: `ToolError` that says what the line is instead.
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
    self.init(clock: clock, settings: Array(settings.raw), state: Array(state.raw))
  }

  init(clock: String, settings: [UInt8], state: [UInt8]) {
    self.clock = clock
    self.settings = settings
    self.state = state
  }
}
