import CommandLineTool
import Manual
import Schema
import Testing
import WireProtocol

@Suite("Manual pages")
struct ManualTests {
  @Test("devicesim(1) has every option, command and method with its summary, and every exit status")
  func commandLine() {
    let text = Self.plain(Manual.devicesim.text)
    #expect(text.hasPrefix(".TH \"devicesim\" \"1\" \"\" \"devicesim \(Product.version)\"\n"))
    for option in Invocation.generalOptions { #expect(text.contains(option.summary), "\(option.name)") }
    for command in Command.allCases {
      #expect(text.contains(".SS \"\(command.rawValue)"), "\(command)")
      #expect(text.contains(command.summary), "\(command)")
    }
    for method in MethodTable.all { #expect(text.contains("\n\\fB\(method.name)"), "\(method.name)") }
    for status in 0...5 { #expect(text.contains("\n\\fB\(status)\\fR\n"), "\(status)") }
  }

  @Test("devicesim-scenario(5) has the grammar of 'help run', every field of a device and every event")
  func scenarios() throws {
    let text = Self.plain(Manual.scenario.text)
    for line in Command.run.details.split(separator: "\n") where line.hasPrefix("  ") {
      #expect(text.contains("\n\(line.dropFirst(2))\n"), "\(line)")
    }
    for field in try #require(MethodTable.find("setState")).parameters {
      #expect(text.contains("\n\\fB\(field.name)"), "\(field.name)")
    }
    for kind in EventKind.logged { #expect(text.contains("\n\\fB\(kind.rawValue)\\fR\n"), "\(kind)") }
  }

  @Test("devicesim-protocol(7) has every method with its parameters, every event and every error")
  func wire() {
    let text = Self.plain(Manual.wire.text)
    for method in MethodTable.all {
      #expect(text.contains("\n.SS \"\(method.name)\"\n"), "\(method.name)")
      for parameter in method.parameters {
        #expect(text.contains("\n\\fB\(parameter.name)"), "\(parameter.name)")
      }
    }
    for kind in EventKind.allCases { #expect(text.contains("\n\\fB\(kind.rawValue)\\fR\n"), "\(kind)") }
    for error in ErrorRegistry.all { #expect(text.contains("\n\\fB\(error.name) (\(error.code))\\fR\n")) }
  }

  @Test("a text is shown as it is, whatever it begins with, and the page is ASCII")
  func escapes() {
    var page = ManualPage("x-y", section: 1, source: "x 1", summary: "Does it.")
    page.paragraph(".SH is 'no' heading, \\n no line end, \"a--b\" … ~^`")
    page.item("-o", "")
    #expect(
      page.text.hasSuffix(
        """
        .SH NAME
        x\\-y \\- Does it
        .PP
        \\&.SH is \\(aqno\\(aq heading, \\en no line end, \\(dqa\\-\\-b\\(dq \\[u2026] \\(ti\\(ha\\(ga
        .TP
        \\fB\\-o\\fR
        \\[u00A0]

        """))
    for manual in Manual.allCases { #expect(manual.text.utf8.max() ?? 0 < 0x80, "\(manual)") }
  }

  /// A page without its escapes.
  private static func plain(_ text: String) -> String {
    [
      ("\\-", "-"), ("\\(aq", "'"), ("\\(dq", "\""), ("\\(ti", "~"), ("\\(ha", "^"), ("\\[u2026]", "…"),
      ("\\&", ""),
    ]
    .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
