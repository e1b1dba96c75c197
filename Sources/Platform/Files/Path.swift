/// Paths as text.
package enum Path {
  /// What stands before the last slash: `/run/x` of `/run/x/y`, `.` of `y`, `/` of `/y`.
  package static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    let head = path[..<slash]
    return head.isEmpty ? "/" : String(head)
  }

  /// What stands after the last slash.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }
}
