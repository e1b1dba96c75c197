import Foundation
import Testing

/// The rulebook, `Sources/DeviceModel/README.md`, as tests read it.
enum Rulebook {
  /// Whether the generated regions are written instead of compared.
  static let isWriting = ProcessInfo.processInfo.environment["DEVICESIM_WRITE_DOCUMENTS"] == "1"

  /// The folder of the package.
  static let package = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

  private static let url = package.appending(path: "Sources/DeviceModel/README.md")

  static func text() throws -> String { try String(contentsOf: url, encoding: .utf8) }

  /// The rows of the table below a `checked` line, without its head.
  static func rows(of table: String, columns: Int) throws -> [[String]] {
    let text = try text()
    let start = try #require(text.range(of: "<!-- checked: \(table) -->\n"), "no table \(table)").upperBound
    let lines = text[start...].split(separator: "\n", omittingEmptySubsequences: false)
    let rows = lines.prefix { $0.hasPrefix("|") }.dropFirst(2).map { line in
      line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    try #require(!rows.isEmpty, "the table \(table) is empty")
    for row in rows { try #require(row.count == columns, "\(table): \(row)") }
    return rows
  }

  /// Compares a generated region with what it must hold, or writes it.
  static func compare(_ region: String, with table: String) throws {
    let text = try text()
    let start = try #require(text.range(of: "<!-- \(region):begin -->\n"), "no region \(region)").upperBound
    let end = try #require(text.range(of: "<!-- \(region):end -->"), "no end of \(region)").lowerBound
    if isWriting {
      try Data((text[..<start] + table + text[end...]).utf8).write(to: url)
    } else {
      #expect(text[start..<end] == table, "stale: DEVICESIM_WRITE_DOCUMENTS=1 swift test --filter Rulebook")
    }
  }

  /// The rulebook without its generated regions.
  static func prose() throws -> String {
    try text().replacing(/<!-- (\w+):begin -->(?s:.*?)<!-- \1:end -->/, with: "")
  }

  /// The rules of sections 1 to 7 that are items of a list.
  static func rules() throws -> [String] {
    let text = try text()
    let start = try #require(text.range(of: "\n## 1. ")).lowerBound
    let end = try #require(text.range(of: "\n## 8. ")).lowerBound
    return text[start..<end].matches(of: /(?m)^- .*(?:\n  .*)*/).map { String($0.output) }
  }

  /// Every Swift file of the tests with its path in the package.
  static func testSources() throws -> [(path: String, text: String)] {
    let folder = package.appending(path: "Tests")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .filter { !$0.path.contains("/.build/") }
      .map { ($0.path, try String(contentsOf: $0, encoding: .utf8)) }
  }
}

extension String {
  /// The words of a cell that stand in back quotes.
  var quoted: [String] { matches(of: /`([^`]*)`/).map { String($0.output.1) } }

  /// The parts of a cell between commas.
  var parts: [String] { split(separator: ", ").map(String.init) }
}
