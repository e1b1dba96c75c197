import Platform
import Presentation
import Schema
import WireProtocol

/// What `devicesim help` and `devicesim` alone print.
package enum Overview {
  /// Two lines, for `devicesim` alone.
  package static let short = """
    usage: devicesim [OPTION …] METHOD [VALUE …] [key=value …]
    Begin with 'devicesim start --detach'; 'devicesim help' lists every method and command.
    """

  /// Every command and method, by group.
  package static func text() -> String {
    var text = """
      usage: devicesim [OPTION …] METHOD [VALUE …] [key=value …]

      \(values)
      'devicesim help NAME' explains a method or a command.

      OPTIONS, anywhere on the line

      """
    text += Columns.table(options)
    text += "\nCOMMANDS\n"
    text += Columns.table(Command.allCases.map { ("\($0.rawValue)", $0.summary) })
    for group in Method.Group.allCases { text += "\n" + group.listing }
    text += "\nTOPICS of 'devicesim help TOPIC'\n"
    text += Columns.paragraph(joined(Topic.all.map(\.name), by: "and"), indent: 4)
    return text + "\n\(Topic.environment.text)\n\nEXIT STATUS\n\(Topic.exitCodes.text)"
  }

  /// What the program is for.
  static let purpose = """
    A simulated device has a sensor, a passcode, a lock screen, apps with their prompts, and a keychain. \
    'devicesim start --detach' starts the daemon that has the devices, and every other command drives one of them.
    """

  /// How values are written.
  static let values = """
    Values are written by the type of their parameter: lists by comma, members by dot
    (behavior.maxFailures=3), null where it is allowed; key:=JSON gives raw JSON, @FILE and - what a
    file or standard input holds. 'devicesim help values' shows them all.
    """

  /// The options that may stand anywhere.
  static var options: [(name: String, text: String)] {
    Invocation.generalOptions.map { option in
      let value = option.value.map { option.name == "--wait" ? "[=\($0)]" : " \($0)" } ?? ""
      return (option.name + value, option.summary)
    } + [("--", "all words after it are values, not options")]
  }

  /// Where what the line does not say comes from: the first place that has it.
  static let defaults: [(name: String, places: [String])] = [
    (
      "SOCKET",
      [
        "--socket", "else $DEVICESIM_SOCKET", "else $XDG_RUNTIME_DIR/devicesim/devicesim.sock",
        "else /tmp/devicesim-UID/devicesim.sock",
      ]
    ),
    ("DEVICE", ["--device", "else $DEVICESIM_DEVICE", "else the device 'default'"]),
    ("APP", ["app=NAME", "else $DEVICESIM_APP", "else com.example.app"]),
  ]
}

extension Method.Group {
  /// Its methods under its heading.
  var listing: String {
    let methods = MethodTable.all.filter { $0.group == self }
    return "\(title)\n" + Columns.table(methods.map { ($0.name, MethodHelp.terminal($0.summary)) })
  }

  /// The heading of the group.
  var title: String {
    switch self {
    case .server: "THE DAEMON"
    case .devices: "DEVICES"
    case .enrolment: "ENROLMENT"
    case .scans: "SCANS"
    case .prompt: "ON THE PROMPT"
    case .ahead: "AHEAD OF TIME"
    case .passcode: "PASSCODE AND LOCK SCREEN"
    case .apps: "APPS"
    case .keychain: "KEYCHAIN"
    case .clock: "CLOCK"
    case .watching: "WATCHING"
    case .appSide: "AS THE APP UNDER TEST"
    }
  }
}

/// What `devicesim help COMMAND` prints.
package enum CommandHelp {
  /// Usage, summary and details.
  package static func text(_ command: Command) -> String {
    let usage = command.usage.isEmpty ? "" : " \(command.usage)"
    return "usage: devicesim \(command.rawValue)\(usage)\n\n\(command.summary)\n\n\(command.details)"
  }
}

extension Tool {
  /// Prints the help for a name, the overview, or a page for man(1).
  func help() throws(ToolError) -> ExitStatus {
    let words = try CommandWords(invocation, of: .help)
    guard let page = words["--man"] else { return try help(for: singleWord(of: .help)) }
    try words.refuseValues(after: 0)
    try Output.bytes(Array(Manual.page(named: page).text.utf8))
    return .done
  }

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
    if let topic = Topic.all.first(where: { $0.name == name }) { return topic.text }
    throw unknownName(name, isForHelp: true)
  }
}
