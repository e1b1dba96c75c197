import JSON
import Platform
import Presentation
import Schema
import WireProtocol

/// How a new device begins. `createDevice`, `exec`, `record` and the `device` line of a scenario spell it
/// alike: FIELD=VALUE or `state.FIELD=VALUE` for a field of the state, `template=NAME` and `clock=real|manual`.
struct DeviceSettings: Sendable {
  /// The name of a template, as JSON.
  private(set) var template: [UInt8]?
  /// The clock, as JSON.
  var clock: [UInt8]?
  /// Fields of the state, a JSON object.
  private(set) var state = Array("{}".utf8)

  /// A device with the defaults.
  init() {}

  /// The fields of the state that may be set.
  static var stateFields: [Field] { StateFields.settable.filter(\.isSettable) }

  /// Reads the words.
  ///
  /// - Parameter bare: the field that a bare value stands for.
  init(
    _ words: [Invocation.Word], for subject: String, bare: String? = nil,
    from source: WordSource = .commandLine
  ) throws(ToolError) {
    // To describe all fields takes longer than to ask for a device.
    if words.isEmpty { return }
    let creation = MethodTable.find("createDevice")
    let others = ["state", "template", "clock"].compactMap { creation?.parameter($0) }
    let fields = Self.stateFields
    var reader = ParameterReader(
      subject: subject, fields: fields + others, positional: fields.filter { $0.name == bare }[...],
      from: source)
    for word in words { try reader.read(word) }
    try reader.move(fields, into: "state")
    template = reader.tree.json(of: "template")
    clock = reader.tree.json(of: "clock")
    state = reader.tree.json(of: "state") ?? state
  }

  /// The parameters of `createDevice` for a device that ends with its connection.
  func creation(of name: String) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("device", name)
      writer.member("ephemeral", true)
      if let template {
        writer.key("template")
        writer.raw(template)
      }
      if let clock {
        writer.key("clock")
        writer.raw(clock)
      }
      writer.key("state")
      writer.raw(state)
    }
  }
}

/// A command that runs with a fresh device.
struct DeviceCommand {
  /// How the device begins.
  let settings: DeviceSettings
  private let program: ProgramWord
  private let arguments: [ProgramWord]

  /// Reads `[FIELD=VALUE …] [--] COMMAND [ARGUMENT …]`.
  ///
  /// - Parameters:
  ///   - words: All of them; those of the command are the literal ones.
  ///   - command: The same words of the command, byte by byte.
  ///   - form: How to write it, for the message when there is no command.
  init(
    _ words: some Sequence<Invocation.Word>, running command: [ProgramWord], for subject: String, form: String
  ) throws(ToolError) {
    let fields = words.filter { word in if case .literal = word { false } else { true } }
    settings = try DeviceSettings(fields, for: subject)
    guard let program = command.first else { throw .usage("\(subject) needs a command: \(form)") }
    self.program = program
    arguments = Array(command.dropFirst())
  }

  /// The name of the program, without its path; `nil`: it is not UTF-8.
  var name: String? { program.text.map(Path.name(of:)) }

  /// The command cannot be run; its first word may be meant for the device.
  func cannotRun(_ error: SystemError) -> ToolError {
    var refusal = ToolError.cannotRun(error)
    if error.isNotFound, let text = program.text, let field = DeviceSettings.stateFields.meant(by: text) {
      refusal.message += "; for a device that begins so write '\(field.name)=\(text)'"
    }
    return refusal
  }

  /// The process.
  ///
  /// - Parameter variables: those by which it finds its device.
  func process(in variables: [(name: String, value: String?)]) -> ChildProcess.Configuration {
    var configuration = ChildProcess.Configuration(program: program, arguments: arguments)
    configuration.environment = Environment.all(changing: variables)
    return configuration
  }
}

extension ToolError {
  /// A command that cannot be run; the status is the one that a shell gives.
  static func cannotRun(_ error: SystemError) -> Self {
    Self(ExitStatus(rawValue: error.isNotFound ? 127 : 126), error.description)
  }
}
