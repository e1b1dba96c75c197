import Platform
import Presentation

/// Where the value that a word gives comes from: the word itself, a file (`@FILE`), or standard input (`-`).
package enum WordSource: Equatable {
  /// The words of a command line.
  case commandLine
  /// Those of a step in a file of this folder, where its paths begin. Standard input is none of its own: it may
  /// have the steps.
  case step(folder: String)
  /// Those inside another value, which are taken as they are.
  case value

  /// The value.
  ///
  /// - Parameters:
  ///   - word: As it was typed; `@@` stands for an `@` at the beginning.
  ///   - name: The parameter, for the messages.
  ///   - isInputRead: Whether standard input was read, which can be done once.
  func text(_ word: String, for name: String, isInputRead: inout Bool) throws(ToolError) -> String {
    if self == .value { return word }
    if word == "-" { return try standardInput(for: name, isRead: &isInputRead) }
    guard word.utf8.first == UInt8(ascii: "@") else { return word }
    let path = String(word.dropFirst())
    if path.utf8.first == UInt8(ascii: "@") { return path }
    guard !path.isEmpty else {
      throw .usage("'@' needs a file: \(name)=@FILE; for the sign itself write \(name)=@@")
    }
    let bytes: [UInt8]
    do { bytes = try FileSystem.read(placed(path)) } catch {
      throw .usage(
        "cannot read \(name) from '\(path)': \(error.reason); for a value that begins with @ write '@\(word)'"
      )
    }
    return try Self.text(bytes, of: "'\(path)'", for: name)
  }

  private func placed(_ path: String) -> String {
    switch self {
    case .step(let folder): Path.path(of: path, in: folder)
    case .commandLine, .value: path
    }
  }

  private func standardInput(for name: String, isRead: inout Bool) throws(ToolError) -> String {
    guard self == .commandLine else {
      throw .usage("\(name) cannot come from standard input in a step; write \(name)=@FILE")
    }
    guard !isRead else { throw .usage("standard input can be read once only; write \(name)=@FILE") }
    isRead = true
    let bytes: [UInt8]
    do { bytes = try FileSystem.readToEnd(.standardInput) } catch {
      throw .usage("cannot read \(name) from standard input: \(error.reason)")
    }
    return try Self.text(bytes, of: "standard input", for: name)
  }

  /// The text without the end of its last line, as `$(…)` gives it.
  private static func text(
    _ bytes: [UInt8], of source: String, for name: String
  ) throws(ToolError) -> String {
    var content = bytes[...]
    if content.last == UInt8(ascii: "\n") { content.removeLast() }
    if content.last == UInt8(ascii: "\r") { content.removeLast() }
    guard let text = String(validating: content, as: UTF8.self) else {
      throw .usage("\(name) must be UTF-8 text, which \(source) is not")
    }
    return text
  }
}
