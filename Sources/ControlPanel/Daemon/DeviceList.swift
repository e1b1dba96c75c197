import JSON
import Presentation

/// The devices that there are, with their sensors, for the words of their events.
struct DeviceList {
  private var names: [String] = []
  private var sensors: [String: Sensor] = [:]

  init() {}

  /// Reads what `listDevices` returned.
  init(_ json: [UInt8]) {
    try? withJSON(json) { list in
      for node in list["devices"].map({ Array($0.elements) }) ?? [] {
        guard let name = node["device"]?.string else { continue }
        names.append(name)
        sensors[name] = Sensor(node["biometryType"])
      }
    }
  }

  func sensor(of device: String) -> Sensor { sensors[device] ?? .none }

  /// A device may get another sensor.
  mutating func note(_ sensor: Sensor, of device: String) { sensors[device] = sensor }

  /// The message for the pages: the first thousand, and those that pages show.
  func message(showing shown: some Collection<String>) -> PageMessage {
    let listed = Set(names.prefix(PanelLimits.listedDevices))
    let named = names.filter { listed.contains($0) || shown.contains($0) }
    let json = JSONWriter.object { writer in
      writer.member("more", names.count - named.count)
      writer.key("devices")
      writer.beginArray()
      for name in named {
        writer.beginObject()
        writer.member("name", name)
        writer.member("text", PlainText.oneLine(name))
        writer.endObject()
      }
      writer.endArray()
    }
    return PageMessage("devices", json)
  }
}
