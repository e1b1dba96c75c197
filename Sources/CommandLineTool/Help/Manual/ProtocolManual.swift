import Manual
import Schema
import WireProtocol

extension Manual {
  /// devicesim-protocol(7).
  static var protocolPage: ManualPage {
    var page = page(.wire, section: 7, "how programs drive simulated devices")
    page.section("Description")
    page.paragraph(OpenRPCDocument.purpose)
    page.paragraph("The request rpc.discover returns all of this page for programs, as an OpenRPC document.")
    page.section("Methods")
    for method in MethodTable.all {
      page.subsection(method.name)
      page.paragraph(MethodHelp.terminal(method.summary))
      if let name = method.aliasOf { page.paragraph("The same as \(name).") }
      if !method.details.isEmpty { page.paragraph(MethodHelp.terminal(method.details)) }
      page.items(MethodHelp.parameterRows(method.parameters, prefix: ""))
      page.list("Result", method.result.map(\.name))
      page.list("Errors", method.errors)
    }
    page.section("Events")
    page.paragraph("Every event has \(EventKind.commonMembers.map(\.name).joined(separator: ", ")).")
    for kind in EventKind.allCases {
      page.item(kind.rawValue, MethodHelp.terminal(kind.summary))
      page.list("Members", kind.members.map(\.name))
    }
    page.section("Errors")
    page.paragraph("Any request may meet \(ErrorRegistry.common.joined(separator: ", ")).")
    for domain in ErrorDomain.allCases {
      page.subsection(domain.rawValue)
      page.items(
        ErrorRegistry.all.filter { $0.domain == domain }
          .map { ("\($0.name) (\($0.code))", MethodHelp.terminal($0.summary)) })
    }
    page.seeAlso(["devicesim(1)", "devicesimd(8)", "devicesim-scenario(5)"])
    return page
  }
}

extension ManualPage {
  /// A line of names, unless there are none.
  fileprivate mutating func list(_ title: String, _ names: [String]) {
    if !names.isEmpty { paragraph("\(title): \(names.joined(separator: ", "))") }
  }
}
