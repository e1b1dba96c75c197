import Client
import JSON
import Platform
import Schema
import WireProtocol

extension Tool {
  /// Runs a command with a fresh device, which lives as long as this process's connection.
  func exec() throws(ToolError) -> ExitStatus {
    let plan = try ExecPlan(invocation)
    if let client = try clientIfRunning() {
      let info = try ask(client, "getServerInfo", until: .after(seconds: 5))
      let appSocket = (try? withJSON(info) { $0["appSocket"]?.string }) ?? nil
      return try run(plan, over: client, path: absolutePath, appSocket: appSocket ?? absolutePath)
    }
    // Who names a socket means the daemon there.
    if invocation.options.socket != nil { throw noDaemon }
    let daemon = try PrivateDaemon()
    defer { daemon.stop() }
    return try run(plan, over: client(at: daemon.socket), path: daemon.socket, appSocket: daemon.appSocket)
  }

  private func run(
    _ plan: ExecPlan, over client: Client, path: String, appSocket: String
  ) throws(ToolError) -> ExitStatus {
    let variables = [
      (name: "DEVICESIM_SOCKET", value: Optional(path)), ("DEVICESIM_APP_SOCKET", appSocket),
      ("DEVICESIM_DEVICE", try create(plan, over: client)),
    ]
    var configuration = ChildProcess.Configuration(program: plan.program, arguments: plan.arguments)
    configuration.environment = Environment.all(changing: variables)
    do {
      // The connection stays open in this process only, and the device with it.
      let termination = try withExtendedLifetime(client) { () throws(SystemError) in
        try ChildProcess.run(configuration)
      }
      return ExitStatus(rawValue: termination.shellStatus)
    } catch {
      // As a shell reports it.
      throw ToolError(ExitStatus(rawValue: error.isNotFound ? 127 : 126), error.description)
    }
  }

  /// Makes the device under a name that nobody has.
  private func create(_ plan: ExecPlan, over client: Client) throws(ToolError) -> String {
    if let name = invocation.options.device {
      _ = try ask(client, "createDevice", plan.creation(of: name), until: .after(seconds: 5))
      return name
    }
    let stem = "exec-\(CurrentProcess.id)"
    var name = stem
    for number in 2...100 {
      do {
        _ = try ask(client, "createDevice", plan.creation(of: name), until: .after(seconds: 5))
        return name
      } catch let error where error.message.hasPrefix("deviceExists") {
        name = "\(stem)-\(number)"
      }
    }
    throw ToolError(.refused, "every name like \(stem) is taken")
  }
}

/// What `exec` was told: how the device shall be, and what to run.
struct ExecPlan {
  let program: String
  let arguments: [String]
  private let state: ParameterTree
  /// What `createDevice` is told besides the state, as JSON.
  private let others: [(name: String, value: [UInt8])]

  init(_ invocation: Invocation) throws(ToolError) {
    var command: [String] = []
    let creation = MethodTable.find("createDevice")
    let others = ["template", "clock"].compactMap { creation?.parameter($0) }
    var reader = ParameterReader(
      subject: "exec", fields: StateFields.settable.filter(\.isSettable) + others, positional: [])
    for word in invocation.words {
      if case .literal(let text) = word {
        command.append(text)
      } else {
        try reader.read(word)
      }
    }
    guard let program = command.first else {
      throw .usage("exec needs a command: devicesim exec -- COMMAND [ARGUMENT …]")
    }
    self.program = program
    arguments = Array(command.dropFirst())
    var state = reader.tree
    self.others = others.compactMap { field in state.remove(field.name).map { (field.name, $0) } }
    self.state = state
  }

  /// The parameters of `createDevice`.
  func creation(of name: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("device", name)
    writer.member("ephemeral", true)
    for (name, value) in others {
      writer.key(name)
      writer.raw(value)
    }
    if !state.members.isEmpty {
      writer.key("state")
      state.write(into: &writer)
    }
    writer.endObject()
    return writer.bytes
  }
}
