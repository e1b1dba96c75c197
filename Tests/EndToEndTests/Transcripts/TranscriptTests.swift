import Foundation
import Testing

@Suite struct TranscriptTests {
  private static let folder = URL(filePath: #filePath)
    .appending(path: "../../../../Protocol/transcripts").standardizedFileURL
  private static let isRecording = ProcessInfo.processInfo.environment["DEVICESIM_RECORD"] == "1"

  private static var names: [String] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".txt") }.sorted()
  }

  @Test("there are transcripts to replay")
  func exist() {
    #expect(Self.names.count >= 12)
  }

  @Test("a live daemon answers as the transcript has it, byte for byte", arguments: names)
  func replay(name: String) throws {
    let file = Self.folder.appending(path: name)
    let transcript = try Transcript(String(contentsOf: file, encoding: .utf8))
    let daemon = try TranscriptDaemon()
    defer { daemon.stop() }
    let played = try play(transcript, on: daemon)
    if Self.isRecording {
      try Data(played.text.utf8).write(to: file)
    }
    // Only the first difference says something.
    for (line, expected) in zip(played.lines, transcript.lines) where line != expected {
      Issue.record("\(line.text) came, not \(expected.text); DEVICESIM_RECORD=1 records anew")
      return
    }
    #expect(played.lines.count == transcript.lines.count)
  }

  /// Sends what the transcript sends, and notes what comes back on each connection.
  private func play(_ transcript: Transcript, on daemon: TranscriptDaemon) throws -> Transcript {
    var played = transcript
    played.lines = []
    for line in transcript.lines {
      if case .received = line { continue }
      played.lines.append(line)
      guard case .sent(let sender, let bytes, let source) = line else { continue }
      try daemon.connection(sender).send(bytes)
      // Half a line would swallow the ping that tells when all has come.
      guard bytes.last == UInt8(ascii: "\n") else { continue }
      if source.contains(#""timeout":0."#) { usleep(300_000) }
      // The sender first: once it is answered, what others learn of it is on its way to them.
      for name in [sender] + daemon.connectionNames.filter({ $0 != sender }) {
        played.lines += try daemon.connection(name).drain().map { .received(connection: name, $0) }
      }
    }
    return played
  }
}
