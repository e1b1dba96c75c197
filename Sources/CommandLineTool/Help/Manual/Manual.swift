import Manual
import Presentation
import WireProtocol

/// The pages for man(1) that `devicesim help --man` prints, made from what the help is made from. The page of the
/// daemon is the daemon's own: `devicesimd --man`.
package enum Manual: String, CaseIterable, Sendable {
  case devicesim
  case scenario = "devicesim-scenario"
  case wire = "devicesim-protocol"

  /// The page as man(1) reads it.
  package var text: String {
    switch self {
    case .devicesim: Self.commandLine.text
    case .scenario: Self.scenarios.text
    case .wire: Self.protocolPage.text
    }
  }

  /// The start of a page.
  static func page(_ manual: Manual, section: Int, _ summary: String) -> ManualPage {
    ManualPage(
      manual.rawValue, section: section, source: "\(Product.name) \(Product.version)", summary: summary)
  }

  /// The page of a name.
  static func page(named name: String) throws(ToolError) -> Manual {
    guard let manual = Manual(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("there is no page '\(name)'; the pages are \(names), and devicesimd --man prints its own")
    }
    return manual
  }
}

extension ManualPage {
  /// Rows of the help.
  mutating func items(_ rows: [(name: String, text: String)]) {
    for row in rows { item(row.name, row.text) }
  }

  /// The other pages.
  mutating func seeAlso(_ pages: [String]) {
    section("See also")
    paragraph(pages.joined(separator: ", "))
  }
}
