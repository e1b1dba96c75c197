import Platform

/// What the tool prints.
enum Output {
  /// Prints a text and a line's end on standard output. A reader that is gone wants no more of it, and
  /// that is no error: `devicesim getEvents | head -1`.
  ///
  /// - Returns: whether anybody still reads.
  @discardableResult
  static func line(_ text: String) throws(ToolError) -> Bool {
    try bytes(Array(text.utf8) + [UInt8(ascii: "\n")])
  }

  /// The same for bytes that are complete.
  @discardableResult
  static func bytes(_ bytes: [UInt8]) throws(ToolError) -> Bool {
    do {
      try FileDescriptor.standardOutput.writeAll(bytes)
      return true
    } catch let error where error.isDisconnected {
      return false
    } catch {
      throw ToolError(.refused, "cannot write the output: \(error.reason)")
    }
  }

  /// Prints a line on standard error, where nobody can be told that it failed.
  static func complaint(_ text: String) {
    do { try FileDescriptor.standardError.writeAll(text + "\n") } catch { return }
  }
}
