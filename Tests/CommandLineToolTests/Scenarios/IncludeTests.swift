import CommandLineTool
import Presentation
import Testing

@Suite("Included files of scenarios")
struct IncludeTests {
  /// The complaints about the scenario `main` among files.
  private func complaints(_ files: [String: String], main: String = "main") -> [String] {
    let result = Scenario.parse(files[main] ?? "", file: main) { path throws(ToolError) in
      guard let text = files[path] else { throw .usage("cannot read the scenario '\(path)'") }
      return text
    }
    guard case .failure(let errors) = result else { return [] }
    return errors.lines
  }

  @Test("the lines of an included file stand where the line stands, the header, names and values too")
  func accepted() {
    #expect(
      complaints([
        "main": "include phone\nrepeat 2 {\ninclude login\n}\nlogin => biometry\nping $ctx",
        "phone": "device touchID\nlet ctx = createContext",
        "login": "# the app\nlogin: evaluatePolicy context=$ctx",
      ]).map { String($0.prefix(7)) } == ["main:6:"])
  }

  @Test("a path begins in the folder of the file that includes it")
  func relative() {
    #expect(
      complaints(
        [
          "a/main": "include b/one\ninclude ../two\ninclude /abs/three\nping", "a/b/one": "include other",
          "a/b/other": "ping", "a/../two": "ping", "/abs/three": "include four", "/abs/four": "ping",
        ], main: "a/main") == [])
  }

  @Test("an error names the file and the line where it stands")
  func places() {
    #expect(
      complaints(["main": "ping\ninclude a\npin", "a": "\ninclude b\nwait x", "b": "pin"]).map {
        $0.split(separator: " ").first
      } == ["b:1:", "a:3:", "main:3:"])
    #expect(complaints(["main": "ping\ninclude a"]) == ["main:2: cannot read the scenario 'a'"])
    #expect(complaints(["main": "include"]) == ["main:1: include needs one file: include unlock.steps"])
    #expect(complaints(["main": "include a b"]) == ["main:1: include needs one file: include unlock.steps"])
    #expect(
      complaints(["main": "ping\ninclude a", "a": "device touchID"])
        == ["a:1: 'device' must come before the first step"])
  }

  @Test("a block ends in the file where it begins")
  func blocks() {
    #expect(
      complaints(["main": "repeat 2 {\ninclude a\nping\n}", "a": "ping\n}"]) == ["a:2: this '}' has no '{'"])
    #expect(
      complaints(["main": "include a\nping\n}", "a": "repeat 2 {\nping"])
        == ["a:1: this '{' has no '}'", "main:3: this '}' has no '{'"])
  }

  @Test("files that include themselves are refused, with the chain")
  func cycle() {
    #expect(
      complaints(["main": "include main"]) == [
        "main:1: a file cannot include itself: main includes main"
      ])
    #expect(
      complaints(
        ["x/main": "ping\ninclude a", "x/a": "include ./../x/main"], main: "x/main")
        == ["x/a:1: a file cannot include itself: x/main includes x/a includes x/./../x/main"])
  }

  @Test("files that go too deep, or are too many, are refused")
  func limits() {
    var files = ["main": "include f1"]
    for depth in 1...20 { files["f\(depth)"] = "include f\(depth + 1)" }
    let found = complaints(files)
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        "f16:1: files include each other more than 16 deep: main includes f1 includes f2") == true,
      "\(found)")

    files = ["main": "include f1", "f11": "ping"]
    for depth in 1...10 { files["f\(depth)"] = "include f\(depth + 1)\ninclude f\(depth + 1)" }
    #expect(complaints(files).contains { $0.hasSuffix("a scenario can include 1000 files, not more") })
  }
}
