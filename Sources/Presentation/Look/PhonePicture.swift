package import JSON

/// The device as the person in front of it sees it: the prompt, the lock screen, or nothing but the app. Report and
/// panel draw it with the same classes, and `Stylesheet` gives them their look.
package struct PhonePicture: Equatable, Sendable {
  package var sensor: Sensor
  package var isLocked: Bool
  package var prompt: PromptPicture?
  /// What the person does, where the picture shows it.
  package var gesture: Gesture?

  /// Something that a person does at the device.
  package enum Gesture: Equatable, Sendable {
    /// A scan, an entry, and what came of it.
    case shown(Sign)
    /// A button, by its name on the wire.
    case tapped(String)
  }

  package init(sensor: Sensor, isLocked: Bool = false, prompt: PromptPicture? = nil, gesture: Gesture? = nil)
  {
    self.sensor = sensor
    self.isLocked = isLocked
    self.prompt = prompt
    self.gesture = gesture
  }

  /// - Parameter button: draws a button that is not pressed, from its name on the wire and its title.
  package func html(button: (_ name: String, _ title: String) -> String = Self.drawnButton) -> String {
    "<div class=\"phone\">\(content(button))</div>"
  }

  /// A button that is only a picture.
  package static func drawnButton(_: String, _ title: String) -> String {
    "<span class=\"button\">\(PlainText.escaped(title))</span>"
  }

  private func content(_ button: (String, String) -> String) -> String {
    guard let prompt else {
      guard isLocked else { return "<p class=\"behind\">no prompt</p>" }
      return
        "<p class=\"behind\">Lock screen</p><div class=\"prompt\"><p class=\"sensor locked\">\(Icon.lock.html)</p>"
        + "\(sign)<p class=\"title\">Locked</p></div>"
    }
    var html = "<p class=\"behind\">\(PlainText.escaped(prompt.app))</p><div class=\"prompt\">"
    html += "<p class=\"sensor\(prompt.isScanning ? " scanning" : "")\">\(prompt.icon(sensor).html)</p>"
    html += "\(sign)<p class=\"title\">\(PlainText.escaped(prompt.title(sensor)))</p>"
    if !prompt.reason.isEmpty { html += "<p class=\"reason\">\(PlainText.escaped(prompt.reason))</p>" }
    if prompt.takesEntry { html += "<p class=\"entry\" aria-hidden=\"true\">••••</p>" }
    guard !prompt.buttons.isEmpty else { return html + "</div>" }
    html += "<p class=\"buttons\">"
    for name in prompt.buttons {
      let title = prompt.title(ofButton: name)
      if gesture == .tapped(name) {
        html += "<span class=\"button pressed\">\(PlainText.escaped(title))</span>"
      } else {
        html += button(name, title)
      }
      html += " "
    }
    return html + "</p></div>"
  }

  private var sign: String {
    guard case .shown(let sign) = gesture else { return "" }
    return "<p>\(sign.html) \(sign.name)</p>"
  }
}

/// A prompt as it is drawn.
package struct PromptPicture: Equatable, Sendable {
  package var id: String
  package var app: String
  package var pane: String
  package var reason: String
  /// By their names on the wire.
  package var buttons: [String]
  package var isScanning: Bool
  private var titles: [String: String] = [:]
  /// Whether the passcode would do as well.
  private var takesPasscode: Bool

  /// - Parameter node: what an event or the state tells of a prompt.
  package init(_ node: JSONNode) {
    let text = { (name: String) in node[name]?.string ?? "" }
    id = (node["prompt"] ?? node["id"]).map(PlainText.value) ?? ""
    app = text("app")
    pane = text("pane")
    reason = text("reason")
    buttons = node["buttons"].map { $0.elements.compactMap(\.string) } ?? []
    isScanning = node["scanning"]?.bool == true
    takesPasscode = node["policy"]?.equals("deviceOwnerAuthentication") == true
    for name in ["fallback", "cancel"] {
      let title = text("\(name)Title")
      if !title.isEmpty { titles[name] = title }
    }
  }

  /// What stands on a button.
  package func title(ofButton name: String) -> String {
    if let title = titles[name] { return title }
    switch name {
    case "cancel": return "Cancel"
    case "fallback": return takesPasscode ? "Enter Passcode" : "Enter Password"
    case "tryAgain": return "Try Again"
    case "allow": return "Allow"
    case "deny": return "Don’t Allow"
    default: return name
    }
  }

  /// Whether something is typed into it.
  package var takesEntry: Bool { pane == "passcode" || pane == "applicationPassword" }

  package func title(_ sensor: Sensor) -> String {
    switch pane {
    case "permission": "Allow the app to use \(sensor.name)?"
    case "passcode": "Enter Passcode"
    case "companion": "Confirm on the companion"
    case "applicationPassword": "Enter the item’s password"
    default: isScanning ? sensor.name : "\(sensor.part) not recognised"
    }
  }

  package func icon(_ sensor: Sensor) -> Icon {
    switch pane {
    case "passcode", "applicationPassword": .keys
    case "companion": .watch
    default: sensor.icon
    }
  }
}

/// The sensor as people call it.
package enum Sensor: String, CaseIterable, Sendable {
  case faceID, touchID, opticID, none

  /// - Parameter type: the device's `biometryType`.
  package init(_ type: JSONNode?) { self = type?.string.flatMap(Self.init) ?? .none }

  package var name: String {
    switch self {
    case .faceID: "Face ID"
    case .touchID: "Touch ID"
    case .opticID: "Optic ID"
    case .none: "no sensor"
    }
  }

  /// What it looks at.
  package var part: String {
    switch self {
    case .faceID: "Face"
    case .touchID: "Finger"
    case .opticID: "Iris"
    case .none: "Scan"
    }
  }

  package var icon: Icon {
    switch self {
    case .faceID: .face
    case .touchID: .finger
    case .opticID: .eye
    case .none: .card
    }
  }
}
