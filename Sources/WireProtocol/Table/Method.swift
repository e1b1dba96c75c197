package import DeviceModel
package import JSON
import Synchronization

/// One method of the wire: the only place where it is described. Dispatch, validation, the command
/// line, its help and completions, and the OpenRPC document all read it.
///
/// What only some of them need is made when they ask for it, so that a process that lives for one call
/// does not describe every method to itself.
package final class Method: Sendable {
  package let name: String
  package let group: Group
  /// One sentence.
  package let summary: String
  /// More, with where the rule comes from; may be empty.
  package let details: String
  package let positionalCount: Int
  /// Turns checked parameters into what is asked.
  package let decode: @Sendable (Arguments) throws(WireError) -> Call.Action
  /// For a method that answers a prompt: the answer alone, as `arm` takes it.
  package let response: Response?
  /// The method this one is another name of.
  package let aliasOf: String?
  /// Whether the socket for the code under test takes it.
  package let isForApps: Bool
  /// Whether its replies tell the log's position.
  package let showsPosition: Bool

  private let makeParameters: @Sendable () -> [Field]
  private let makeResult: @Sendable () -> [Field]
  private let makeResultType: @Sendable () -> ValueType?
  private let makeErrors: @Sendable () -> [String]
  private let makeExample: @Sendable () -> (parameters: String, result: String)
  /// Kept, for requests are checked against it.
  private let keptInput = Mutex<Input?>(nil)

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
    private let makeParameters: @Sendable () -> [Field]
    package let decode: @Sendable (Arguments) -> PromptResponse

    init(
      parameters: @escaping @Sendable () -> [Field], decode: @escaping @Sendable (Arguments) -> PromptResponse
    ) {
      makeParameters = parameters
      self.decode = decode
    }

    package var parameters: [Field] { makeParameters() }
  }

  /// What a request may give.
  private struct Input {
    var parameters: [Field]
    var fields: [Field]
  }

  /// Makes an entry of the table; parameters that are read-only are kept for validation only.
  init(
    _ name: String, _ group: Group, _ summary: String, details: String = "",
    parameters: @autoclosure @escaping @Sendable () -> [Field] = [], positional: Int = 0,
    result: @autoclosure @escaping @Sendable () -> [Field] = [],
    resultType: @autoclosure @escaping @Sendable () -> ValueType? = nil,
    errors: @autoclosure @escaping @Sendable () -> [String] = [],
    example: @autoclosure @escaping @Sendable () -> (parameters: String, result: String),
    response: Response? = nil, aliasOf: String? = nil,
    decode: @escaping @Sendable (Arguments) throws(WireError) -> Call.Action
  ) {
    self.name = name
    self.group = group
    self.summary = summary
    self.details = details
    self.positionalCount = positional
    self.response = response
    self.aliasOf = aliasOf
    self.decode = decode
    makeParameters = parameters
    makeResult = result
    makeResultType = resultType
    makeErrors = errors
    makeExample = example
    showsPosition = !group.isForApps
    isForApps = group.isForApps || ["ping", "getServerInfo", Self.discoverName].contains(name)
  }

  /// What a request may give besides `device`, which every method takes and which stands here only
  /// where it is the subject. The command line takes the first `positionalCount` of them as bare
  /// values, in this order.
  package var parameters: [Field] { input.parameters }

  /// What validation looks names up in: the parameters, `device`, and the fields that are refused
  /// by name.
  var fields: [Field] { input.fields }

  private var input: Input {
    keptInput.withLock { kept in
      if let kept { return kept }
      let all = makeParameters()
      let namesDevice = all.contains { $0.name == Field.device.name }
      let input = Input(parameters: all.filter(\.isSettable), fields: namesDevice ? all : all + [.device])
      kept = input
      return input
    }
  }

  /// Everything a request may give, the method's own parameters first.
  package var accepted: [Field] { fields.filter(\.isSettable) }

  /// The members of the result, `seq` last for what a harness asks.
  package var result: [Field] {
    let own = makeResult()
    return group == .appSide || name == Self.discoverName ? own : own + [.sequence]
  }

  /// The result as one type: these members, unless it is something with a name of its own.
  package var resultType: ValueType { makeResultType() ?? .object(result) }

  /// The errors of its own, by name; those that any request may meet are not repeated.
  package var errors: [String] { makeErrors() }

  /// Parameters of an example request, as JSON, and its result.
  package var example: (parameters: String, result: String) { makeExample() }

  /// Checks the parameters and says what is asked.
  package func call(_ params: JSONNode?) throws(WireError) -> Call {
    let arguments = try Validation.arguments(params, of: self)
    return Call(device: arguments.string("device"), try decode(arguments))
  }
}
