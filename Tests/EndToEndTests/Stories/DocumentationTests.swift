import Foundation
import Platform
import TestSupport
import Testing

@Suite("The examples of the documentation")
struct DocumentationTests {
  @Test("the shell example of README.md runs as it stands and prints what it says")
  func shell() throws {
    let example = try Self.example("sh", of: "README.md", below: "## A test in a shell\n")
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("cd \"$HOME\"; set -e\n\(example)")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.lines.first == sandbox.socket)
    for line in ["login", "tryAgain,cancel", "success: biometry"] { #expect(outcome.lines.contains(line)) }
  }

  @Test(
    "README.md installs the executables, typed from its top its first test finds them, and they are removed again"
  )
  func install() throws {
    let sandbox = try Sandbox()
    let first = try Self.example("sh", of: "README.md", below: "## A test in a shell\n")
    let example = try Self.example("sh", of: "README.md", below: "## Install\n")
      .replacing("Scripts/install ", with: "Scripts/install --prefix \"$HOME/.local\" ")
    let root = Self.root.path
    let path = try #require(Environment.get("PATH"))
    let outcome = try sandbox.run(
      """
      set -e; cd '\(root)'
      \(example)
      [ "$(command -v devicesim)" = "$HOME/.local/bin/devicesim" ]
      (cd "$HOME"; unset DEVICESIM_BIN; PATH='\(path)'; \(first))
      devicesim stop
      Scripts/uninstall --prefix "$HOME/.local"
      """, environment: [("DEVICESIM_BIN", Sandbox.programs), ("PATH", path)])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.lines.contains { $0.hasPrefix("devicesim ") })
    #expect(outcome.lines.contains("success: biometry"))
    #expect(outcome.lines.last == "removed from \(sandbox.folder)/.local")
  }

  @Test(
    "a Python example runs as it stands and prints what the page says",
    .enabled(if: InstalledPrograms.has("python3"), "there is no python3"),
    arguments: [
      ("README.md", ["biometry"]),
      ("Protocol/README.md", ["['cancel']", "pending", "succeeded", "biometry"]),
    ])
  func python(page: String, printed: [String]) throws {
    let example = try Self.example("python", of: page)
    let sandbox = try Sandbox()
    try example.write(toFile: "\(sandbox.folder)/example.py", atomically: true, encoding: .utf8)
    let clients = Self.root.appending(path: "Protocol/clients").path
    let outcome = try sandbox.run(
      "devicesim start --detach && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='\(clients)' "
        + "python3 '\(sandbox.folder)/example.py'")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.lines == [sandbox.socket] + printed)
  }

  @Test(
    "the Node example of README.md runs as it stands and prints what it says",
    .enabled(if: InstalledPrograms.has("node"), "there is no node"))
  func node() throws {
    let example = try Self.example("js", of: "README.md")
    let sandbox = try Sandbox()
    try example.write(toFile: "\(sandbox.folder)/example.mjs", atomically: true, encoding: .utf8)
    let client = Self.root.appending(path: "Protocol/clients/devicesim.mjs").path
    let outcome = try sandbox.run(
      "cp '\(client)' '\(sandbox.folder)' && devicesim start --detach && node '\(sandbox.folder)/example.mjs'"
    )
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.lines == [sandbox.socket, "biometry"])
  }

  @Test("the table of commands names every command that the help lists, and the other way round")
  func commands() throws {
    let help = try Sandbox().run("devicesim help").lines
    let listed = help.filter { $0.hasPrefix("  ") && !$0.hasPrefix("  -") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(listed.contains("matchingFace") && listed.contains("exec"))

    let page = try Self.page("Sources/devicesim/README.md")
    let start = try #require(page.range(of: "| for | commands |\n"))
    let end = try #require(page[start.upperBound...].range(of: "\n\n"))
    let named = page[start.upperBound..<end.lowerBound].split(separator: "\n")
      .flatMap { $0.matches(of: /`([A-Za-z.]+)/).map { String($0.output.1) } }
    #expect(Set(named) == Set(listed))
  }

  @Test("README.md is short, says what is tested, and leaves the licence to the owner")
  func readme() throws {
    let page = try Self.page("README.md")
    #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 170)
    #expect(page.contains("No licence is chosen yet; that is for the owner to decide.\n"))
    #expect(page.contains("Built and tested on Linux (x86-64)"))
    let scenarios = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: "Scripts/scenarios").path)
    #expect(page.contains("holds \(scenarios.count { $0.hasSuffix(".scenario") }) stories"))
  }

  @Test("the exit statuses of README.md are those that the help lists")
  func exitStatuses() throws {
    let help = try Sandbox().run("devicesim help").output
    let listed = help[try #require(help.range(of: "EXIT STATUS\n")).upperBound...]
      .split { " \n".contains($0) }
    let table = try Self.page("README.md").replacing("`", with: "'").matches(of: /(?m)^\| \d+ \|.*$/)
      .flatMap { $0.output.split { " |".contains($0) } }
    #expect(!table.isEmpty && table == listed)
  }

  @Test("every link of a document to a file or a heading leads somewhere")
  func links() throws {
    let documents = try Self.documents()
    #expect(documents.count > 10)
    for (path, text) in documents {
      let folder = URL(filePath: path, relativeTo: Self.root).deletingLastPathComponent()
      for match in text.matches(of: /\]\(([^)\s]+)\)/) where !match.output.1.contains("://") {
        let parts = match.output.1.split(
          separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target =
          parts[0].isEmpty
          ? URL(filePath: path, relativeTo: Self.root) : folder.appending(path: String(parts[0]))
        let isThere = FileManager.default.fileExists(atPath: target.standardizedFileURL.path)
        #expect(isThere, "\(path): \(match.output.1)")
        guard isThere, let anchor = parts.dropFirst().first else { continue }
        let headings = try String(contentsOf: target, encoding: .utf8).matches(of: /(?m)^#+ (.+)$/)
        #expect(
          headings.contains { Self.anchor($0.output.1) == anchor }, "\(path): no heading #\(anchor)")
      }
    }
  }

  /// How a heading is linked to.
  private static func anchor(_ heading: Substring) -> String {
    String(heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" })
      .replacing(" ", with: "-")
  }

  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

  private static func page(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
  }

  /// Every Markdown file of the repository, by its path.
  private static func documents() throws -> [(path: String, text: String)] {
    let files = try #require(FileManager.default.enumerator(atPath: root.path))
    var documents: [(path: String, text: String)] = []
    for case let path as String in files {
      if path.hasSuffix(".build") || path == ".git" { files.skipDescendants() }
      if path.hasSuffix(".md") { documents.append((path, try page(path))) }
    }
    return documents
  }

  /// The first block in a language, below a heading if one is given.
  private static func example(
    _ language: String, of name: String, below heading: String = ""
  ) throws -> String {
    let page = try page(name)
    let section = heading.isEmpty ? page[...] : page[try #require(page.range(of: heading)).upperBound...]
    let opening = try #require(section.range(of: "```\(language)\n"))
    let closing = try #require(section[opening.upperBound...].range(of: "```"))
    return String(section[opening.upperBound..<closing.lowerBound])
  }
}
