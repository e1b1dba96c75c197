import Client
import JSON
import Platform
import Presentation
import WireProtocol

/// The connections of one scenario: one for the person at the device, and one for each app, which is what
/// an app's process has. A killed app gets a new one, as it would by being launched anew.
struct ScenarioConnections {
  let tool: Tool
  let socket: String
  /// The device of the scenario.
  let device: String
  let person: Client
  private var apps: [App: Client] = [:]
  /// The place in the log up to which killed apps were looked for.
  private var seen: Int

  private struct App: Hashable {
    var name: String
    var device: String?
  }

  /// Makes the device, or takes one that is there.
  ///
  /// - Parameter settings: how a new device begins; `nil`: the device is there.
  init(_ tool: Tool, socket: String, device: String, settings: DeviceSettings?) throws(ToolError) {
    self.tool = tool
    self.socket = socket
    self.device = device
    person = try tool.client(at: socket)
    seen = 0
    if let settings { _ = try ask("createDevice", settings.creation(of: device)) }
    seen = Self.position(try ask("useDevice", Self.naming(device)))
  }

  /// The place in the log when the scenario began.
  var start: Int { seen }

  /// Asks as the person at the device.
  func ask(_ method: String, _ parameters: [UInt8]? = nil) throws(ToolError) -> [UInt8] {
    try tool.ask(person, method, parameters, until: .after(seconds: 10))
  }

  /// The connection that a call goes over.
  mutating func client(for call: ScenarioCall) throws(ToolError) -> Client {
    guard let name = call.app else { return person }
    try forgetKilledApps()
    let app = App(name: name, device: call.device)
    if let client = apps[app] { return client }
    let client = try tool.client(at: socket)
    _ = try tool.ask(client, "useDevice", Self.naming(device), until: .after(seconds: 10))
    apps[app] = client
    return client
  }

  private mutating func forgetKilledApps() throws(ToolError) {
    guard !apps.isEmpty else { return }
    let reply = try ask(
      "getEvents", Array(#"{"since":\#(seen),"kinds":["appTerminated","appStateChanged"]}"#.utf8))
    let ended = try? withJSON(reply) { result in
      (result["events"]?.elements.filter { event in
        event["kind"]?.equals("appTerminated") == true || event["state"]?.equals("notRunning") == true
      } ?? []).compactMap { $0["app"]?.string }
    }
    seen = Self.position(reply)
    guard let ended, !ended.isEmpty else { return }
    for app in Array(apps.keys) where ended.contains(app.name) { apps[app] = nil }
  }

  private static func position(_ reply: [UInt8]) -> Int {
    (try? withJSON(reply) { $0["seq"]?.integer ?? 0 }) ?? 0
  }

  private static func naming(_ device: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("device", device)
    writer.endObject()
    return writer.bytes
  }
}
