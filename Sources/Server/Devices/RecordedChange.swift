import DeviceModel
import JSON
import WireProtocol

/// Whom and what a change concerns. It is never copied, which takes time.
struct ChangeContext: ~Copyable {
  /// The device that is changed, or made.
  let target: Target
  let caller: Caller
  /// What the journal says of it; `nil`: nothing, for nothing is kept or it is being replayed.
  let record: RecordedChange?

  enum Target {
    case device(HostedDevice)
    case name(String)

    /// The name of a device that is made.
    var name: String {
      switch self {
      case .device(let device): device.name
      case .name(let name): name
      }
    }
  }

  /// The device that it changes.
  func device() throws(WireError) -> HostedDevice {
    if case .device(let device) = target { return device }
    throw .unknownDevice(target.name, known: [])
  }
}

/// What a record says: the name of a change and its parameters.
enum RecordedChange {
  /// A request, with the parameters it came with.
  case request(RequestTable.Entry, JSONNode?)
  case daemon(DaemonChange)

  /// Whether it happens even if it cannot be written.
  var isInevitable: Bool {
    switch self {
    case .request, .daemon(.adoptDevice), .daemon(.deliverResponse): false
    case .daemon(.closeConnection), .daemon(.cancelCall), .daemon(.timeOutPrompt), .daemon(.shutDown),
      .daemon(.runTimers), .daemon(.reservePositions):
      true
    }
  }

  /// Writes the members of its record.
  func write(at moment: HostMoment, into writer: inout JSONWriter) {
    switch self {
    case .request(let method, let parameters):
      writer.member("method", method.method.name)
      guard let parameters else { return }
      writer.key("params")
      writer.raw(parameters.raw)
    case .daemon(let change):
      writer.member("method", change.recordName)
      change.writeParameters(at: moment, into: &writer)
    }
  }
}

/// How a journal writes what the daemon does by itself. No method has a name that begins with `#`.
extension DaemonChange {
  private enum Name {
    static let adopt = "#made"
    static let close = "#closed"
    static let cancel = "#cancelled"
    static let timeOut = "#timedOut"
    static let shutDown = "#shutDown"
    static let timers = "#timers"
    static let position = "#position"
  }

  /// Its name in a record.
  var recordName: String {
    switch self {
    case .adoptDevice: Name.adopt
    case .deliverResponse(let response): response.methodName
    case .closeConnection: Name.close
    case .cancelCall: Name.cancel
    case .timeOutPrompt: Name.timeOut
    case .shutDown: Name.shutDown
    case .runTimers: Name.timers
    case .reservePositions: Name.position
    }
  }

  fileprivate func writeParameters(at moment: HostMoment, into writer: inout JSONWriter) {
    switch self {
    case .adoptDevice(let device):
      writer.key("params")
      device.write(at: moment, into: &writer)
    case .deliverResponse(let response):
      writer.key("params")
      writer.beginObject()
      response.writeParameters(into: &writer)
      writer.endObject()
    case .cancelCall(let call): Self.write("call", Int(clamping: call.rawValue), into: &writer)
    case .timeOutPrompt(let prompt): Self.write("prompt", prompt.number, into: &writer)
    case .reservePositions(let position):
      Self.write("position", Int(clamping: position), into: &writer)
    case .closeConnection, .shutDown, .runTimers: break
    }
  }

  private static func write(_ name: StaticString, _ number: Int, into writer: inout JSONWriter) {
    writer.key("params")
    writer.beginObject()
    writer.member(name, number)
    writer.endObject()
  }

  /// Reads a record; `nil`: there is no such change.
  init?(recordName: String, _ parameters: JSONNode?, at moment: HostMoment) throws(ArchiveError) {
    switch (recordName, parameters) {
    case (Name.adopt, let state?): self = .adoptDevice(try Device(state, at: moment))
    case (Name.close, _): self = .closeConnection
    case (Name.cancel, let members?):
      guard let call = members["call"]?.integer else { return nil }
      self = .cancelCall(CallID(UInt64(clamping: call)))
    case (Name.timeOut, let members?):
      guard let prompt = members["prompt"]?.integer else { return nil }
      self = .timeOutPrompt(PromptID(prompt))
    case (Name.shutDown, _): self = .shutDown
    case (Name.timers, _): self = .runTimers
    case (Name.position, let members?):
      guard let position = members["position"]?.integer else { return nil }
      self = .reservePositions(UInt64(clamping: position))
    default: return nil
    }
  }
}
