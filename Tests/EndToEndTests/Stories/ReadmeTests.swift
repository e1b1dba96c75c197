import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
  @Test("its shell example runs as it stands and prints what it says")
  func shell() throws {
    let readme = URL(filePath: #filePath).appending(path: "../../../../README.md").standardizedFileURL
    let text = try String(contentsOf: readme, encoding: .utf8)
    let section = try #require(text.range(of: "## A test in a shell\n"))
    let opening = try #require(text[section.upperBound...].range(of: "```sh\n"))
    let closing = try #require(text[opening.upperBound...].range(of: "```"))
    let example = text[opening.upperBound..<closing.lowerBound]

    let sandbox = try Sandbox()
    let outcome = try sandbox.run("cd \"$HOME\"; set -e\n\(example)")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.lines.first == sandbox.socket)
    for line in ["login", "tryAgain,cancel", "success: biometry"] { #expect(outcome.lines.contains(line)) }
  }
}
