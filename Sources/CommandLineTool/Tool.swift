package import Platform
import Presentation
import Schema
import WireProtocol

/// The command `devicesim`.
package struct Tool {
  let invocation: Invocation
  /// The socket of the daemon.
  let location: SocketLocation

  /// The absolute path of the socket; the path as given if the absolute one is too long for a socket.
  var absolutePath: String {
    guard !location.path.hasPrefix("/"), let folder = try? FileSystem.currentDirectory() else {
      return location.path
    }
    let path = "\(folder)/\(location.path)"
    return path.utf8.count > SocketAddress.maximumPathBytes ? location.path : path
  }

  /// Runs the command line, which begins with the program's name, and ends the process.
  package static func main(_ words: [ProgramWord]) -> Never {
    // Before anything is opened.
    StandardStreams.fill()
    CurrentProcess.exit(run(Array(words.dropFirst())).rawValue)
  }

  /// Runs the command line and returns the exit status.
  private static func run(_ arguments: [ProgramWord]) -> ExitStatus {
    do {
      let invocation = try Invocation(of: arguments)
      try refuseVariables()
      let location = SocketLocation(option: invocation.options.socket)
      return try Tool(invocation: invocation, location: location).run()
    } catch {
      Output.complaint(error)
      return error.status
    }
  }

  /// Checks that the variables that name something here are text.
  private static func refuseVariables() throws(ToolError) {
    for name in SocketLocation.variables + ["DEVICESIM_DEVICE", "DEVICESIM_APP"]
    where !Environment.isText(name) {
      throw .usage("the variable \(name) is not UTF-8")
    }
  }

  private func run() throws(ToolError) -> ExitStatus {
    if invocation.options.wantsVersion { return try printVersion() }
    guard let name = invocation.name else { return try runWithoutName() }
    if invocation.options.wantsHelp { return try help(for: name) }
    if let command = Command(rawValue: name) { return try run(command) }
    if let method = MethodTable.find(name) { return try call(method) }
    throw Self.unknownName(name)
  }

  private func printVersion() throws(ToolError) -> ExitStatus {
    CurrentProcess.ignoreBrokenPipes()
    try Output.line("\(Product.name) \(Product.version)")
    return .done
  }

  private func listDevices() throws(ToolError) -> ExitStatus {
    guard let method = MethodTable.find("listDevices") else { preconditionFailure("the table has it") }
    return try call(method)
  }

  private func runWithoutName() throws(ToolError) -> ExitStatus {
    if invocation.options.wantsHelp { return try help(for: nil) }
    if let word = invocation.words.first { throw .unknownOption(word.text) }
    Output.complaint(Overview.short)
    return .usage
  }

  private func run(_ command: Command) throws(ToolError) -> ExitStatus {
    try refuseOptions(of: command)
    // What these three run must find SIGPIPE as the shell left it.
    if ![.start, .exec, .record].contains(command) { CurrentProcess.ignoreBrokenPipes() }
    switch command {
    case .start: return try start()
    case .stop: return try stop()
    case .status: return try status()
    case .connect: return try connect()
    case .exec: return try exec()
    case .run: return try runScenarios()
    case .record: return try record()
    case .replay: return try replay()
    case .report: return try report()
    case .watch: return try watch()
    case .panel: return try panel()
    case .ls: return try listDevices()
    case .completions: return try completions()
    case .help: return try help()
    case .version: return try printVersion()
    }
  }

  /// The error for a name that is neither a method's nor a command's.
  ///
  /// - Parameter isForHelp: whether it could be a topic, too.
  static func unknownName(_ name: String, isForHelp: Bool = false) -> ToolError {
    let names = Command.allCases.map(\.rawValue) + MethodTable.all.map(\.name)
    if isForHelp {
      let hint = Nearest.hint(
        for: name, in: names + Topic.all.map(\.name), else: "; 'devicesim help' lists all that there is")
      return .usage("there is no help for '\(name)'\(hint)")
    }
    let hint = Nearest.hint(for: name, in: names, else: "; 'devicesim help' lists them all")
    return .usage("unknown method '\(name)'\(hint)")
  }

  // MARK: - The words of commands

  private func refuseOptions(of command: Command) throws(ToolError) {
    // Its options are those of the method.
    if command == .ls { return }
    let options = invocation.options
    let name = command.rawValue
    if options.wait != nil { throw .usage("\(name) does not take --wait") }
    if options.device != nil, ![.exec, .run, .watch, .panel].contains(command) {
      throw .usage("\(name) does not take --device")
    }
    if options.timeout != nil, [.record, .replay, .report, .completions, .help, .version].contains(command) {
      throw .usage("\(name) does not take --timeout")
    }
    if options.isJSON, command != .status { throw .usage("\(name) does not take --json") }
    if options.socket != nil, [.record, .replay, .report].contains(command) {
      throw .usage("\(name) does not take --socket; it uses a daemon of its own or none")
    }
    if command.usage.isEmpty { try CommandWords(invocation, of: command).refuseValues(after: 0) }
  }

  /// The value of a command that takes one at most.
  func singleWord(of command: Command) throws(ToolError) -> String? {
    let words = try CommandWords(invocation, of: command)
    try words.refuseValues(after: 1)
    return words.values.first
  }
}
