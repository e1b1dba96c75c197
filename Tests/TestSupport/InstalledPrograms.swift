import Foundation

/// Programs that some tests look through, and that need not be there.
package enum InstalledPrograms {
  /// Whether one is in the search path.
  package static func has(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }
}
