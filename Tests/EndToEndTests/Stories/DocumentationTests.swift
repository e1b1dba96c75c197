import Foundation
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
    let outcome = try sandbox.run("devicesim start --detach && python3 '\(sandbox.folder)/example.py'")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.lines == [sandbox.socket] + printed)
  }

  @Test("README.md names every command that the help lists, and the other way round")
  func commands() throws {
    let help = try Sandbox().run("devicesim help").lines
    let listed = help.filter { $0.hasPrefix("  ") && !$0.hasPrefix("  -") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(listed.contains("matchingFace") && listed.contains("exec"))

    let page = try Self.page("README.md")
    let start = try #require(page.range(of: "## Commands\n"))
    let end = try #require(page[start.upperBound...].range(of: "\nOptions,"))
    let named = page[start.upperBound..<end.lowerBound].split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| what for") }
      .flatMap { $0.matches(of: /`([A-Za-z.]+)/).map { String($0.output.1) } }
    #expect(Set(named) == Set(listed))
  }

  private static func page(_ name: String) throws -> String {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    return try String(contentsOf: root.appending(path: name), encoding: .utf8)
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
