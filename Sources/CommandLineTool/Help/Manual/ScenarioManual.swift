import Manual
import WireProtocol

extension Manual {
  /// devicesim-scenario(5).
  static var scenarios: ManualPage {
    var page = page(.scenario, section: 5, "stories about a simulated device, a step a line")
    page.section("Synopsis")
    page.lines("devicesim run \(Command.run.usage)")
    page.section("Description")
    page.prose(Command.run.details)
    page.section("Fields of the device")
    page.paragraph("The line 'device' takes the type of the sensor, and any of these as FIELD=VALUE.")
    page.items(
      MethodHelp.parameterRows(MethodTable.find("setState")?.parameters ?? [], prefix: ""))
    page.section("Steps")
    page.paragraph("Any method may be a step; devicesim-protocol(7) explains each.")
    page.items(MethodTable.all.map { (MethodHelp.usage($0), MethodHelp.terminal($0.summary)) })
    page.section("Events")
    page.paragraph("For 'expect event KIND' and 'expect no event KIND', with any members as MEMBER=VALUE.")
    page.items(EventKind.logged.map { ($0.rawValue, $0.summary) })
    page.seeAlso(["devicesim(1)", "devicesim-protocol(7)"])
    return page
  }
}
