import JSON
import Schema
package import WireProtocol

/// The example request of a method as a command line, with what it prints.
package struct MethodExample {
  /// The words after `devicesim`, quoted for a shell where they have to be.
  package var commandLine: String
  /// The same words without quotes.
  package var words: [String]
  package var output: String

  /// Takes both from the table's example.
  package init(_ method: Method) {
    let values = method.parameters.prefix(method.positionalCount).map(\.name)
    let parameters = try? withJSON(Array(method.example.parameters.utf8)) {
      Self.words($0, of: method, values: values)
    }
    let words = [method.name] + (parameters ?? [])
    let output = try? withJSON(Array(method.example.result.utf8)) { result in
      ResultRendering(of: method, device: words.dropFirst().first).text(result)
    }
    self.words = words
    commandLine = words.map(Self.quoted).joined(separator: " ")
    self.output = output ?? ""
  }

  private static func words(_ parameters: JSONNode, of method: Method, values: [String]) -> [String] {
    // A value in front of a missing one would be taken for that.
    let given = values.prefix { parameters[$0] != nil }
    var words = given.flatMap { name in parameters[name].map(bareWords) ?? [] }
    for (key, value) in parameters.members {
      let name = key.string ?? ""
      if given.contains(name) { continue }
      if let field = method.parameter(name), field.isSecret, case .anyObject = field.type.core {
        // A whole device: its parts mean nothing by themselves.
        words.append("\(name):=\(String(decoding: value.raw, as: UTF8.self))")
        continue
      }
      Flattening.forEachLeaf(of: value) { path, leaf in
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
