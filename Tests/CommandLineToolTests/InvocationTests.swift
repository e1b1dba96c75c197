import CommandLineTool
import Presentation
import Testing

@Suite("The general options")
struct InvocationTests {
  @Test(
    "options may stand anywhere, with their value in the same word or the next",
    arguments: [
      "--socket /s --device phone --json matchingFace face-1 --wait=3",
      "matchingFace --socket=/s face-1 --device=phone --wait=3 --json",
      "matchingFace face-1 --json --wait=3 --device phone --socket /s",
    ])
  func anywhere(_ line: String) throws {
    let invocation = try Invocation(parsing: split(line))
    #expect(invocation.name == "matchingFace")
    #expect(invocation.words == [.plain("face-1")])
    #expect(invocation.options.socket == "/s")
    #expect(invocation.options.device == "phone")
    #expect(invocation.options.isJSON)
    #expect(invocation.options.wait == .seconds("3"))
  }

  @Test("every word after -- is a value")
  func endOfOptions() throws {
    let invocation = try Invocation(parsing: ["setPasscode", "--", "--json"])
    #expect(invocation.words == [.literal("--json")])
    #expect(!invocation.options.isJSON)
    #expect(try Invocation(parsing: ["--", "ping"]).name == "ping")
  }

  @Test("a negative number is a value and no option", arguments: ["-1", "-0.5", "-1e3"])
  func negativeNumber(_ number: String) throws {
    #expect(try Invocation(parsing: ["advanceClock", number]).words == [.plain(number)])
  }

  @Test("the words of exec's command are its own, with or without --")
  func execWords() throws {
    let words: [Invocation.Word] = [
      .plain("biometryType=touchID"), .literal("env"), .literal("--json"), .literal("A=b"),
    ]
    for line in ["exec biometryType=touchID env --json A=b", "exec biometryType=touchID -- env --json A=b"] {
      let invocation = try Invocation(parsing: split(line))
      #expect(invocation.words == words)
      #expect(!invocation.options.isJSON)
    }
  }

  @Test("a later option of the same name wins")
  func lastWins() throws {
    #expect(try Invocation(parsing: split("ping --socket /a --socket=/b")).options.socket == "/b")
  }

  @Test("-h and --help ask for help; no name is no error yet")
  func help() throws {
    #expect(try Invocation(parsing: ["-h"]).options.wantsHelp)
    #expect(try Invocation(parsing: ["ping", "--help"]).options.wantsHelp)
    for word in ["--version", "-V"] { #expect(try Invocation(parsing: [word]).options.wantsVersion) }
    #expect(try Invocation(parsing: []).name == nil)
  }

  @Test(
    "an option with a missing or needless value is refused",
    arguments: [
      ("ping --socket", "--socket needs a value: --socket PATH"),
      ("ping --socket=", "--socket needs a value: --socket PATH"),
      ("ping --device", "--device needs a value: --device NAME"),
      ("ping --json=true", "--json takes no value"),
      ("--help=ping", "--help takes no value"),
      ("--version=1", "--version takes no value"),
      ("matchingFace --wait 5", "write '--wait=5' in one word"),
    ])
  func wrongValues(_ line: String, _ message: String) {
    #expect(throws: ToolError.usage(message)) { try Invocation(parsing: split(line)) }
  }
}

@Suite("Words that name a parameter")
struct AssignmentTests {
  @Test("the first = divides the key from the value")
  func plain() {
    #expect(Assignment("passcode=a=b") == .some(assignment("passcode", "a=b")))
    #expect(Assignment("a.b.c=") == .some(assignment("a.b.c", "")))
  }

  @Test(":= gives raw JSON")
  func raw() {
    #expect(Assignment("behavior:={}") == .some(assignment("behavior", "{}", isRaw: true)))
  }

  @Test(
    "a sentence with a = in it is a value", arguments: ["Sign in = ok", "=", "=a", ":=1", "é=1", "plain"])
  func value(_ word: String) {
    #expect(Assignment(word) == nil)
  }

  private func assignment(_ key: String, _ value: String, isRaw: Bool = false) -> Assignment? {
    guard var result = Assignment("x=") else { return nil }
    (result.key, result.value, result.isRaw) = (key, value, isRaw)
    return result
  }
}
