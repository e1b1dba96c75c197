/// What `devicesim help COMMAND` prints.
package enum CommandHelp {
  /// Usage, summary and details.
  package static func text(_ command: Command) -> String {
    let usage = command.usage.isEmpty ? "" : " \(command.usage)"
    return "usage: devicesim \(command.rawValue)\(usage)\n\n\(command.summary)\n\n\(command.details)"
  }
}
