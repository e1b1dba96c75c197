import Presentation
import Schema
package import WireProtocol

/// What `devicesim help TOPIC` explains that is neither a method nor a command.
package enum Topic: Equatable, Sendable {
  /// How values are written.
  case values
  /// The general options.
  case options
  /// The socket, the device and the app, and the variables that name them.
  case environment
  /// What a script learns from the end of a command.
  case exitCodes
  /// Every error by its name.
  case errors
  /// Every event and its members.
  case events
  /// The methods of a group.
  case group(Method.Group)

  /// Every topic.
  package static let all: [Self] =
    [.values, .options, .environment, .exitCodes, .errors, .events] + Method.Group.allCases.map(Self.group)

  /// What is typed after `help`.
  package var name: String {
    switch self {
    case .values: "values"
    case .options: "options"
    case .environment: "environment"
    case .exitCodes: "exit-codes"
    case .errors: "errors"
    case .events: "events"
    case .group(.appSide): "app-side"
    case .group(let group): group.rawValue
    }
  }

  /// The text without the end of its last line.
  package var text: String {
    var text =
      switch self {
      case .values: Self.valuesText
      case .options: Columns.table(Overview.options)
      case .environment: Overview.defaults.map { Columns.hanging($0.name, $0.places) }.joined()
      case .exitCodes:
        Columns.table(ExitStatus.meanings.map { ("\($0.status.rawValue)", $0.text) }, margin: 4)
      case .errors: Self.errorsText
      case .events:
        Columns.table(
          EventKind.allCases.map { kind in (kind.rawValue, joined(kind.members.map(\.name), by: "and")) })
      case .group(let group): Self.text(of: group)
      }
    while text.last == "\n" { text.removeLast() }
    return text
  }

  private static let valuesText = """
    Values stand in the order that the help of a method gives, or as key=value. The type of the
    parameter says how they are written:

      identities=face-1,face-2      a list, by comma
      behavior.maxFailures=3        a member of an object, by dot
      passcode=null                 null, where it is allowed
      behavior:='{"seed":1}'        JSON as it is; for an object a plain = does as well
      passcode=@FILE                what the file holds, without the end of its last line
      passcode=-                    the same of standard input, once on a line
      reason=@@home                 a text that begins with @: '@home'
      -- @home                      every word after -- is a value as it stands

    A new device is described in one way, by createDevice, exec, record and the 'device' line of a
    scenario: FIELD=VALUE or state.FIELD=VALUE for a field of 'setState', template=NAME and
    clock=real|manual.

      devicesim createDevice phone biometryType=touchID passcode=4711
      devicesim exec biometryType=touchID passcode=4711 -- ./run-my-tests
      devicesim exportState | devicesim --device phone importState -
    """

  private static var errorsText: String {
    var text = ""
    for domain in ErrorDomain.allCases {
      let entries = ErrorRegistry.all.filter { $0.domain == domain }
      text += text.isEmpty ? "" : "\n"
      text += "\(domain.rawValue)\n"
      text += Columns.table(
        entries.map { ("\($0.name) (\($0.code))", MethodHelp.terminal($0.summary)) })
    }
    return text
  }

  private static func text(of group: Method.Group) -> String {
    var text = group.listing
    if case .object(let members)? = group.shown?.type.core, let field = group.shown {
      text +=
        "\n'devicesim getState \(field.name)' shows \(field.summary); \(field.name).NAME is a part of it:\n\n"
      text += Columns.table(members.map { ($0.name, MethodHelp.terminal($0.summary)) })
    }
    return text + "\n'devicesim help METHOD' explains one."
  }
}

extension Method.Group {
  /// The part of the state that these methods are about, if it is one object.
  fileprivate var shown: Field? {
    let name: String? =
      switch self {
      case .prompt: "prompt"
      case .clock: "clock"
      case .server, .devices, .enrolment, .scans, .ahead, .passcode, .apps, .keychain, .watching, .appSide:
        nil
      }
    return StateFields.shown.first { $0.name == name }
  }
}
