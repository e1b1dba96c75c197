import JSON
package import Presentation
import Schema
package import WireProtocol

/// A request as a command line gives it.
///
/// A class, because copying a large structure needs type metadata that the process must first create: a
/// quarter of all that it computes.
package final class MethodRequest {
  /// The method it calls.
  package let method: Method
  /// The parameters, a JSON object.
  package let parameters: [UInt8]
  /// The fields of the state to print bare; none: all of them with their names.
  package private(set) var shownFields: [String] = []

  /// What the daemon may wait for before it answers.
  let waiting: Waiting

  /// The device that it names.
  package let device: String?

  /// Whether it may return events of several devices.
  package let isForAllDevices: Bool

  /// Reads the words by the types of the method and adds the values of the environment.
  ///
  /// - Parameter source: where the values come from. After a step more requests follow on the same connection, so
  ///   that it may create what ends with it.
  /// - Throws: `ToolError` with the nearest right word for a wrong one.
  package init(
    _ invocation: Invocation, of method: Method, from source: WordSource = .commandLine,
    environment: (String) -> String?
  ) throws(ToolError) {
    self.method = method
    let isOnLastingConnection = source != .commandLine
    if !isOnLastingConnection || method.name == "useDevice" { try Self.refuseShortLived(method) }
    var reader = ParameterReader(
      subject: method.name, fields: Self.fields(of: method, invocation.words),
      positional: method.bareParameters,
      from: source)
    for word in invocation.words {
      if method.name == "getState", let field = Self.shownField(word) {
        shownFields.append(field)
      } else {
        try reader.read(word)
      }
    }
    if method.name == "createDevice" { try reader.move(DeviceSettings.stateFields, into: "state") }
    try Self.apply(invocation.options, to: &reader, of: method)
    try Self.apply(environment, to: &reader, of: method)
    try reader.finish()
    if !isOnLastingConnection { try Self.refuseShortLived(reader.tree) }
    device = reader.tree.text("device")
    isForAllDevices = reader.tree.text("allDevices") == "true"
    waiting = Self.waiting(method, reader.tree)
    parameters = reader.tree.json
  }

  /// The parameters by name: those of `createDevice` with the fields of the state, those of `waitFor` with
  /// the members of the event that it waits for.
  private static func fields(of method: Method, _ words: [Invocation.Word]) -> [Field] {
    if method.name == "createDevice" { return method.accepted + DeviceSettings.stateFields }
    guard method.name == "waitFor", let kind = awaitedKind(words.map(\.text)) else { return method.accepted }
    return method.accepted.map { field in
      field.name == "where" ? Field(field.name, kind.conditions, field.summary) : field
    }
  }

  /// The kind of event in the words of `waitFor`: `promptShown` or `kind=promptShown`.
  static func awaitedKind(_ words: [String]) -> EventKind? {
    for word in words {
      let name = word.hasPrefix("kind=") ? String(word.dropFirst(5)) : word
      // Looking a raw value up would first create a dictionary of this long enumeration.
      if let kind = EventKind.allCases.first(where: { $0.rawValue == name }) { return kind }
    }
    return nil
  }

  private static func shownField(_ word: Invocation.Word) -> String? {
    switch word {
    case .plain(let text): Assignment(text) == nil ? text : nil
    case .literal(let text): text
    case .option: nil
    }
  }

  private static func apply(
    _ options: Invocation.Options, to reader: inout ParameterReader, of method: Method
  ) throws(ToolError) {
    if let device = options.device {
      try reader.set(.device, to: device)
    }
    guard let wait = options.wait else { return }
    guard let timeout = method.parameter("timeout"), method.parameter("whenPrompted") != nil else {
      let hint = method.parameter("timeout") == nil ? "" : "; write timeout=SECONDS"
      throw .usage("\(method.name) does not take --wait\(hint)")
    }
    try reader.set("whenPrompted", to: Array("true".utf8))
    if case .seconds(let seconds) = wait { try reader.set(timeout, to: seconds) }
  }

  /// Adds the values of the environment and the defaults of the command line for what no word gives.
  private static func apply(
    _ environment: (String) -> String?, to reader: inout ParameterReader, of method: Method
  ) throws(ToolError) {
    if let device = environment("DEVICESIM_DEVICE"), method.group != .server, !reader.tree.has("device") {
      try reader.set(.device, to: device)
    }
    if let app = environment("DEVICESIM_APP"), let field = method.parameter("app"), !reader.tree.has("app") {
      try reader.set(field, to: app)
    }
    for field in method.parameters where !reader.tree.has(field.name) {
      if let value = field.commandLineDefault { try reader.set(field, to: value) }
    }
  }
}

// MARK: - What ends with the connection

extension MethodRequest {
  /// The connection ends with the command, and so does what belongs to it.
  private static func refuseShortLived(_ method: Method) throws(ToolError) {
    switch method.name {
    case "createContext":
      throw .usage(
        "a context ends with the connection that created it, and this one ends now; "
          + "create it in the steps of 'devicesim run -'"
      )
    case "useDevice":
      throw .usage(
        "useDevice affects one connection only; give --device NAME, or set DEVICESIM_DEVICE")
    default:
      return
    }
  }

  private static func refuseShortLived(_ tree: ParameterTree) throws(ToolError) {
    guard tree.text("ephemeral") == "true" else { return }
    throw .usage(
      "an ephemeral device ends with the connection that created it; 'devicesim exec -- COMMAND' runs a "
        + "command with one, and the steps of 'devicesim run -' can create one"
    )
  }
}

extension Method {
  /// The parameters that bare values stand for, in this order: those of the table; of a method without them the
  /// object that it cannot do without, which comes from a file or another command.
  var bareParameters: ArraySlice<Field> {
    guard positionalCount == 0, let first = parameters.first, first.isRequired, first.type.isAnyObject else {
      return parameters.prefix(positionalCount)
    }
    return parameters.prefix(1)
  }
}
