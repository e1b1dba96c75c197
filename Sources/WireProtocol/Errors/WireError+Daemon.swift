package import DeviceModel
import Schema

/// The errors that the daemon itself, not a device, answers with.
extension WireError {
  private init(own name: String, _ message: String, _ details: [Detail] = []) {
    self.init(name, in: .devicesim, message, details)
  }

  /// Names in a sentence; of many only the first.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(10).map(quoted).joined(separator: ", ")
    return names.count > 10 ? "\(shown) and more" : shown
  }

  /// No device of that name; of very many, only some are known.
  package static func unknownDevice(_ name: String, known: [String]) -> Self {
    let list = known.isEmpty ? "there is none" : "there is \(Self.list(known))"
    return Self(
      own: "unknownDevice", "there is no device \(quoted(name)); \(list); createDevice creates one",
      [.string("device", name), .strings("devices", known)])
  }

  /// The name is taken.
  package static func deviceExists(_ name: String) -> Self {
    Self(
      own: "deviceExists",
      "there is already a device \(quoted(name)); deleteDevice or resetDevice it, or take another name",
      [.string("device", name)])
  }

  /// No device is named and there is no obvious one.
  package static func ambiguousDevice(_ known: [String]) -> Self {
    let list =
      known.isEmpty ? "there is none: createDevice creates one" : Self.list(known)
    return Self(
      own: "ambiguousDevice", "say which device is meant, with device or useDevice: \(list)",
      [.strings("devices", known)])
  }

  /// A harness method on the socket for apps.
  package static func notPermitted(_ method: String) -> Self {
    Self(
      own: "notPermitted",
      "\(quoted(method)) is not for the app under test; call it over the daemon's main socket",
      [.string("method", method)])
  }

  /// No snapshot of that name.
  package static func unknownSnapshot(_ name: String, of device: String, known: [String]) -> Self {
    let list = known.isEmpty ? "it has none" : "it has \(Self.list(known))"
    return Self(
      own: "unknownSnapshot",
      "device \(quoted(device)) has no snapshot \(quoted(name)); \(list); saveSnapshot makes one",
      [.string("snapshot", name), .strings("snapshots", known)])
  }

  /// No template of that name.
  package static func unknownTemplate(_ name: String, known: [String]) -> Self {
    let list =
      known.isEmpty
      ? "the daemon has none, --templates FILE gives it some" : Self.list(known)
    return .invalidParams(
      "template", "template must be one of the daemon's, not \(quoted(name)): \(list)",
      accepted: .strings(known))
  }

  /// The command was not done, because it could not be written down first.
  package static func notStored(_ reason: String) -> Self {
    Self(
      own: "notStored", "nothing was done, for it could not be written to the journal: \(reason)",
      [.string("reason", reason)])
  }

  /// Somebody else's daemon.
  package static func foreignUser(owner: UInt32) -> Self {
    Self(
      own: "notPermitted",
      "this daemon belongs to user \(owner), and only that user and root may use it; start one of your own")
  }

  /// More than the daemon allows.
  package static func limitExceeded(_ message: String, limit: Int) -> Self {
    Self(own: "limitExceeded", message, [.integer("limit", limit)])
  }

  /// The reply would be a longer line than the daemon sends.
  package static func replyTooLong(limit: Int) -> Self {
    .limitExceeded(
      "the reply would be longer than \(limit) bytes, which is maxReplyBytes; ask for fewer with limit, or read in "
        + "pieces", limit: limit)
  }

  /// The reply would be longer than what a batch has left.
  package static func batchReplyTooLong(limit: Int) -> Self {
    .limitExceeded(
      "the replies to this batch would come to more than \(limit) bytes, which is maxBatchBytes; send fewer requests "
        + "at a time", limit: limit)
  }

  /// The replies to a batch leave no room for that of another request.
  package static func batchFull(limit: Int) -> Self {
    .limitExceeded(
      "the replies to this batch come to more than \(limit) bytes, which is maxBatchBytes; the rest of it was not done",
      limit: limit)
  }

  /// A batch of so many that not even an error for each has room.
  package static func batchTooLong(count: Int, limit: Int) -> Self {
    .limitExceeded(
      "the replies to a batch of \(count) requests may come to more than \(limit) bytes, which is maxBatchBytes; "
        + "nothing was done, send fewer at a time", limit: limit)
  }

  /// All memory for connections is in use.
  package static func memoryExceeded(limit: Int) -> Self {
    .limitExceeded(
      "the daemon holds \(limit) bytes for its clients, which is maxMemory; read the replies that wait, or start it "
        + "with a larger --max-memory", limit: limit)
  }

  /// Events that are asked for are no longer kept.
  package static func eventsTooOld(since: UInt64, oldest: UInt64, kept: Int) -> Self {
    Self(
      own: "limitExceeded",
      "events after \(since) are no longer all kept: the oldest is \(oldest); ask since \(oldest - min(1, oldest)) or later",
      [.integer("limit", kept), .integer("oldest", Int(clamping: oldest))])
  }

  /// Waiting took too long; what was awaited, as it goes into "no … within", and what there was instead.
  package static func timeout(
    awaited: String, after deadline: Deadline, instead: String? = nil
  ) -> Self {
    let time =
      switch deadline {
      case .after(let duration): " within \(duration)"
      case .never: ""
      }
    let found = instead.map { ": \($0)" } ?? ""
    return Self(
      own: "timeout", "no \(awaited)\(time)\(found); give a longer timeout, or null to wait for ever")
  }

  /// A line over the limit.
  package static func lineTooLong(limit: Int) -> Self {
    Self(
      own: "lineTooLong", "a line of more than \(limit) bytes was thrown away; send shorter requests",
      [.integer("limit", limit)])
  }

  /// No new work is taken.
  package static let shuttingDown = Self(own: "shuttingDown", "the daemon is about to exit; start it again")

  /// The caller gave the request up.
  package static let cancelled = Self(own: "cancelled", "the request was taken back by cancelRequest")

  /// The request waited for something on a device that was reset, restored or imported.
  package static func cancelledByReset(_ device: String) -> Self {
    Self(
      own: "cancelled",
      "device \(quoted(device)) got another state, so the request waits no more; send it again",
      [.string("device", device)])
  }

  /// A refusal that the daemon decides by itself.
  package static func refused(_ reason: RefusalReason, _ message: String) -> Self {
    Self(own: "refused", message, [.string("reason", reason.rawValue)])
  }

  /// A real clock for a device whose time belongs to a recorder.
  package static var clockIsRecorded: Self {
    .refused(
      .realClock,
      "a device that is being recorded keeps its manual clock; the recorder moves it with the real time")
  }
}
