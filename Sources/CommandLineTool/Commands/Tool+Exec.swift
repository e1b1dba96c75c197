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
    let sockets = daemon.sockets
    return try run(plan, over: client(at: sockets.socket), path: sockets.socket, appSocket: sockets.appSocket)
  }

  private func run(
    _ plan: ExecPlan, over client: Client, path: String, appSocket: String
  ) throws(ToolError) -> ExitStatus {
    var configuration = ChildProcess.Configuration(program: plan.program, arguments: plan.arguments)
    configuration.environment = Environment.all(
      changing: SocketLocation.environment(
        socket: path, appSocket: appSocket, device: try create(plan, over: client)))
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

  /// Creates the device, under a name that no other device has.
  private func create(_ plan: ExecPlan, over client: Client) throws(ToolError) -> String {
    let stem = "exec-\(CurrentProcess.id)"
    let names = invocation.options.device.map { [$0] } ?? [stem] + (2...100).map { "\(stem)-\($0)" }
    var refusal: RemoteError?
    for name in names {
      let reply = try clientErrorsInWords { () throws(ClientError) in
        try client.call("createDevice", plan.creation(of: name), until: .after(seconds: 5))
      }
      guard case .error(let error) = reply else { return name }
      refusal = error
      if error.name != "deviceExists" { break }
    }
    throw ErrorRendering.toolError(refusal?.json ?? [])
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
    JSONWriter.object { writer in
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
    }
  }
}
