import JSON
import Schema

/// The format of everything that outlives its daemon: exported devices, snapshots, journals.
///
/// A change that older state does not fit raises `current` and adds a migration. What only adds members does
/// not: an absent member means its default.
package enum ArchiveFormat {
  package static let current = 3

  /// What leads from each format to the next, from format 1 on: a device's object in, the new one out.
  private static let migrations: [@Sendable (JSONNode, inout JSONWriter) -> Void] = [
    fromFormat1, fromFormat2,
  ]

  /// Hands a device's object in the current format to `body`.
  static func migrated<Value>(
    _ node: JSONNode, _ body: (JSONNode) -> Result<Value, ArchiveError>
  ) -> Result<Value, ArchiveError> {
    // The reader refuses anything without a format.
    guard let format = node["format"]?.integer, format >= 1, format != current else { return body(node) }
    guard format < current else { return .failure(ArchiveError(newerFormat: format)) }
    var writer = JSONWriter()
    migrations[format - 1](node, &writer)
    let result = try? withJSON(writer.bytes) { migrated($0, body) }
    return result ?? .failure(ArchiveError(.mustBe("a device of format \(format)")))
  }

  /// Format 2 has the knobs as the wire does: seconds instead of nanoseconds, one member for the latency, the
  /// seed as a number.
  private static func fromFormat1(_ device: JSONNode, into writer: inout JSONWriter) {
    writer.beginObject()
    for (key, value) in device.members {
      let name = key.string ?? ""
      writer.key(name)
      switch name {
      case "format": writer.integer(2)
      case "origin": fromFormat1(value, into: &writer)
      case "behavior": behaviorFromFormat1(value, into: &writer)
      default: writer.raw(value.raw)
      }
    }
    writer.endObject()
  }

  /// In format 3 only the lines of a state folder have another form: the keychains may be in lines of their own.
  private static func fromFormat2(_ device: JSONNode, into writer: inout JSONWriter) {
    writer.beginObject()
    for (key, value) in device.members {
      let name = key.string ?? ""
      writer.key(name)
      if name == "format" { writer.integer(3) } else { writer.raw(value.raw) }
    }
    writer.endObject()
  }

  private static func behaviorFromFormat1(_ behavior: JSONNode, into writer: inout JSONWriter) {
    func seconds(_ node: JSONNode?) {
      if let integer = node?.integer { writer.seconds(nanoseconds: Int64(integer)) } else { writer.null() }
    }
    writer.beginObject()
    for (key, value) in behavior.members {
      let name = key.string ?? ""
      switch name {
      case "leastScanLatency":
        writer.key("scanLatency")
        writer.beginArray()
        seconds(value)
        seconds(behavior["mostScanLatency"])
        writer.endArray()
      case "mostScanLatency": break
      case "contextAuthenticationLifetime", "promptTimeout":
        writer.key(name)
        seconds(value)
      case "passcodeDelays":
        writer.key(name)
        writer.beginArray()
        for delay in value.elements { seconds(delay) }
        writer.endArray()
      case "seed":
        writer.key(name)
        let seed = value.string.flatMap { UInt64($0, radix: 16) } ?? 0
        writer.unsigned(min(seed, UInt64(Int.max)))
      default:
        writer.key(name)
        writer.raw(value.raw)
      }
    }
    writer.endObject()
  }
}
