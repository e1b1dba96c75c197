import JSON

/// The form of messages in a recording: without what differs from run to run.
package struct RecordedJSON {
  /// The device of every recording; the recording does not name it.
  package static let device = "default"
  /// What `getServerInfo` says of one run.
  private static let ofOneRun: [StaticString] = ["pid", "appSocket", "harnessConnections"]
  /// How the recording counts events.
  var numbers: SequenceNumbers

  /// A reply or an event: its numbers count from 1, and the device has no name and so no UDID, which older
  /// recordings do not have.
  func write(_ node: JSONNode, into writer: inout JSONWriter) {
    switch node.kind {
    case .object:
      let isAboutDaemon = node["protocolVersion"] != nil
      writer.beginObject()
      for (key, value) in node.members {
        if key.equals("device"), value.equals(Self.device) { continue }
        if key.equals("udid"), value.kind == .string { continue }
        if isAboutDaemon, Self.ofOneRun.contains(where: { key.equals($0) }) { continue }
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
    // The device is what this method creates.
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

/// How a recording counts events: from 1, and only those of the recorded device.
package struct SequenceNumbers {
  /// The daemon's number of the last event before the recording.
  package let origin: Int
  /// The daemon's numbers of events that are left out, in order.
  private var hidden: [Int] = []

  /// Counts from the event after `origin`.
  package init(origin: Int) { self.origin = Self.bounded(origin) }

  /// Leaves an event out.
  package mutating func hide(_ sequence: Int) {
    let sequence = Self.bounded(sequence)
    hidden.insert(sequence, at: countHidden(upTo: sequence))
  }

  /// Whether an event is left out.
  package func isHidden(_ sequence: Int) -> Bool {
    if sequence <= origin { return true }
    let count = countHidden(upTo: sequence)
    return count > 0 && hidden[count - 1] == sequence
  }

  /// The number in the recording of what the daemon calls `sequence`, or of the last event before it.
  package func number(of sequence: Int) -> Int {
    max(0, Self.bounded(sequence) - origin - countHidden(upTo: sequence))
  }

  /// What the daemon calls the event that has a number in the recording.
  package func sequence(of number: Int) -> Int {
    var sequence = origin + Self.bounded(number)
    guard number > 0 else { return sequence }
    for other in hidden where other <= sequence { sequence += 1 }
    return sequence
  }

  /// A number that counts events, whatever a daemon or a recording says: small enough to count on from it.
  private static func bounded(_ number: Int) -> Int { min(max(number, 0), 1 << 53) }

  private func countHidden(upTo sequence: Int) -> Int {
    var low = 0
    var high = hidden.count
    while low < high {
      let middle = (low + high) / 2
      if hidden[middle] <= sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
