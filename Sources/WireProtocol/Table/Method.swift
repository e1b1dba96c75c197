package import DeviceModel
package import JSON
package import Schema
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
  /// For a method that answers a prompt: the answer alone, as `arm` takes it.
  package let response: (@Sendable () -> Parameters<PromptResponse>)?
  /// The method this one is another name of.
  package let aliasOf: String?
  /// Whether the socket for the code under test takes it.
  package let isForApps: Bool
  /// Whether it may be answered only when somebody has answered a prompt.
  package let mayShowPrompt: Bool
  /// Whether its replies tell the log's position.
  package let showsPosition: Bool

  private let makeDevice: @Sendable () -> Field?
  private let makeParameters: @Sendable () -> Parameters<Call.Action>
  private let makeResult: @Sendable () -> [Field]
  private let makeResultType: @Sendable () -> ValueType?
  private let makeErrors: @Sendable () -> [String]
  private let makeExample: @Sendable () -> (parameters: String, result: String)
  /// Kept, for requests are checked against it.
  private let keptInput = Mutex<MethodInput?>(nil)

  /// The groups of the reference, in its order.
  package enum Group: String, CaseIterable, Sendable {
    case server, devices, enrolment, scans, prompt, ahead, passcode, apps, keychain, clock, watching, appSide

    /// Whether these are calls of the code under test.
    package var isForApps: Bool { self == .appSide }
  }

  /// The method that OpenRPC prescribes; its result is the document and nothing else.
  package static let discoverName = "rpc.discover"

  /// Makes an entry of the table.
  ///
  /// - Parameters:
  ///   - device: `device` as this method describes it, where it is what the method is about.
  ///   - parameters: The other parameters, each named once, and what they ask for.
  init(
    _ name: String, _ group: Group, _ summary: String, details: String = "",
    device: @autoclosure @escaping @Sendable () -> Field? = nil, positional: Int = 0,
    result: @autoclosure @escaping @Sendable () -> [Field] = [],
    resultType: @autoclosure @escaping @Sendable () -> ValueType? = nil,
    errors: @autoclosure @escaping @Sendable () -> [String] = [],
    example: @autoclosure @escaping @Sendable () -> (parameters: String, result: String),
    response: (@Sendable () -> Parameters<PromptResponse>)? = nil, aliasOf: String? = nil,
    mayShowPrompt: Bool = false,
    parameters: @escaping @Sendable () -> Parameters<Call.Action>
  ) {
    self.name = name
    self.group = group
    self.summary = summary
    self.details = details
    self.positionalCount = positional
    self.response = response
    self.aliasOf = aliasOf
    self.mayShowPrompt = mayShowPrompt
    makeDevice = device
    makeParameters = parameters
    makeResult = result
    makeResultType = resultType
    makeErrors = errors
    makeExample = example
    showsPosition = !group.isForApps
    isForApps = group.isForApps || ["ping", "getServerInfo", Self.discoverName].contains(name)
  }

  /// What a request may give, and the call it makes.
  package var input: MethodInput {
    keptInput.withLock { kept in
      if let kept { return kept }
      let input = MethodInput(makeParameters(), device: makeDevice() ?? .device)
      kept = input
      return input
    }
  }

  /// What a request may give besides `device`, which every method takes and which stands here, as the
  /// first, only where the method is about it. The command line takes the first `positionalCount` of them as
  /// bare values, in this order.
  package var parameters: [Field] {
    let own = input.fields.dropLast().filter(\.isSettable)
    return makeDevice().map { [$0] + own } ?? Array(own)
  }

  /// Everything a request may give, the method's own parameters first.
  package var accepted: [Field] {
    makeDevice() == nil ? input.fields.filter(\.isSettable) : parameters
  }

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
  ///
  /// - Parameter isRecorded: Whether a daemon took the request before, which may have bounded it otherwise.
  package func call(_ params: JSONNode?, isRecorded: Bool = false) throws(WireError) -> Call {
    let input = input
    let result: Result<Call, Mismatch> = withUnsafeTemporaryAllocation(
      of: JSONNode.self, capacity: input.fields.count
    ) { memory in
      guard let nodes = memory.baseAddress else { preconditionFailure("every method has a device") }
      return Result { () throws(Mismatch) in
        let given = try input.given(params, in: nodes)
        if !isRecorded { try ParameterBounds(input.fields).check(given) }
        return Call(device: try input.device(of: given), try input.action(of: given))
      }
    }
    switch result {
    case .success(let call): return call
    case .failure(let mismatch): throw refusal(of: params, mismatch)
    }
  }

  /// Why a request is refused.
  func refusal(of params: JSONNode?, _ mismatch: Mismatch) -> WireError {
    guard let params, params.kind == .array, params.count > 0 else { return WireError(mismatch, owner: name) }
    return .invalidParams(
      "params", "parameters go by name: params must be an object", accepted: .strings(accepted.map(\.name)))
  }
}

/// What a method's requests may give: its own parameters and the device.
package struct MethodInput: Sendable {
  private let parameters: Parameters<Call.Action>
  private let deviceIndex: Int

  init(_ parameters: Parameters<Call.Action>, device: Field) {
    self.parameters = parameters.followed(by: device)
    deviceIndex = parameters.fields.count
  }

  package var fields: [Field] { parameters.fields }

  /// Finds the parameters of a request; `nodes` has room for one node for each field. An empty array has none,
  /// by position or by name.
  @inline(__always)
  func given(_ params: JSONNode?, in nodes: UnsafeMutablePointer<JSONNode>) throws(Mismatch) -> Given {
    guard let params, params.kind == .array else { return try parameters.given(params, in: nodes) }
    if params.count > 0 { throw Mismatch.mustBe("an object") }
    return try parameters.given(nil, in: nodes)
  }

  /// The device that the request names.
  @inline(__always)
  func device(of given: Given) throws(Mismatch) -> String? {
    // Most requests name none, and need not look for how it is read.
    given[deviceIndex] == nil ? nil : try given.read(deviceIndex, Coding<String>.nonEmpty.read)
  }

  /// What the request asks.
  @inline(__always)
  func action(of given: Given) throws(Mismatch) -> Call.Action { try parameters.value(of: given) }
}

extension WireError {
  /// A value that is not as its description asks for; `owner` is what has it.
  package init(_ mismatch: Mismatch, owner: String) {
    let (parameter, message, accepted) = mismatch.explanation(owner: owner)
    self =
      switch accepted {
      case .phrase(let phrase): .invalidParams(parameter, message, accepted: .string(phrase))
      case .values(let values): .invalidParams(parameter, message, accepted: .strings(values))
      }
  }
}
