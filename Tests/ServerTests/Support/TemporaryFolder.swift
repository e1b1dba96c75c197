import Foundation

/// A folder of a test's own, gone with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    // Short, for a socket's path has to fit into 107 bytes.
    path = "/tmp/dst-\(UUID().uuidString.prefix(13))"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in it.
  func file(_ name: String) -> String { "\(path)/\(name)" }
}
