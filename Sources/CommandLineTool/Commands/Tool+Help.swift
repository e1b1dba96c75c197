import Platform
import Schema
import WireProtocol

extension Tool {
  /// Prints the help for a name, or the overview.
  func help(for name: String?) throws(ToolError) -> ExitStatus {
    CurrentProcess.ignoreBrokenPipes()
    try Output.line(Self.helpText(for: name))
    return .done
  }

  private static func helpText(for name: String?) throws(ToolError) -> String {
    guard let name else { return Overview.text() }
    if let command = Command(rawValue: name) { return CommandHelp.text(command) }
    if let method = MethodTable.find(name) { return MethodHelp.text(method) }
    throw unknownName(name)
  }

  /// Prints the completions for a shell.
  func completions() throws(ToolError) -> ExitStatus {
    let names = Shell.allCases.map(\.rawValue)
    guard let name = try singleWord(of: .completions) else {
      throw .usage("completions needs the name of a shell: \(joined(names, by: "or"))")
    }
    guard let shell = Shell(rawValue: name) else {
      let hint = Nearest.plausible(to: name, in: names).map { "; did you mean '\($0)'?" } ?? ""
      throw .usage("completions are for \(joined(names, by: "and")), not '\(name)'\(hint)")
    }
    try Output.bytes(Array(shell.script.utf8))
    return .done
  }
}
