/// Notices that files change: by their status, which every system and every file system has, also for files that
/// an editor replaces, and for those that do not exist yet.
package final class FileWatch {
  /// How often it looks, in seconds.
  private static let interval = 0.1

  private var files: [String: FileStatus?] = [:]

  /// Begins without files.
  package init() {}

  /// How many files it watches.
  package var count: Int { files.count }

  /// Watches a file from now on; call it before the file is read.
  package func add(_ path: String) {
    if files[path] == nil { files[path] = .some(Self.status(of: path)) }
  }

  /// The files that are not as they were when they were added.
  package var changed: [String] {
    files.filter { Self.status(of: $0.key) != $0.value }.map(\.key).sorted()
  }

  /// Waits until files have changed, and then until no more changes come.
  ///
  /// - Parameter output: where the results go.
  /// - Returns: what has changed; nothing when nobody reads the output any more.
  package func wait(whileReading output: FileDescriptor) throws(SystemError) -> [String] {
    var former: [String: FileStatus?]?
    while true {
      let readiness = try output.wait(for: .none, until: .after(seconds: Self.interval))
      if readiness.contains(.hungUp) { return [] }
      let changed = changed
      guard !changed.isEmpty else { continue }
      let now = files.reduce(into: [:]) { $0[$1.key] = .some(Self.status(of: $1.key)) }
      if now == former { return changed }
      former = now
    }
  }

  /// A file that cannot be looked at is like one that does not exist.
  private static func status(of path: String) -> FileStatus? {
    (try? FileSystem.status(of: path, followingLinks: true)) ?? nil
  }
}
