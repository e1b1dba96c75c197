import CommandLineTool
import Testing
import WireProtocol

@Suite("Completions")
struct CompletionsTests {
  @Test("every method and command is offered in every shell", arguments: Shell.allCases)
  func names(_ shell: Shell) {
    let words = Set(shell.script.split { " |)'\n\t:".contains($0) }.map(String.init))
    for name in MethodTable.all.map(\.name) + Command.allCases.map(\.rawValue) {
      #expect(words.contains(name), "\(name)")
    }
  }

  @Test(
    "values are offered where they are known, and other parameters with a bare =", arguments: Shell.allCases)
  func words(_ shell: Shell) {
    let script = shell.script
    #expect(script.contains(" policy=owner "))
    #expect(script.contains(" behavior.concurrency=serialize "))
    #expect(script.contains(" behavior.maxFailures= "))
    #expect(script.contains(" where.pane= "))
    #expect(!script.contains(" state="))
  }

  @Test("scripts have no machine's path in them", arguments: Shell.allCases)
  func portable(_ shell: Shell) {
    #expect(!shell.script.contains("/home"))
    #expect(!shell.script.contains("/usr"))
  }
}
