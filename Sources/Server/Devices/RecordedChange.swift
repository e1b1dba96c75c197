import DeviceModel
import JSON
import Schema
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
    case .daemon(let change): change.write(at: moment, into: &writer)
    }
  }
}

/// How a journal writes what the daemon does by itself.
extension DaemonChange {
  /// The names of records that no request makes. Journals of every version have them.
  private enum Name: String {
    case adopt = "#made"
    case close = "#closed"
    case cancel = "#cancelled"
    case timeOut = "#timedOut"
    case shutDown = "#shutDown"
    case timers = "#timers"
    case position = "#position"
  }

  /// Its name in a record; a response has that of its method.
  private var recordName: String {
    switch self {
    case .adoptDevice: Name.adopt.rawValue
    case .deliverResponse(let response): response.methodName
    case .closeConnection: Name.close.rawValue
    case .cancelCall: Name.cancel.rawValue
    case .timeOutPrompt: Name.timeOut.rawValue
    case .shutDown: Name.shutDown.rawValue
    case .runTimers: Name.timers.rawValue
    case .reservePositions: Name.position.rawValue
    }
  }

  fileprivate func write(at moment: HostMoment, into writer: inout JSONWriter) {
    func parameters(_ members: (inout JSONWriter) -> Void) {
      writer.key("params")
      writer.beginObject()
      members(&writer)
      writer.endObject()
    }
    writer.member("method", recordName)
    switch self {
    case .adoptDevice(let device):
      writer.key("params")
      device.write(at: moment, into: &writer)
    case .deliverResponse(let response): parameters { response.writeParameters(into: &$0) }
    case .cancelCall(let call): parameters { $0.member("call", Int(clamping: call.rawValue)) }
    case .timeOutPrompt(let prompt): parameters { $0.member("prompt", prompt.number) }
    case .reservePositions(let position): parameters { $0.member("position", Int(clamping: position)) }
    case .closeConnection, .shutDown, .runTimers: break
    }
  }

  /// Reads a record; `nil`: it is that of a request.
  init?(
    recordName: String, _ parameters: JSONNode?, at moment: HostMoment, _ held: inout HeldValues
  ) throws(ArchiveError) {
    guard let name = Name(rawValue: recordName) else { return nil }
    func member(
      _ name: StaticString, in range: ClosedRange<Int> = KeptRange.serial
    ) throws(ArchiveError) -> Int {
      guard let number = held.number(name, of: parameters, in: range) else {
        throw ArchiveError("params.\(name)", "an integer")
      }
      return number
    }
    switch name {
    case .adopt:
      guard let parameters else { throw ArchiveError("params", "a device") }
      var values: [HeldValue] = []
      self = .adoptDevice(try Device(kept: parameters, at: moment, &values))
      held.add(values, of: "a new device")
    case .close: self = .closeConnection
    case .cancel: self = .cancelCall(CallID(UInt64(clamping: try member("call"))))
    case .timeOut: self = .timeOutPrompt(PromptID(try member("prompt", in: KeptRange.prompt)))
    case .shutDown: self = .shutDown
    case .timers: self = .runTimers
    case .position: self = .reservePositions(UInt64(clamping: try member("position")))
    }
  }
}
