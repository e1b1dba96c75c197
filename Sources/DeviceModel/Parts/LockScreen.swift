/// Whether the device is locked, and how it was last opened.
struct LockScreen: Equatable, Sendable {
  var isLocked = false
  var unlockedSinceBoot = true
  var lastUnlock: DeviceState.LastUnlock?
  /// The app that comes back to the foreground when the device is unlocked.
  var appBehind: String?
}

extension LockScreen {
  init(_ reader: ArchiveReader<some ArchiveSource>) throws(ArchiveError) {
    self = try reader.object { (object) throws(ArchiveError) in
      LockScreen(
        isLocked: try object["locked"].bool(), unlockedSinceBoot: try object["unlockedSinceBoot"].bool(),
        lastUnlock: try object["lastUnlock"].unlessNull?.object { (unlock) throws(ArchiveError) in
          .init(method: try unlock["method"].text(), time: try unlock["time"].time())
        },
        appBehind: try object.optional("appBehind")?.nonEmpty())
    }
  }

  func write(_ name: StaticString, into sink: inout some ArchiveSink & ~Copyable) {
    sink.object(name) { sink in
      sink.member("locked", isLocked)
      sink.member("unlockedSinceBoot", unlockedSinceBoot)
      sink.key("lastUnlock")
      if let lastUnlock {
        sink.object { sink in
          sink.member("method", lastUnlock.method.rawValue)
          sink.member("time", lastUnlock.time)
        }
      } else {
        sink.null()
      }
      sink.member(optional: "appBehind", appBehind)
    }
  }
}
