package import JSON
import WireProtocol

/// An event in a sentence, for the pages.
package enum EventSentence {
  /// - Parameters:
  ///   - limit: after how many failed scans biometry locks, where that is known.
  ///   - before: the prompt before the event: of an update only what changed is told.
  package static func text(
    _ event: JSONNode, sensor: Sensor, limit: Int? = nil, before: PromptPicture? = nil
  ) -> String {
    let word = { (name: StaticString) in event[name].map(PlainText.value) ?? "" }
    guard let kind = event["kind"]?.string.flatMap(EventKind.init) else { return EventRendering.line(event) }
    switch kind {
    case .promptShown: return shown(PromptPicture(event), sensor)
    case .promptUpdated: return updated(PromptPicture(event), sensor, from: before)
    case .promptDismissed: return dismissed(event)
    case .scan:
      let place = event["prompt"]?.isNull == true ? " on the lock screen" : ""
      if event["matched"]?.bool == true { return "\(sensor.part) recognised\(place)" }
      let count = event["failedAttempts"].map {
        ", \(PlainText.value($0))" + (limit.map { " of \($0)" } ?? "")
      }
      return "\(sensor.part) not recognised\(place)\(count ?? "")"
    case .unreadableScan: return "\(sensor.part) could not be read; it counts as nothing"
    case .lockout: return "Locked out: \(reason(word("reason")))"
    case .lockoutCleared: return "The lockout is over"
    case .enrollmentChanged:
      let who = event["identities"]?.elements.compactMap(\.string).map(PlainText.oneLine) ?? []
      return who.isEmpty ? "Nobody is enrolled now" : "Enrolled now: \(who.separated(by: ", "))"
    case .passcodeChanged:
      return event["passcodeSet"]?.bool == true ? "A new passcode is set" : "No passcode is set now"
    case .stateChanged: return "Changed: \(word("fields").replacing(",", with: ", "))"
    case .deviceLocked: return "The device is locked"
    case .deviceUnlocked:
      guard let method = event["method"], !method.isNull else { return "The device is unlocked" }
      return "The device is unlocked by \(self.method(PlainText.value(method)))"
    case .appStateChanged: return "\(word("app")) is \(Sign(event: event)?.name ?? word("state"))"
    case .appTerminated: return "\(word("app")) was terminated: \(words(word("reason")))"
    case .keychainChanged: return keychain(event)
    case .clockAdvanced:
      let duration = event["seconds"]?.nanoseconds.map { TimeText.duration(nanoseconds: $0) }
      return "The clock went on by \(duration ?? word("seconds"))"
    case .deviceCreated: return "The device was created"
    case .deviceDeleted: return "The device was deleted"
    case .subscriptionGap: return "Events \(word("from")) to \(word("to")) were missed"
    }
  }

  private static func shown(_ prompt: PromptPicture, _ sensor: Sensor) -> String {
    let reason = prompt.reason.isEmpty ? "" : ": “\(PlainText.oneLine(prompt.reason))”"
    return "\(PlainText.oneLine(prompt.app)) asks for \(asked(prompt, sensor))\(reason)"
  }

  private static func asked(_ prompt: PromptPicture, _ sensor: Sensor) -> String {
    switch prompt.pane {
    case "biometry": sensor.name
    case "passcode": "the passcode"
    case "permission": "permission to use \(sensor.name)"
    case "companion": "the companion"
    case "applicationPassword": "the item’s password"
    default: PlainText.oneLine(prompt.pane)
    }
  }

  private static func updated(_ prompt: PromptPicture, _ sensor: Sensor, from before: PromptPicture?)
    -> String
  {
    var changes: [String] = []
    if prompt.pane != before?.pane { changes.append("now asks for \(asked(prompt, sensor))") }
    if prompt.buttons != before?.buttons {
      let titles = prompt.buttons.map { "“\(PlainText.oneLine(prompt.title(ofButton: $0)))”" }
      changes.append(titles.isEmpty ? "has no button" : "offers \(joined(titles, by: "and"))")
    }
    if prompt.pane == "biometry", prompt.isScanning != before?.isScanning {
      changes.append(prompt.isScanning ? "scans" : "stops scanning")
    }
    return changes.isEmpty ? "The prompt counts the scan" : "The prompt \(joined(changes, by: "and"))"
  }

  private static func dismissed(_ event: JSONNode) -> String {
    if let method = event["method"] {
      return "The prompt succeeds by \(self.method(PlainText.value(method)))"
    }
    let error = event["error"].map { ": the app gets \(PlainText.value($0))" } ?? ""
    let awaited =
      event["awaited"].map { ", nobody did \(PlainText.value($0).replacing(",", with: ", "))" } ?? ""
    return "The prompt \(Sign(event: event) == .failed ? "fails" : "ends")\(error)\(awaited)"
  }

  /// With what tells the item from others.
  private static func keychain(_ event: JSONNode) -> String {
    var words = ["Keychain of \(event["app"].map(PlainText.value) ?? ""):"]
    for (key, value) in event.members where !value.isNull {
      switch key.string ?? "" {
      case "seq", "time", "kind", "device", "app": continue
      case "operation", "class": words.append(PlainText.value(value))
      case "count": words.append("\(PlainText.value(value)) items")
      case let name: words.append("\(PlainText.oneLine(name))=\(PlainText.word(value))")
      }
    }
    return words.separated(by: " ")
  }

  private static func method(_ name: String) -> String {
    switch name {
    case "passcode": "the passcode"
    case "companion": "the companion"
    default: words(name)
    }
  }

  private static func reason(_ name: String) -> String {
    switch name {
    case "failedAttempts": "too many failed scans"
    case "remoteLock": "locked from afar"
    case "sos": "emergency call"
    case "passcodeExpired": "no passcode for too long"
    default: words(name)
    }
  }

  /// `applicationPassword`: `application password`
  private static func words(_ name: String) -> String {
    name.map { $0.isASCII && $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
  }
}
