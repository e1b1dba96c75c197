import Manual
import WireProtocol

extension DaemonOptions {
  /// devicesimd(8), which `--man` prints.
  static var manual: String {
    var page = ManualPage(
      "devicesimd", section: 8, source: "\(Product.name) \(Product.version)",
      summary: "the daemon of the simulated devices")
    page.section("Synopsis")
    page.lines("devicesimd [OPTION ...]")
    page.section("Description")
    page.paragraph(purpose.replacing("`", with: "'"))
    page.paragraph(
      "It takes a listening socket from systemd, and serves only its own user and root. It writes its log to standard error."
    )
    page.section("Options")
    for row in rows { page.item(row.name, row.text) }
    page.section("Exit status")
    for status in ExitStatus.allCases { page.item("\(status.rawValue)", status.meaning) }
    page.section("See also")
    page.paragraph("devicesim(1), devicesim-protocol(7)")
    return page.text
  }
}
