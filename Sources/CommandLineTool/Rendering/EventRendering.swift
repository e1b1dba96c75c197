package import JSON

/// One line for an event: its time, its kind, and its other members as `name=value`.
package enum EventRendering {
  /// - Parameter showsDevice: whether events of several devices are shown.
  package static func line(_ event: JSONNode, showsDevice: Bool = false) -> String {
    var line = "\(time(event["time"])) \(event["kind"].map(PlainText.value) ?? "event")"
    for (key, value) in event.members where !value.isNull {
      switch key.string ?? "" {
      case "seq", "time", "kind": continue
      case "device" where !showsDevice: continue
      case let name: line += " \(PlainText.oneLine(name))=\(PlainText.word(value))"
      }
    }
    return line
  }

  /// Seconds with three places: nobody reads nanoseconds.
  private static func time(_ node: JSONNode?) -> String {
    guard let seconds = node?.number, (0..<9e12).contains(seconds) else { return "-" }
    let thousandths = Int((seconds * 1000).rounded())
    let places = String(thousandths % 1000)
    return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - places.utf8.count))\(places)"
  }
}
