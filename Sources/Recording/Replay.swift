import JSON
import Platform
package import Presentation

/// Sends the input of a recording to another fresh device and compares the results.
package struct Replay {
  private let recording: RecordingFile
  private let session: DeviceSession
  /// Results that have come and are not yet compared.
  private var results: [[UInt8]] = []
  /// How many lines there are to replay.
  package var lines: Int { recording.lines.count }
  /// How many requests were sent.
  package private(set) var commands = 0
  /// How many results were the same.
  package private(set) var outputs = 0

  /// A place where the results are not the same.
  package struct Difference: Equatable {
    /// The line of the recording.
    package var line: Int
    /// The recorded line.
    package var wanted: [UInt8]
    /// The line that came instead; `nil`: nothing came.
    package var got: [UInt8]?
  }

  /// Begins at the first line.
  package init(_ recording: RecordingFile, on session: DeviceSession) {
    self.recording = recording
    self.session = session
  }

  /// Replays everything; returns the first difference, or `nil`.
  ///
  /// - Parameter progress: gets how many lines are done.
  package mutating func run(progress: (Int) -> Void = { _ in }) throws(ToolError) -> Difference? {
    if session.initialState != recording.header.state {
      return Difference(line: 1, wanted: recording.header.state, got: session.initialState)
    }
    for (done, line) in recording.lines.enumerated() {
      progress(done)
      switch line.content {
      case .input(let time, let input):
        // A result came that the recording does not have.
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

  /// Some results depend on the host's time, such as the timeout of a request that waits for a prompt.
  private mutating func waitForResult(like line: RecordingFile.Line) throws(ToolError) {
    let limit = WaitLimit.after(seconds: isTimeout(line) ? 60 : 1)
    while results.isEmpty {
      let ready = try ToolError.wrapping { () throws(SystemError) in
        try FileDescriptor.wait(for: session.descriptors.map { ($0, .readable) }, until: limit)
      }
      if ready.allSatisfy(\.isEmpty) { return }
      try settle()
    }
  }

  private func isTimeout(_ line: RecordingFile.Line) -> Bool {
    fromJSON(line.bytes) { node in
      node["reply"]?["error"]?["data"]?["name"]?.equals("timeout") == true || node["event"]?["awaited"] != nil
    } ?? false
  }
}
