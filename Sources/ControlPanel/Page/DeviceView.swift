import DeviceModel
import JSON
import LiveView
import Presentation
import WireProtocol

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

/// What is on the phone's screen, and what can be done there: the buttons of its prompt or of its lock screen, and a
/// place to type in.
struct PhoneControls {
  /// What there is to tap, and the method that taps it.
  struct Button {
    let title: String
    let method: String
    /// Whether it opens the lock screen with a matching scan.
    var isBiometric = false
  }

  private(set) var behind = "no prompt"
  private(set) var icon: Icon?
  private(set) var isScanning = false
  private(set) var title = ""
  private(set) var reason = ""
  private(set) var entry: (method: String, parameter: String, label: String)?
  private(set) var buttons: [Button] = []

  init(_ state: JSONNode) {
    let sensor = Sensor(state["biometryType"])
    if let node = state["prompt"], !node.isNull {
      show(PromptPicture(node), sensor)
    } else if state["deviceLocked"]?.bool == true {
      showLockScreen(state, sensor)
    }
  }

  private mutating func show(_ prompt: PromptPicture, _ sensor: Sensor) {
    behind = PlainText.oneLine(prompt.app)
    icon = prompt.icon(sensor)
    isScanning = prompt.isScanning
    title = prompt.title(sensor)
    reason = PlainText.oneLine(prompt.reason)
    switch Pane(rawValue: prompt.pane) {
    case .passcode: entry = ("enterPasscode", "passcode", "Passcode")
    case .applicationPassword: entry = ("enterApplicationPassword", "password", "Password")
    case .companion: buttons = [Button(title: "Approve", method: "approveCompanion")]
    case .biometry, .permission, nil: break
    }
    buttons += prompt.buttons.compactMap { name in
      DeviceModel.Button(rawValue: name).map {
        Button(title: PlainText.oneLine(prompt.title(ofButton: name)), method: $0.method)
      }
    }
  }

  private mutating func showLockScreen(_ state: JSONNode, _ sensor: Sensor) {
    behind = "Lock screen"
    icon = .lock
    title = "Locked"
    let hasPasscode = state["passcodeSet"]?.bool == true
    if hasPasscode { entry = ("unlockDevice", "passcode", "Passcode") }
    if LiveScreen.takesBiometry(state) {
      buttons = [Button(title: "Unlock with \(sensor.name)", method: "unlockDevice", isBiometric: true)]
    } else if !hasPasscode {
      buttons = [Button(title: "Unlock", method: "unlockDevice")]
    }
  }
}
