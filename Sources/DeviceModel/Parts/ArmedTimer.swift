/// The time that runs for the first armed response, from when a prompt could take it.
struct ArmedTimer: Equatable, Sendable {
  /// Another prompt starts the time anew.
  let prompt: PromptID
  let due: Nanoseconds
}

extension ArmedTimer {
  init(_ reader: ArchiveReader<some ArchiveSource>) throws(ArchiveError) {
    self = try reader.object { (object) throws(ArchiveError) in
      ArmedTimer(prompt: PromptID(try object["prompt"].integer()), due: try object["due"].time())
    }
  }

  func write(_ name: StaticString, into sink: inout some ArchiveSink & ~Copyable) {
    sink.object(name) { sink in
      sink.member("prompt", prompt.number)
      sink.member("due", due)
    }
  }
}
