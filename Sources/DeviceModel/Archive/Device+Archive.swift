/// Everything a device is made of, secrets included: what goes out comes in again as the same device.
///
/// Times are whole nanoseconds. A real clock is written as what its wall is ahead of the host's, so that it
/// goes right wherever and whenever it is read.
extension Device {
  /// The version of the form; another one is refused.
  private static let format = 1

  /// Writes the device as an object, with its connections and what belongs to them if it has any. The
  /// device must have been told the time of `moment`.
  package func write(at moment: HostMoment, into sink: inout some ArchiveSink & ~Copyable) {
    sink.object { sink in
      sink.member("format", Self.format)
      writeMembers(at: moment, into: &sink)
      // Absent: a reset leads to just this.
      if let origin = origin?.device, !isSame(as: origin, at: moment) {
        sink.object("origin") { origin.writeMembers(at: moment, into: &$0) }
      }
    }
  }

  /// Whether both would be written alike.
  private func isSame(as origin: Device, at moment: HostMoment) -> Bool {
    var (own, other) = (self, origin)
    own.origin = nil
    own.limits = other.limits
    own.clock.resume(host: moment.now)
    other.clock.resume(host: moment.now)
    return own == other
  }

  private func writeMembers(at moment: HostMoment, into sink: inout some ArchiveSink & ~Copyable) {
    settings.write(into: &sink)
    lockScreen.write("lockScreen", into: &sink)
    clock.write("clock", at: moment, into: &sink)
    sink.object("apps") { sink in
      for (name, app) in apps.sorted(by: { $0.key < $1.key }) {
        sink.key(name)
        app.write(into: &sink)
      }
    }
    keychain.write("keychain", into: &sink)
    sink.member("armed", each: armed) { $0.write(into: &$1) }
    sink.member("lastPrompt", lastPrompt)
    sink.member("lastContext", lastContext)
    writeConnected(into: &sink)
  }

  private func writeConnected(into sink: inout some ArchiveSink & ~Copyable) {
    if !contexts.isEmpty {
      sink.member("contexts", each: contexts.sorted { $0.key.number < $1.key.number }) { entry, sink in
        sink.object { sink in
          sink.member("id", entry.key.number)
          entry.value.write(into: &sink)
        }
      }
    }
    prompt?.write("prompt", into: &sink)
    if !queue.isEmpty { sink.member("queue", each: queue) { $0.write(into: &$1) } }
    armedTimer?.write("armedTimer", into: &sink)
  }

  /// Reads a device, to go on at a moment of the host's.
  package init(_ source: some ArchiveSource, at moment: HostMoment) throws(ArchiveError) {
    self = try ArchiveReader(source).object { (object) throws(ArchiveError) in
      let format = try object["format"]
      guard try format.integer() == Self.format else { throw format.mismatch("\(Self.format)") }
      var device = try Device(members: &object, at: moment)
      let origin = try object.optional("origin")?.object { (object) throws(ArchiveError) in
        try Device(members: &object, at: moment)
      }
      device.origin = (origin ?? device).snapshot
      return device
    }
  }

  private init(
    members object: inout ObjectReader<some ArchiveSource>, at moment: HostMoment
  ) throws(ArchiveError) {
    settings = try Settings(&object)
    lockScreen = try LockScreen(object["lockScreen"])
    clock = try DeviceClock(object["clock"], at: moment)
    let apps = try object["apps"]
    self.apps = try apps.dictionary { (app) throws(ArchiveError) in try App(app) }
    guard self.apps.values.count(where: \.isInFront) <= (lockScreen.isLocked ? 0 : 1) else {
      throw apps.mismatch("one in front at most, and none while the device is locked")
    }
    keychain = try Keychain(object["keychain"])
    armed = try object["armed"].array { (response) throws(ArchiveError) in try ArmedResponse(response) }
    lastPrompt = try object["lastPrompt"].integer()
    lastContext = try object["lastContext"].integer()
    try readConnected(&object)
  }

  private mutating func readConnected(
    _ object: inout ObjectReader<some ArchiveSource>
  ) throws(ArchiveError) {
    let contexts = try object.optional("contexts")?.array { (reader) throws(ArchiveError) in
      try reader.object { (context) throws(ArchiveError) in
        (ContextID(try context["id"].integer()), try AuthenticationContext(&context))
      }
    }
    for (id, context) in contexts ?? [] { self.contexts[id] = context }
    prompt = try object.optional("prompt").map { (prompt) throws(ArchiveError) in try Prompt(prompt) }
    queue =
      try object.optional("queue")?.array { (reader) throws(ArchiveError) in try Evaluation(reader) } ?? []
    armedTimer = try object.optional("armedTimer").map { (timer) throws(ArchiveError) in
      try ArmedTimer(timer)
    }
  }
}
