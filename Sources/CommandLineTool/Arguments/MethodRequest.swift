import JSON
package import Schema
package import WireProtocol

/// A request as a command line asks for it.
///
/// A class, because the parts of a large structure are copied by way of type metadata that the process has to
/// make first, a quarter of all that it computes.
package final class MethodRequest {
  package let method: Method
  /// The parameters, a JSON object.
  package let parameters: [UInt8]
  /// The fields of the state that are to be printed bare; none: all of them with their names.
  package private(set) var shownFields: [String] = []

  /// The device it names, if it names one.
  package let device: String?

  /// Whether events of several devices may come.
  package let isForAllDevices: Bool

  /// Reads the words by the method's own types and fills in what the environment says.
  ///
  /// - Parameter isOnLastingConnection: whether further requests follow on the same connection, so that
  ///   what ends with it may be made.
  /// - Throws: `ToolError` with the nearest right word for a wrong one.
  package init(
    _ invocation: Invocation, of method: Method, isOnLastingConnection: Bool = false,
    environment: (String) -> String?
  ) throws(ToolError) {
    self.method = method
    if !isOnLastingConnection || method.name == "useDevice" { try Self.refuseWhatWouldNotLast(method) }
    var reader = ParameterReader(
      subject: method.name, fields: Self.fields(of: method, invocation.words),
      positional: method.parameters.prefix(method.positionalCount))
    for word in invocation.words {
      if method.name == "getState", let field = Self.shownField(word) {
        shownFields.append(field)
      } else {
        try reader.read(word)
      }
    }
    try Self.apply(invocation.options, to: &reader, of: method)
    try Self.apply(environment, to: &reader, of: method)
    try reader.finish()
    if !isOnLastingConnection { try Self.refuseWhatWouldNotLast(reader.tree) }
    device = reader.tree.text("device")
    isForAllDevices = reader.tree.text("allDevices") == "true"
    var writer = JSONWriter()
    reader.tree.write(into: &writer)
    parameters = writer.bytes
  }

  /// The parameters, where `waitFor` names the members that the event it waits for can have.
  private static func fields(of method: Method, _ words: [Invocation.Word]) -> [Field] {
    // Not by the raw value: for an enumeration this long that would make a dictionary first.
    guard method.name == "waitFor",
      let kind = words.lazy.compactMap({ word in
        let name = word.value(of: "kind")
        return EventKind.allCases.first { $0.rawValue == name }
      }).first
    else { return method.accepted }
    return method.accepted.map { field in
      guard field.name == "where" else { return field }
      let members = EventKind.commonMembers.filter { $0.name != "kind" } + kind.members
      return Field(field.name, .object(members), field.summary)
    }
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

  /// What the environment and the command line's own defaults say, where no word says anything.
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

// MARK: - What dies with the connection

extension MethodRequest {
  /// The tool's connection ends with the command, and with it all that belongs to it.
  private static func refuseWhatWouldNotLast(_ method: Method) throws(ToolError) {
    switch method.name {
    case "createContext":
      throw .usage(
        "a context ends with the connection that made it, and this one ends now; make it in the steps of 'devicesim run -'"
      )
    case "useDevice":
      throw .usage(
        "useDevice holds for one connection only; give --device NAME, or set DEVICESIM_DEVICE")
    default:
      return
    }
  }

  private static func refuseWhatWouldNotLast(_ tree: ParameterTree) throws(ToolError) {
    guard tree.text("ephemeral") == "true" else { return }
    throw .usage(
      "an ephemeral device ends with the connection that made it; 'devicesim exec -- COMMAND' runs one with it, "
        + "and the steps of 'devicesim run -' can make one"
    )
  }
}

extension Method {
  /// The parameter of that name.
  package func parameter(_ name: String) -> Field? { parameters.first { $0.name == name } }
}
