import Platform
import Presentation
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
    for group in Method.Group.allCases {
      let methods = MethodTable.all.filter { $0.group == group }
      guard !methods.isEmpty else { continue }
      text +=
        "\n\(group.title)\n" + Columns.table(methods.map { ($0.name, $0.summary.replacing("`", with: "'")) })
    }
    text += "\n"
    for value in defaults { text += Columns.hanging(value.name, value.places) }
    text += "\n" + Columns.hanging("EXIT STATUS", exitStatuses.map { "\($0.status) \($0.meaning)" })
    return String(text.dropLast())
  }

  /// What the program is for.
  static let purpose = """
    A simulated device has a sensor, a passcode, a lock screen, apps with their prompts, and a keychain. \
    'devicesim start --detach' starts the daemon that has the devices, and every other command drives one of them.
    """

  /// How values are written.
  static let values = """
    Values are written by the type of their parameter: lists by comma, members by dot
    (behavior.maxFailures=3), null where it is allowed; key:=JSON gives raw JSON.
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

  /// What the program ends with.
  static let exitStatuses: [(status: Int, meaning: String)] = [
    (0, "done"), (1, "the daemon replied with an error (canEvaluatePolicy: no)"), (2, "wrong usage"),
    (3, "not delivered"), (4, "no daemon"), (5, "timeout"),
  ]
}

extension Method.Group {
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
    throw unknownName(name)
  }
}

/// Text set for a terminal.
enum Columns {
  private static let width = 100

  /// Two columns, the second wrapped; a name too long for the first has its text on the next line.
  static func table(_ rows: [(name: String, text: String)]) -> String {
    let longest = rows.map(\.name.count).filter { $0 <= 26 }.max() ?? 2
    let indent = longest + 4
    var table = ""
    for row in rows {
      let lines = wrapped(row.text, to: width - indent)
      let head = "  \(row.name)"
      if row.name.count > longest {
        table += head + "\n"
      } else {
        table += head + spaces(indent - head.count) + (lines.first ?? "") + "\n"
      }
      for line in lines.dropFirst(row.name.count > longest ? 0 : 1) { table += spaces(indent) + line + "\n" }
    }
    return table
  }

  /// A name with what belongs to it, separated by commas; a line ends between two parts.
  static func hanging(_ name: String, _ parts: [String]) -> String {
    let indent = max(name.count, 6) + 2
    var lines: [String] = []
    for (index, part) in parts.enumerated() {
      let word = index + 1 < parts.count ? part + "," : part
      if let line = lines.last, line.count + 1 + word.count <= width - indent {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
    return lines.enumerated().map { index, line in
      (index == 0 ? name + spaces(indent - name.count) : spaces(indent)) + line + "\n"
    }.joined()
  }

  /// A paragraph.
  static func paragraph(_ text: String, indent: Int = 0) -> String {
    wrapped(text, to: width - indent).map { spaces(indent) + $0 + "\n" }.joined()
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
