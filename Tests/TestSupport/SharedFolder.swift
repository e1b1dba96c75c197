package import Foundation

/// The folder of shared test data, which stands next to the package and need not be there.
package enum SharedFolder {
  /// Where it is; `nil`: tests that need it are skipped.
  package static let url: URL? = {
    let path =
      ProcessInfo.processInfo.environment["DEVICESIM_SHARED"]
      ?? URL(filePath: #filePath).appending(path: "../../../../shared").standardizedFileURL.path
    return FileManager.default.fileExists(atPath: path) ? URL(filePath: path) : nil
  }()

  /// The names of the files in one of its folders, sorted; none if it is not there.
  package static func files(in folder: String) -> [String] {
    guard let url else { return [] }
    let names = try? FileManager.default.contentsOfDirectory(atPath: url.appending(path: folder).path)
    return (names ?? []).sorted()
  }

  /// The content of one of its files.
  package static func bytes(_ path: String) throws -> [UInt8] {
    guard let url else { throw CocoaError(.fileNoSuchFile) }
    return [UInt8](try Data(contentsOf: url.appending(path: path)))
  }
}
