package import DeviceModel
package import JSON

/// One method of the wire: the only place where it is described. Dispatch, validation, the command
/// line, its help and completions, and the OpenRPC document all read it.
package final class Method: Sendable {
  package let name: String
  package let group: Group
  /// One sentence.
  package let summary: String
  /// More, with where the rule comes from; may be empty.
  package let details: String
  /// What a request may give besides `device`, which every method takes and which stands here only
  /// where it is the subject. The command line takes the first `positionalCount` of them as bare
  /// values, in this order.
  package let parameters: [Field]
  package let positionalCount: Int
  /// The members of the result, `seq` last for what a harness asks.
  package let result: [Field]
  /// The result as one type: these members, unless it is something with a name of its own.
  package let resultType: ValueType
  /// The errors of its own, by name; those that any request may meet are not repeated.
  package let errors: [String]
  /// Parameters of an example request, as JSON, and its result.
  package let example: (parameters: String, result: String)
  /// Turns checked parameters into what is asked.
  package let decode: @Sendable (Arguments) throws(WireError) -> Call.Action
  /// For a method that answers a prompt: the answer alone, as `arm` takes it.
  package let response: Response?
  /// The method this one is another name of.
  package let aliasOf: String?
  /// What validation looks names up in: the parameters, `device`, and the fields that are refused
  /// by name.
  let fields: [Field]
  /// Whether the socket for the code under test takes it.
  package let isForApps: Bool
  /// Whether its replies tell the log's position.
  package let showsPosition: Bool

  /// The groups of the reference, in its order.
  package enum Group: String, CaseIterable, Sendable {
    case server, devices, enrolment, scans, prompt, ahead, passcode, apps, keychain, clock, watching, appSide

    /// Whether these are calls of the code under test.
    package var isForApps: Bool { self == .appSide }
  }

  /// The method that OpenRPC prescribes; its result is the document and nothing else.
  package static let discoverName = "rpc.discover"

  /// An answer to a prompt: its own parameters and what they mean.
  package struct Response: Sendable {
    package var parameters: [Field]
    package var decode: @Sendable (Arguments) -> PromptResponse
  }

  /// Makes an entry of the table; parameters that are read-only are kept for validation only.
  init(
    _ name: String, _ group: Group, _ summary: String, details: String = "", parameters: [Field] = [],
    positional: Int = 0, result: [Field] = [], resultType: ValueType? = nil,
    errors: [String] = [],
    example: (parameters: String, result: String), response: Response? = nil, aliasOf: String? = nil,
    decode: @escaping @Sendable (Arguments) throws(WireError) -> Call.Action
  ) {
    self.name = name
    self.group = group
    self.summary = summary
    self.details = details
    self.parameters = parameters.filter(\.isSettable)
    self.positionalCount = positional
    self.result = group == .appSide || name == Self.discoverName ? result : result + [.sequence]
    self.resultType = resultType ?? .object(self.result)
    self.errors = errors
    self.example = example
    self.response = response
    self.aliasOf = aliasOf
    self.decode = decode
    let namesDevice = parameters.contains { $0.name == Field.device.name }
    fields = namesDevice ? parameters : parameters + [.device]
    showsPosition = !group.isForApps
    isForApps = group.isForApps || ["ping", "getServerInfo", Self.discoverName].contains(name)
  }

  /// Everything a request may give, the method's own parameters first.
  package var accepted: [Field] { fields.filter(\.isSettable) }

  /// Checks the parameters and says what is asked.
  package func call(_ params: JSONNode?) throws(WireError) -> Call {
    let arguments = try Validation.arguments(params, of: self)
    return Call(device: arguments.string("device"), try decode(arguments))
  }
}
