import JSON
import Presentation
import Schema
package import WireProtocol

/// What `devicesim help METHOD` prints.
package enum MethodHelp {
  /// Usage, summary, parameters, result, errors and an example.
  package static func text(_ method: Method) -> String {
    var text = "usage: devicesim \(usage(method))\n\n" + prose(method.summary)
    if let name = method.aliasOf, !method.summary.contains(name) { text += prose("The same as \(name).") }
    if !method.details.isEmpty { text += "\n" + prose(method.details) }
    let parameters = parameterRows(method.parameters, prefix: "")
    if !parameters.isEmpty { text += "\nPARAMETERS\n" + Columns.table(parameters) }
    let result = method.result.filter { $0.name != "seq" }
    if !result.isEmpty {
      text += "\nRESULT\n" + Columns.table(result.map { ($0.name, terminal($0.summary)) })
    }
    if !method.errors.isEmpty {
      text += "\nERRORS\n" + Columns.paragraph(method.errors.joined(separator: ", "), indent: 2)
    }
    let example = MethodExample(method)
    text += "\nEXAMPLE\n  $ devicesim \(example.commandLine)\n"
    for line in example.output.split(separator: "\n") { text += "  \(line)\n" }
    return String(text.dropLast())
  }

  /// `matchingFace [IDENTITY] [key=value …]`
  static func usage(_ method: Method) -> String {
    var words = [method.name]
    if method.name == "getState" { words.append("[FIELD …]") }
    let values = method.bareParameters
    for field in values {
      var word = field.placeholder
      if case .array = field.type.core { word += " …" }
      words.append(field.isRequired && field.commandLineDefault == nil ? word : "[\(word)]")
    }
    if method.parameters.count > values.count { words.append("[key=value …]") }
    if method.parameter("whenPrompted") != nil { words.append("[--wait[=SECONDS]]") }
    return words.joined(separator: " ")
  }

  /// A row for each parameter, and for each member that has a dotted name.
  static func parameterRows(_ fields: [Field], prefix: String) -> [(name: String, text: String)] {
    fields.flatMap { field in
      let name = prefix + field.name
      if case .named("StatePatch", _) = field.type {
        return [
          ("FIELD", "any parameter of setState, such as biometryType=touchID"),
          ("\(name).FIELD", "the same"),
        ]
      }
      var text = terminal(field.summary)
      if field.type.members == nil { text += " (\(field.type.wording))" }
      if let value = field.commandLineDefault {
        text += " [default: \(value)]"
      } else if field.isRequired, prefix.isEmpty {
        text += " [required]"
      }
      return [(name, text)] + parameterRows(field.type.members ?? [], prefix: name + ".")
    }
  }

  private static func prose(_ text: String) -> String { Columns.paragraph(terminal(text)) }

  /// The text of the table, which marks names as Markdown does.
  static func terminal(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 == UInt8(ascii: "`") ? UInt8(ascii: "'") : $0 }, as: UTF8.self)
  }
}

/// The example request of a method as a command line, with its output.
package struct MethodExample {
  /// The words after `devicesim`, quoted for a shell where necessary.
  package var commandLine: String
  /// The same words without quotes.
  package var words: [String]
  package var output: String

  /// Takes both from the table's example.
  package init(_ method: Method) {
    let values = method.parameters.prefix(method.positionalCount).map(\.name)
    let parameters = fromJSON(Array(method.example.parameters.utf8)) {
      Self.words($0, of: method, values: values)
    }
    let words = [method.name] + (parameters ?? [])
    self.words = words
    commandLine = words.map(Self.quoted).joined(separator: " ")
    output =
      fromJSON(Array(method.example.result.utf8)) { result in
        ResultRendering(of: method, device: words.dropFirst().first).text(result)
      } ?? ""
  }

  private static func words(_ parameters: JSONNode, of method: Method, values: [String]) -> [String] {
    // A bare value stands for the first parameter that is not given.
    let given = values.prefix { parameters[$0] != nil }
    var words = given.flatMap { name in parameters[name].map(bareWords) ?? [] }
    for (key, value) in parameters.members {
      let name = key.string ?? ""
      if given.contains(name) { continue }
      if let field = method.parameter(name), field.isSecret, case .anyObject = field.type.core {
        // A whole device, whose parts have no names of their own.
        words.append("\(name):=\(String(decoding: value.raw, as: UTF8.self))")
        continue
      }
      DottedPath.forEachLeaf(of: value) { path, leaf in
        words.append("\(path.isEmpty ? name : "\(name).\(path)")=\(PlainText.value(leaf))")
      }
    }
    return words
  }

  /// A list of objects is one word for each; anything else is one word.
  private static func bareWords(_ value: JSONNode) -> [String] {
    guard value.kind == .array, value.elements.contains(where: \.isContainer) else {
      return [PlainText.value(value)]
    }
    return value.elements.map(ResultRendering.item)
  }

  private static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "._-=,:/".utf8.contains(byte)
        }
      }
    return isPlain ? word : "'\(word.replacing("'", with: #"'\''"#))'"
  }
}
