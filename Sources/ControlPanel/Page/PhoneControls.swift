import DeviceModel
import JSON
import LiveView
import Presentation

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
