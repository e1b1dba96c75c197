import DeviceModel
import JSON
import WireProtocol

/// What is written down of something that is about to happen to a device that is kept.
enum JournalEntry {
  /// It changes nothing.
  case nothing
  /// A request, by the parameters it came with.
  case request(Method, JSONNode?)
  /// A response that waited for its prompt.
  indirect case response(PromptResponse)
  /// A device from somewhere that is not kept: a template, or a device that is not kept either.
  indirect case made(Device)
  /// What nobody asked for, and cannot be refused.
  indirect case command(Command)
  /// Something is due.
  case timers
  /// Events of devices that are not kept may use up the log's numbers as far as that.
  case position(UInt64)

  /// Whether it happens even if it cannot be written.
  var isInevitable: Bool {
    switch self {
    case .command, .timers, .position: true
    case .nothing, .request, .response, .made: false
    }
  }

  /// Names of records that no request can make.
  enum OwnName {
    static let made = "#made"
    static let closed = "#closed"
    static let cancelled = "#cancelled"
    static let timedOut = "#timedOut"
    static let shutDown = "#shutDown"
    static let timers = "#timers"
    static let position = "#position"
  }

  /// Writes the members of its record that say what happens.
  func write(at moment: HostMoment, into writer: inout JSONWriter) {
    switch self {
    case .nothing: break
    case .request(let method, let parameters):
      writer.member("method", method.name)
      guard let parameters else { return }
      writer.key("params")
      writer.raw(parameters.raw)
    case .response(let response):
      writer.member("method", response.methodName)
      writer.key("params")
      writer.beginObject()
      response.writeParameters(into: &writer)
      writer.endObject()
    case .made(let device):
      writer.member("method", OwnName.made)
      writer.key("params")
      device.write(at: moment, into: &writer)
    case .command(let command): Self.write(command, into: &writer)
    case .timers: writer.member("method", OwnName.timers)
    case .position(let position):
      writer.member("method", OwnName.position)
      Self.write("position", Int(clamping: position), into: &writer)
    }
  }

  private static func write(_ command: Command, into writer: inout JSONWriter) {
    switch command {
    case .clientClosed: writer.member("method", OwnName.closed)
    case .cancelCall(let call):
      writer.member("method", OwnName.cancelled)
      write("call", Int(clamping: call.rawValue), into: &writer)
    case .promptTimedOut(let prompt):
      writer.member("method", OwnName.timedOut)
      write("prompt", prompt.number, into: &writer)
    case .shutDown: writer.member("method", OwnName.shutDown)
    default: preconditionFailure("\(command) happens on request only")
    }
  }

  private static func write(_ name: StaticString, _ number: Int, into writer: inout JSONWriter) {
    writer.key("params")
    writer.beginObject()
    writer.member(name, number)
    writer.endObject()
  }
}

extension JournalEntry {
  /// A command that a record tells of, unless it is a request.
  static func command(_ name: String, _ parameters: JSONNode?, client: ClientID) -> Command? {
    switch name {
    case OwnName.closed: .clientClosed(client)
    case OwnName.cancelled:
      parameters?["call"]?.integer.map { .cancelCall(CallID(UInt64(clamping: $0))) }
    case OwnName.timedOut: parameters?["prompt"]?.integer.map { .promptTimedOut(PromptID($0)) }
    case OwnName.shutDown: .shutDown
    default: nil
    }
  }
}
