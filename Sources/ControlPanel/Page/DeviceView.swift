import JSON
import LiveView
import Presentation

/// A device as a page shows it: all of its texts are made here, and the page only puts them where they belong.
enum DeviceView {
  /// The message for the pages that show this device.
  static func message(_ state: JSONNode, of device: String) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("device", device)
      writer.key("facts")
      write(LiveScreen.facts(of: state) + [("screen", screen(state))], into: &writer)
      writer.key("phone")
      write(PhoneControls(state), into: &writer)
      writer.key("fields")
      StateForm.write(state, into: &writer)
    }
  }

  /// The same for a device that there is not.
  static func message(_ error: String, of device: String) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("device", device)
      writer.member("error", error)
    }
  }

  private static func screen(_ state: JSONNode) -> StyledLine {
    if state["deviceLocked"]?.bool == true { return StyledLine("locked", .warning) }
    return StyledLine("unlocked", .good)
  }

  private static func write(_ facts: [(name: String, line: StyledLine)], into writer: inout JSONWriter) {
    writer.beginArray()
    for fact in facts {
      writer.beginObject()
      writer.member("name", fact.name)
      writer.key("pieces")
      writer.beginArray()
      for span in fact.line.spans {
        writer.beginObject()
        writer.member("text", span.text)
        writer.member("style", style(span.style))
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
  }

  /// The class of a piece of a line.
  private static func style(_ style: StyledLine.Style) -> String {
    switch style {
    case .plain, .strong, .title, .key: "text"
    case .faint: Colour.faint.rawValue
    case .good: Colour.good.rawValue
    case .bad: Colour.bad.rawValue
    case .warning: Colour.warning.rawValue
    }
  }

  private static func write(_ phone: PhoneControls, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("behind", phone.behind)
    writer.member("icon", phone.icon?.rawValue ?? "")
    writer.member("scanning", phone.isScanning)
    writer.member("title", phone.title)
    writer.member("reason", phone.reason)
    if let entry = phone.entry {
      writer.key("entry")
      writer.beginObject()
      writer.member("method", entry.method)
      writer.member("parameter", entry.parameter)
      writer.member("label", entry.label)
      writer.endObject()
    }
    writer.key("buttons")
    writer.beginArray()
    for button in phone.buttons {
      writer.beginObject()
      writer.member("title", button.title)
      writer.member("method", button.method)
      if button.isBiometric { writer.member("with", "biometry") }
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}
