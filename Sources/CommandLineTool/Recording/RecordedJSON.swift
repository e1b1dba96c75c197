import JSON

/// The form that messages have in a recording: without what differs from run to run.
struct RecordedJSON {
  /// The device every recording is made on, and which no recording names.
  static let device = "default"
  var numbers: SequenceNumbers

  /// A reply or an event: its numbers count from 1, and the device has no name.
  func write(_ node: JSONNode, into writer: inout JSONWriter) {
    switch node.kind {
    case .object:
      let isAboutDaemon = node["protocolVersion"] != nil
      writer.beginObject()
      for (key, value) in node.members {
        if key.equals("device"), value.equals(Self.device) { continue }
        if isAboutDaemon, key.equals("pid") || key.equals("appSocket") { continue }
        writer.key(key.string ?? "")
        if key.equals("seq"), let sequence = value.integer {
          writer.integer(numbers.number(of: sequence))
        } else {
          write(value, into: &writer)
        }
      }
      writer.endObject()
    case .array:
      writer.beginArray()
      for element in node.elements where !isHiddenEvent(element) { write(element, into: &writer) }
      writer.endArray()
    default: writer.raw(node.raw)
    }
  }

  /// Whether it is an event that the recording leaves out.
  func isHiddenEvent(_ node: JSONNode) -> Bool {
    guard node["kind"] != nil, let sequence = node["seq"]?.integer else { return false }
    return numbers.isHidden(sequence)
  }

  /// A request, or a batch of them, with `since` counted by `since`.
  static func writeRequest(
    _ node: JSONNode, into writer: inout JSONWriter, keepsDevice: Bool = false, since: (Int) -> Int
  ) {
    if node.kind == .array {
      writer.beginArray()
      for element in node.elements {
        writeRequest(element, into: &writer, keepsDevice: keepsDevice, since: since)
      }
      writer.endArray()
      return
    }
    guard node.kind == .object else { return writer.raw(node.raw) }
    // The one method whose device is what it makes.
    let keepsDevice = keepsDevice || node["method"]?.equals("createDevice") == true
    writer.beginObject()
    for (key, value) in node.members {
      writer.key(key.string ?? "")
      guard key.equals("params"), value.kind == .object else {
        writer.raw(value.raw)
        continue
      }
      writer.beginObject()
      for (key, value) in value.members {
        if !keepsDevice, key.equals("device"), value.equals(Self.device) { continue }
        writer.key(key.string ?? "")
        if key.equals("since"), let number = value.integer {
          writer.integer(since(number))
        } else {
          writer.raw(value.raw)
        }
      }
      writer.endObject()
    }
    writer.endObject()
  }
}
