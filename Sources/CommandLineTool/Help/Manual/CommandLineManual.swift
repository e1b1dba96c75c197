import Manual
import Presentation
import WireProtocol

extension Manual {
  /// devicesim(1).
  static var commandLine: ManualPage {
    var page = page(.devicesim, section: 1, "drives simulated devices with biometry")
    page.section("Synopsis")
    page.lines("devicesim [OPTION …] METHOD [VALUE …] [key=value …]\ndevicesim COMMAND [ARGUMENT …]")
    page.section("Description")
    page.paragraph(Overview.purpose)
    page.paragraph(Overview.values)
    page.section("Options")
    page.paragraph("They may stand anywhere on the line.")
    page.items(Overview.options)
    page.section("Values")
    page.prose(Topic.values.text)
    page.section("Commands")
    for command in Command.allCases {
      page.subsection("\(command.rawValue) \(command.usage)")
      page.paragraph(command.summary)
      page.prose(command.details)
    }
    page.section("Methods")
    page.paragraph("devicesim help METHOD explains one, with an example; devicesim-protocol(7) has them all.")
    for group in Method.Group.allCases {
      let methods = MethodTable.all.filter { $0.group == group }
      guard !methods.isEmpty else { continue }
      page.subsection(group.title)
      page.items(methods.map { (MethodHelp.usage($0), MethodHelp.terminal($0.summary)) })
    }
    page.section("Defaults")
    page.items(Overview.defaults.map { ($0.name, $0.places.joined(separator: ", ")) })
    page.section("Exit status")
    page.items(ExitStatus.meanings.map { ("\($0.status.rawValue)", $0.text) })
    page.seeAlso(["devicesimd(8)", "devicesim-scenario(5)", "devicesim-protocol(7)"])
    return page
  }
}
