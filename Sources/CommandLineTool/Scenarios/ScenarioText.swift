import Platform
package import Presentation

extension Scenario {
  /// Returns the text of the file at a path.
  package typealias TextOfFile = (_ path: String) throws(ToolError) -> String

  /// Returns the text of a file.
  package static func text(of file: String) throws(ToolError) -> String {
    let bytes = Result { () throws(SystemError) in try FileSystem.read(file) }
    return try text(bytes, of: file)
  }

  /// Checks what was read from a file.
  static func text(_ bytes: Result<[UInt8], SystemError>, of file: String) throws(ToolError) -> String {
    switch bytes {
    case .failure(let error): throw .usage("cannot read the scenario '\(file)': \(error.reason)")
    case .success(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .usage("the scenario '\(file)' is not UTF-8 text")
      }
      return text
    }
  }
}
