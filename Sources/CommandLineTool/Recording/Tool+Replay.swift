import Platform

extension Tool {
  /// Plays a recording on a fresh device and says whether everything went the same way.
  func replay() throws(ToolError) -> ExitStatus {
    guard let path = try singleWord(of: .replay) else {
      throw .usage("replay needs a recording: devicesim replay FILE")
    }
    let recording = try RecordingFile(path: path)
    let session = try DeviceSession(settings: recording.header.settings)
    defer { session.stop() }
    var replay = Replay(recording, on: session)
    guard let difference = try replay.run() else {
      let outputs = Self.count(replay.outputs, "reply or event", "replies and events")
      try Output.line("same: \(Self.count(replay.commands, "command")), \(outputs)")
      return .done
    }
    Output.complaint(
      """
      \(PlainText.oneLine(path)):\(difference.line): it went another way
        wanted: \(Self.text(difference.wanted))
        got:    \(Self.text(difference.got))
      """)
    return .refused
  }

  private static func text(_ line: [UInt8]?) -> String {
    line.map { PlainText.oneLine(String(decoding: $0, as: UTF8.self)) } ?? "nothing"
  }

  private static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? "\(one)s")"
  }
}
