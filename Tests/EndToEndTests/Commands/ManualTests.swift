import TestSupport
import Testing

@Suite("Manual pages, as man(1) shows them")
struct ManualPageTests {
  @Test(
    "man shows each page without a warning",
    .enabled(
      if: InstalledPrograms.has("man") && InstalledPrograms.has("groff"), "there is no man with groff"),
    arguments: [
      ("devicesim help --man devicesim", "DEVICESIM(1)"),
      ("devicesim help --man devicesim-scenario", "DEVICESIM-SCENARIO(5)"),
      ("devicesim help --man devicesim-protocol", "DEVICESIM-PROTOCOL(7)"),
      ("devicesimd --man", "DEVICESIMD(8)"),
    ])
  func pages(_ command: String, _ title: String) throws {
    let outcome = try Sandbox().run(
      """
      \(command) >"$HOME/page" && MANROFFOPT= MANWIDTH=100 LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l "$HOME/page"
      """)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.lines.contains { $0.uppercased().hasPrefix(title) }, "\(outcome.lines.prefix(3))")
    #expect(outcome.lines.contains("NAME"))
  }

  @Test("an unknown page is wrong usage that names the pages")
  func unknown() throws {
    let outcome = try Sandbox().run("devicesim help --man ls")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains("devicesim, devicesim-scenario, devicesim-protocol, and devicesimd --man"))
  }
}
