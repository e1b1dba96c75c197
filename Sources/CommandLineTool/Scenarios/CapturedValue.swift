import JSON
import Presentation
import Schema

/// The results that `let` captured.
enum CapturedValue {
  /// The type that a reference leads to.
  static func type(of reference: ValueReference, in captured: [String: ValueType]) throws(ToolError)
    -> ValueType
  {
    guard let type = captured[reference.name] else {
      let names = captured.keys.sorted()
      let hint = Nearest.hint(
        for: reference.name, in: names,
        else: names.isEmpty
          ? "; 'let \(reference.name) = METHOD …' captures one, and single quotes keep a $ as it is"
          : "; captured are \(joined(names, by: "and"))")
      throw .usage("no value has the name '\(reference.name)'\(hint)")
    }
    let found: ValueType?
    if let member = reference.member {
      found = DottedPath.type(at: member[...], in: type)
    } else {
      found = onlyMember(of: type).map(\.type) ?? type
    }
    let names = DottedPath.names(in: type)
    guard let found else {
      let outer = joined(names.filter { !$0.contains(".") }, by: "and")
      let hint = Nearest.hint(
        for: reference.member ?? "", in: names, else: outer.isEmpty ? "" : "; it has \(outer)")
      throw .usage("$\(reference.name) has no '\(reference.member ?? "")'\(hint)")
    }
    guard sample(of: found) != nil else {
      let members = DottedPath.names(in: found).filter { !$0.contains(".") }
      let names = members.isEmpty ? "" : "; its members are \(joined(members, by: "and"))"
      throw .usage("\(reference.text) is not one value; write \(reference.text).MEMBER\(names)")
    }
    return found
  }

  /// The text that a reference stands for: as the command line shows the value, and takes it.
  static func text(of reference: ValueReference, in values: [String: [UInt8]]) throws(ToolError) -> String {
    guard let json = values[reference.name] else {
      throw .usage("no step has captured '\(reference.name)' yet")
    }
    let text: Result<String, ToolError>? = fromJSON(json) { node in
      guard let member = reference.member ?? onlyMember(of: node) else { return written(node, reference) }
      if let found = DottedPath.json(at: member[...], in: node) {
        return fromJSON(found) { written($0, reference) }
      }
      // Behind something that is null now, as `prompt.pane` is without a prompt.
      if node[String(member.prefix { $0 != "." })]?.isNull == true { return .success("null") }
      return nil
    }
    guard let text else { throw .usage("$\(reference.name) has no '\(reference.member ?? "")' now") }
    return try text.get()
  }

  private static func written(_ node: JSONNode, _ reference: ValueReference) -> Result<String, ToolError> {
    switch node.kind {
    case .string: return .success(node.string ?? "")
    case .array:
      var items: [String] = []
      for item in node.elements {
        let text = item.string ?? PlainText.value(item)
        guard !item.isContainer, !text.contains(",") else {
          return .failure(
            .usage(
              "an item of \(reference.text) is '\(PlainText.oneLine(text))', which no list by comma can hold")
          )
        }
        items.append(text)
      }
      return .success(items.joined(separator: ","))
    default: return .success(PlainText.value(node))
    }
  }

  /// A text that a value of the type could have, to check a step before it runs; `nil` for objects.
  static func sample(of type: ValueType) -> String? {
    switch type.core {
    case .string, .name, .anyValue: "1"
    case .boolean: "true"
    case .integer(let range): "\(range.lowerBound > 0 ? range.lowerBound : min(1, range.upperBound))"
    case .number(let range): "\(Int(max(min(1, range.upperBound), range.lowerBound)))"
    case .enumeration(let words): words.first ?? ""
    case .identifier(let letter): "\(letter)1"
    case .array(let element): sample(of: element)
    case .oneOf(let types): types.lazy.compactMap(sample).first
    case .object, .anyObject, .dictionary, .choice, .named, .nullable: nil
    }
  }

  private static func onlyMember(of type: ValueType) -> Field? {
    guard case .object(let fields) = type.core, fields.count == 1 else { return nil }
    return fields[0]
  }

  /// The name of the only member of a result.
  private static func onlyMember(of node: JSONNode) -> String? {
    guard node.kind == .object, node.count == 1 else { return nil }
    return node.members.lazy.compactMap(\.key.string).first
  }
}
