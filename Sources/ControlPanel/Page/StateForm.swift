import JSON
import Presentation
import Schema
import WireProtocol

/// The fields of `setState` as a form, each as its description has it: a new field needs nothing here.
enum StateForm {
  /// What a value is written in. The script reads it back by this name.
  enum Kind: String {
    case boolean, number, choice, text, json

    init(_ type: ValueType) {
      switch type.core {
      case .boolean: self = .boolean
      case .integer, .number: self = StateForm.takesNull(type) ? .json : .number
      case .enumeration: self = .choice
      case .string, .name, .identifier: self = .text
      case .array, .object, .anyObject, .dictionary, .anyValue, .oneOf, .choice, .nullable, .named:
        self = .json
      }
    }
  }

  /// A field that has one control, by its path.
  private struct Leaf {
    let path: String
    let field: Field
  }

  /// The fields of one group; that of the device itself has no name.
  private struct Group {
    let field: Field?
    let leaves: [Leaf]
  }

  private static let groups: [Group] = {
    let settable = StateFields.settable.filter(\.isSettable)
    let own = settable.filter { members($0) == nil }.map { Leaf(path: $0.name, field: $0) }
    return [Group(field: nil, leaves: own)]
      + settable.compactMap { field in
        members(field).map { members in
          Group(field: field, leaves: members.map { Leaf(path: "\(field.name).\($0.name)", field: $0) })
        }
      }
  }()

  private static func members(_ field: Field) -> [Field]? {
    guard case .object(let members) = field.type.core else { return nil }
    return members.filter(\.isSettable)
  }

  // MARK: - The page

  /// The controls, without the form around them.
  static var html: String {
    groups.map { group in
      let controls = "<div class=\"fields\">" + group.leaves.map(control).joined(separator: "\n") + "</div>"
      guard let field = group.field else { return controls }
      return
        "<details><summary>\(field.name)</summary><p class=\"faint\">\(PlainText.escaped(field.summary))</p>"
        + "\(controls)</details>"
    }.joined(separator: "\n")
  }

  private static func control(_ leaf: Leaf) -> String {
    let kind = Kind(leaf.field.type)
    let hint = "hint-\(leaf.path)"
    let common =
      "id=\"field-\(leaf.path)\" data-path=\"\(leaf.path)\" data-kind=\"\(kind.rawValue)\" "
      + "aria-describedby=\"\(hint)\" autocomplete=\"off\"\(takesNull(leaf.field.type) ? " data-null" : "")"
    let input =
      switch kind {
      case .boolean: "<input type=\"checkbox\" \(common)>"
      case .number: "<input type=\"number\" \(bounds(leaf.field.type)) \(common)>"
      case .choice: "<select \(common)>\(options(leaf.field.type))</select>"
      case .text, .json:
        "<input type=\"\(leaf.field.isSecret ? "password" : "text")\" spellcheck=\"false\" \(common)>"
      }
    return "<div class=\"field\"><label for=\"field-\(leaf.path)\">\(leaf.field.name)</label>\(input)"
      + "<p class=\"faint\" id=\"\(hint)\">\(PlainText.escaped(leaf.field.summary))</p></div>"
  }

  private static func takesNull(_ type: ValueType) -> Bool {
    if case .nullable = type { true } else { false }
  }

  private static func bounds(_ type: ValueType) -> String {
    switch type.core {
    case .integer(let range):
      let least = range.lowerBound > Int.min ? " min=\"\(range.lowerBound)\"" : ""
      return "step=\"1\"" + least + (range.upperBound < Int.max ? " max=\"\(range.upperBound)\"" : "")
    case .number(let range): return "step=\"any\" min=\"\(range.lowerBound)\" max=\"\(range.upperBound)\""
    default: return ""
    }
  }

  private static func options(_ type: ValueType) -> String {
    guard case .enumeration(let names) = type.core else { return "" }
    return (takesNull(type) ? "<option value=\"\">none</option>" : "")
      + names.map { "<option>\($0)</option>" }.joined()
  }

  // MARK: - The values

  /// Writes the value of every control as a text, by its path. What is never shown is left out.
  static func write(_ state: JSONNode, into writer: inout JSONWriter) {
    writer.beginObject()
    for leaf in groups.flatMap(\.leaves) {
      guard let value = DottedPath.value(at: leaf.path[...], in: state) else { continue }
      writer.key(leaf.path)
      writer.string(text(value, Kind(leaf.field.type)))
    }
    writer.endObject()
  }

  private static func text(_ value: JSONNode, _ kind: Kind) -> String {
    switch kind {
    case .choice, .text: value.string ?? ""
    case .boolean, .number, .json: JSONText.escaped(String(decoding: value.raw, as: UTF8.self))
    }
  }
}
