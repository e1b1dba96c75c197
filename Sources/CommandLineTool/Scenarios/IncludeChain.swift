import Platform
import Presentation

/// The files that are open while a scenario is read: the scenario, a file that it includes, one that this
/// includes, and so on.
struct IncludeChain {
  /// How deep files may include others, and how many a scenario may include. Nobody's story needs more, and a
  /// mistake must not read for ever.
  static let deepest = 16
  static let most = 1000

  /// The names of the open files, as the lines that include them give them.
  private var files: [String]
  private var count = 0

  init(_ file: String) { files = [file] }

  /// The file that is being read.
  var current: String { files[files.count - 1] }

  /// The folder of that file, in which the paths that it names begin.
  var folder: String { Path.directory(of: current) }

  /// Opens a file and returns its path. A relative one begins in the folder of the file that includes it.
  mutating func open(_ name: String) throws(ToolError) -> String {
    let path = Path.path(of: name, in: folder)
    let chain = (files + [path]).map(PlainText.oneLine).joined(separator: " includes ")
    guard !files.contains(where: { Self.plain($0) == Self.plain(path) }) else {
      throw .usage("a file cannot include itself: \(chain)")
    }
    guard files.count <= Self.deepest else {
      throw .usage("files include each other more than \(Self.deepest) deep: \(chain)")
    }
    count += 1
    guard count <= Self.most else { throw .usage("a scenario can include \(Self.most) files, not more") }
    files.append(path)
    return path
  }

  /// Closes the file that is being read.
  mutating func close() { files.removeLast() }

  /// A path without the parts that lead nowhere. Two names of one file that this does not see, by links, end at
  /// the greatest depth.
  private static func plain(_ path: String) -> [Substring] {
    var parts: [Substring] = path.hasPrefix("/") ? [""] : []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != "..", !last.isEmpty {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return parts
  }
}
