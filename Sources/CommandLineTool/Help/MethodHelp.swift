import Schema
package import WireProtocol

/// What `devicesim help METHOD` prints.
package enum MethodHelp {
  /// Usage, summary, parameters, result, errors and an example.
  package static func text(_ method: Method) -> String {
    var text = "usage: devicesim \(usage(method))\n\n" + prose(method.summary)
    if let name = method.aliasOf, !method.summary.contains(name) { text += prose("Another name of \(name).") }
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
    let values = method.parameters.prefix(method.positionalCount)
    for field in values {
      var word = field.placeholder
      if case .array = field.type.core { word += " …" }
      words.append(field.isRequired && field.commandLineDefault == nil ? word : "[\(word)]")
    }
    if method.parameters.count > values.count { words.append("[key=value …]") }
    if method.parameter("whenPrompted") != nil { words.append("[--wait[=SECONDS]]") }
    return words.joined(separator: " ")
  }

  /// A row for each parameter, and for each member that a dotted name can give.
  private static func parameterRows(_ fields: [Field], prefix: String) -> [(name: String, text: String)] {
    fields.flatMap { field in
      let name = prefix + field.name
      if case .named("StatePatch", _) = field.type {
        return [("\(name).FIELD", "any parameter of setState, such as \(name).biometryType=touchID")]
      }
      var text = terminal(field.summary)
      if field.type.members == nil { text += " (\(field.type.wording))" }
      if let value = field.commandLineDefault {
        text += " [\(value) unless given]"
      } else if field.isRequired, prefix.isEmpty {
        text += " [required]"
      }
      return [(name, text)] + parameterRows(field.type.members ?? [], prefix: name + ".")
    }
  }

  private static func prose(_ text: String) -> String { Columns.paragraph(terminal(text)) }

  /// The table marks names as Markdown does.
  private static func terminal(_ text: String) -> String { text.replacing("`", with: "'") }
}
