package import JSON
import Schema
import WireProtocol

/// `getState FIELD…`: the bare values of single fields, one a line.
package enum BareFields {
  /// - Throws: `ToolError` for a field that the state does not have, with the nearest one.
  package static func text(
    _ names: [String], of state: JSONNode, asJSON: Bool = false
  ) throws(ToolError) -> String {
    var lines: [String] = []
    for name in names {
      if let value = Flattening.value(at: name, in: state) {
        lines.append(asJSON ? String(decoding: value.raw, as: UTF8.self) : PlainText.value(value))
      } else if isWithinNull(name, of: state) {
        lines.append("null")
      } else {
        throw unknown(name, in: state)
      }
    }
    return lines.separated(by: "\n")
  }

  /// Whether the name is right and leads into something that is not there now: `prompt.pane` without a
  /// prompt.
  private static func isWithinNull(_ name: String, of state: JSONNode) -> Bool {
    let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let outer = path.first, state[outer]?.isNull == true else { return false }
    var known = StateFields.shown
    for name in path {
      guard let field = known.first(where: { $0.name == name }) else { return false }
      known = field.type.shownMembers
    }
    return true
  }

  private static func unknown(_ name: String, in state: JSONNode) -> ToolError {
    let outer = state.members.compactMap(\.key.string)
    if let close = Nearest.plausible(to: name, in: outer + Flattening.names(in: state)) {
      return .usage("getState has no field '\(name)'; did you mean '\(close)'?")
    }
    return .usage("getState has no field '\(name)'; it has \(joined(outer, by: "and"))")
  }
}

extension ValueType {
  fileprivate var shownMembers: [Field] {
    if case .object(let fields) = core { fields } else { [] }
  }
}
