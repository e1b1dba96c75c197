import JSON
import WireProtocol

/// What a page asks of the daemon: `{"method":"matchingFace","params":{"device":"login"}}`.
struct PanelCall {
  let method: Method
  let parameters: [UInt8]?

  /// - Returns: `nil` for what is no such object, or asks for what a page may not.
  init?(_ body: [UInt8]) {
    var found: (method: Method, parameters: [UInt8]?)?
    try? withJSON(body) { node in
      let parameters = node["params"]
      guard node.kind == .object, node.count == (parameters == nil ? 1 : 2),
        let method = node["method"]?.string.flatMap(MethodTable.find), Self.allows(method)
      else { return }
      guard parameters?.kind ?? .object == .object else { return }
      found = (method, parameters.map { Array($0.raw) })
    }
    guard let found else { return nil }
    (method, parameters) = found
  }

  /// Pages drive devices and create them. The daemon itself, what belongs to a connection, and what returns secrets
  /// are not theirs; of the app's side they have what brings up a prompt.
  static func allows(_ method: Method) -> Bool {
    switch method.group {
    case .enrolment, .scans, .prompt, .passcode: true
    case .devices: ["createDevice", "resetDevice", "setState"].contains(method.name)
    case .appSide: method.name == "evaluatePolicy"
    case .server, .ahead, .apps, .keychain, .clock, .watching: false
    }
  }
}
