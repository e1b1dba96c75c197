import Client
import JSON
import Platform
import Presentation

extension Tool {
  /// Runs a command with a fresh device, which ends with this process's connection.
  func exec() throws(ToolError) -> ExitStatus {
    let command = try DeviceCommand(
      invocation.words, running: invocation.command, for: "exec",
      form: "devicesim exec -- COMMAND [ARGUMENT …]")
    if let client = try clientIfRunning() {
      let info = try serverInfo(client)
      let appSocket = fromJSON(info) { $0["appSocket"]?.string }
      return try run(command, over: client, path: absolutePath, appSocket: appSocket)
    }
    // An explicit socket means the daemon that listens there.
    if invocation.options.socket != nil { throw noDaemon }
    let daemon = try PrivateDaemon()
    defer { daemon.stop() }
    let sockets = daemon.sockets
    return try run(
      command, over: client(at: sockets.socket), path: sockets.socket, appSocket: sockets.appSocket)
  }

  private func run(
    _ command: DeviceCommand, over client: Client, path: String, appSocket: String?
  ) throws(ToolError) -> ExitStatus {
    let device = try create(command.settings, over: client)
    let process = command.process(
      in: SocketLocation.environment(socket: path, appSocket: appSocket, device: device))
    do {
      // The connection stays open in this process only, and the device with it.
      let termination = try withExtendedLifetime(client) { () throws(SystemError) in
        try ChildProcess.run(process)
      }
      return ExitStatus(rawValue: termination.shellStatus)
    } catch {
      throw command.cannotRun(error)
    }
  }

  /// Creates the device under a name that is free.
  private func create(_ settings: DeviceSettings, over client: Client) throws(ToolError) -> String {
    let stem = "exec-\(CurrentProcess.id)"
    var name = invocation.options.device ?? stem
    for number in 2...100 {
      do {
        _ = try ask(client, "createDevice", settings.creation(of: name), until: answerLimit)
        return name
      } catch let error where error.name == "deviceExists" && invocation.options.device == nil {
        name = "\(stem)-\(number)"
      }
    }
    throw ToolError(.refused, "every name like \(stem) is taken")
  }
}
