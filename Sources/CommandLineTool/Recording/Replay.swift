import JSON
import Platform

/// Does again what a recording says, on another fresh device, and compares what comes of it.
struct Replay {
  let recording: RecordingFile
  private let session: DeviceSession
  /// What has come and was not compared yet.
  private var results: [[UInt8]] = []
  private(set) var commands = 0
  private(set) var outputs = 0

  /// The first place where it went another way.
  struct Difference: Equatable {
    /// The line of the recording.
    var line: Int
    /// `nil`: the recording has nothing more here.
    var wanted: [UInt8]?
    /// `nil`: nothing came.
    var got: [UInt8]?
  }

  init(_ recording: RecordingFile, on session: DeviceSession) {
    self.recording = recording
    self.session = session
  }

  /// Returns the first difference, or `nil`.
  mutating func run() throws(ToolError) -> Difference? {
    if session.initialState != recording.header.state {
      return Difference(line: 1, wanted: recording.header.state, got: session.initialState)
    }
    for line in recording.lines {
      switch line.content {
      case .input(let time, let input):
        // What nobody expected came before this line.
        if let result = results.first {
          return Difference(line: line.number, wanted: line.bytes, got: result)
        }
        try session.advance(to: time)
        if input == .end { return nil }
        try perform(input)
        try settle()
      case .output:
        if results.isEmpty { try waitForResult(like: line) }
        guard let result = results.first, result == line.bytes else {
          return Difference(line: line.number, wanted: line.bytes, got: results.first)
        }
        results.removeFirst()
        outputs += 1
      }
    }
    return nil
  }

  private mutating func perform(_ input: RecordingFile.Input) throws(ToolError) {
    switch input {
    case .request(let connection, let isForApps, let line):
      commands += 1
      var writer = JSONWriter()
      let numbers = session.form.numbers
      let isJSON: Void? = try? withJSON(line) { node in
        RecordedJSON.writeRequest(node, into: &writer, since: numbers.sequence)
      }
      try session.send(isJSON == nil ? line : writer.bytes, over: connection, isForApps: isForApps)
    case .finished(let connection): session.finish(connection)
    case .closed(let connection): session.close(connection)
    case .tick, .end: return
    }
  }

  private mutating func settle() throws(ToolError) {
    results += try session.settle().compactMap(\.line)
  }

  /// Some results come by the host's time, such as the timeout of a request that waits for a prompt.
  private mutating func waitForResult(like line: RecordingFile.Line) throws(ToolError) {
    let limit = WaitLimit.after(seconds: isTimeout(line) ? 60 : 1)
    while results.isEmpty {
      do {
        let ready = try FileDescriptor.wait(
          for: session.descriptors.map { ($0, .readable) }, until: limit)
        if ready.allSatisfy(\.isEmpty) { return }
      } catch {
        throw ToolError(.refused, error.description)
      }
      try settle()
    }
  }

  private func isTimeout(_ line: RecordingFile.Line) -> Bool {
    let answer = try? withJSON(line.bytes) { node in
      node["reply"]?["error"]?["data"]?["name"]?.equals("timeout") == true || node["event"]?["awaited"] != nil
    }
    return answer ?? false
  }
}
