import Platform

/// Standard output and standard error.
package enum Output {
  /// Prints a line on standard output. It is no error when the reader is gone, as with `… | head -1`.
  ///
  /// - Returns: whether somebody still reads.
  @discardableResult
  package static func line(_ text: String) throws(ToolError) -> Bool {
    try bytes(Array(text.utf8) + [UInt8(ascii: "\n")])
  }

  /// Prints bytes as they are.
  @discardableResult
  package static func bytes(_ bytes: [UInt8]) throws(ToolError) -> Bool {
    do {
      try FileDescriptor.standardOutput.writeAll(bytes)
      return true
    } catch let error where error.isDisconnected {
      return false
    } catch {
      throw ToolError(.refused, "cannot write the output: \(error.reason)")
    }
  }

  /// Prints a line on standard error; nobody can be told when that fails.
  package static func complaint(_ text: String) {
    do { try FileDescriptor.standardError.writeAll(text + "\n") } catch { return }
  }

  /// Prints an error; one of the command line names the program.
  package static func complaint(_ error: ToolError) {
    let message = PlainText.oneLine(error.message)
    complaint(error.status == .usage ? "devicesim: \(message)" : message)
  }
}
