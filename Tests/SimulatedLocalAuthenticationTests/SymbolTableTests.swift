import Foundation
import Testing

/// The article about symbols, compared with the declarations of the module.
@Suite struct SymbolTableTests {
  private static let module = URL(filePath: #filePath).appending(
    path: "../../../Sources/SimulatedLocalAuthentication"
  ).standardizedFileURL

  /// What is this package's own, and no name of Apple's.
  private static let own: Set = ["SimulatedDeviceAddress", "DeviceSimulatorError"]

  /// The public names at the top of the files, those for Linux included.
  private static func declared() throws -> Set<String> {
    let declaration =
      /^(?<indent> *)(?:@\w+ )*(?:public|open) (?:final )?(?:let|var|func|class|struct|enum|typealias|protocol) (?<name>\w+)/
      .anchorsMatchLineEndings()
    let files = try #require(FileManager.default.enumerator(at: module, includingPropertiesForKeys: nil))
    var names: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      let depth = text.hasPrefix("#if !canImport(Darwin)") ? 2 : 0
      for match in text.matches(of: declaration) where match.indent.count == depth {
        names.insert(String(match.name))
      }
    }
    return names.subtracting(own)
  }

  /// The names in a table of the article, without those of functions' files.
  private static func listed(_ table: String) throws -> (names: Set<String>, text: Substring) {
    let article = try String(
      contentsOf: module.appending(path: "SimulatedLocalAuthentication.docc/Symbols.md"), encoding: .utf8)
    let start = try #require(article.range(of: "<!-- checked: \(table) -->\n")).upperBound
    let text = article[start...].prefix { $0 != "#" }.split(separator: "\n\n").first ?? ""
    let names = text.matches(of: /`(?<name>\w+)`/).map { String($0.name) }
    #expect(Set(names).count == names.count, "a name is listed twice")
    return (Set(names), text)
  }

  @Test("the article lists what is declared, and nothing else")
  func there() throws {
    let declared = try Self.declared()
    let statuses = declared.filter { $0.hasPrefix("errSec") }
    let (names, text) = try Self.listed("there")
    let listed = names.subtracting(["errSec"])
    #expect(listed.subtracting(declared).sorted() == [])
    #expect(declared.subtracting(statuses).subtracting(listed).sorted() == [])
    #expect(text.contains("all \(statuses.count) names"))
  }

  @Test("what the article says is missing is not declared")
  func missing() throws {
    let names = try Self.listed("missing").names
    #expect(names.count > 20)
    #expect(names.intersection(try Self.declared()).sorted() == [])
  }
}
