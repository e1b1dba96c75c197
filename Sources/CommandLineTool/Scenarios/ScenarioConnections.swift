import Client
import JSON
import Platform
import Presentation
import WireProtocol

/// The connections of one scenario: one for the person at the device, and one for the process of each app.
/// A killed app gets a new one, as when it is launched again.
struct ScenarioConnections {
  let tool: Tool
  let socket: String
  /// The device of the scenario.
  let device: String
  let person: Client
  private var apps: [App: Client] = [:]
  /// The place in the log up to which the killed apps are known.
  private var seen: Int

  private struct App: Hashable {
    var name: String
    var device: String?
  }

  /// Creates the device, or uses one that exists.
  ///
  /// - Parameter settings: the settings of a new device; `nil`: the device exists.
  init(_ tool: Tool, socket: String, device: String, settings: DeviceSettings?) throws(ToolError) {
    self.tool = tool
    self.socket = socket
    self.device = device
    person = try tool.client(at: socket)
    seen = 0
    if let settings {
      _ = try tool.ask(person, "createDevice", settings.creation(of: device), until: .after(seconds: 10))
    }
    seen = Self.position(try ask("useDevice") { $0.member("device", device) })
  }

  /// The place in the log when the scenario began.
  var start: Int { seen }

  /// Calls a method as the person at the device, and returns the result.
  func ask(
    _ method: String, _ members: (inout JSONWriter) -> Void = { _ in }
  ) throws(ToolError) -> [UInt8] {
    try tool.ask(person, method, JSONWriter.object(members), until: .after(seconds: 10))
  }

  /// Returns the events after a place in the log, as the result of `getEvents`.
  func events(since place: Int, _ kinds: String...) throws(ToolError) -> [UInt8] {
    try ask("getEvents") { writer in
      writer.member("since", place)
      if kinds.isEmpty { return }
      writer.key("kinds")
      writer.beginArray()
      for kind in kinds { writer.string(kind) }
      writer.endArray()
    }
  }

  /// Returns the connection for a call.
  mutating func client(for call: ScenarioCall) throws(ToolError) -> Client {
    guard let name = call.app else { return person }
    try forgetKilledApps()
    let app = App(name: name, device: call.device)
    if let client = apps[app] { return client }
    let client = try tool.client(at: socket)
    let parameters = JSONWriter.object { $0.member("device", device) }
    _ = try tool.ask(client, "useDevice", parameters, until: .after(seconds: 10))
    apps[app] = client
    return client
  }

  private mutating func forgetKilledApps() throws(ToolError) {
    guard !apps.isEmpty else { return }
    let reply = try events(since: seen, "appTerminated", "appStateChanged")
    let ended = fromJSON(reply) { result in
      result["events"]?.elements.filter { event in
        event["kind"]?.equals("appTerminated") == true || event["state"]?.equals("notRunning") == true
      }.compactMap { $0["app"]?.string }
    }
    seen = Self.position(reply)
    guard let ended, !ended.isEmpty else { return }
    for app in Array(apps.keys) where ended.contains(app.name) { apps[app] = nil }
  }

  private static func position(_ reply: [UInt8]) -> Int {
    fromJSON(reply) { $0["seq"]?.integer } ?? 0
  }
}
