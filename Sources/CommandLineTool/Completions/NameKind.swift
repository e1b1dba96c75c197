import JSON
import Platform
import Presentation
import Schema
import WireProtocol

/// Names that only a daemon knows. The word behind `completions` prints them, a name a line. The scripts evaluate
/// none of it: they split it at the line ends, and quote each name for the command line.
enum NameKind: String, CaseIterable {
  case devices, identities, apps, snapshots

  /// How a script asks for them.
  var listing: String { "devicesim completions \(rawValue) 2>/dev/null" }

  /// The methods that take one of these as their first bare value.
  var methods: [String] { MethodTable.all.filter { NameKind(takenBy: $0) == self }.map(\.name) }

  /// The kind that a method takes as its first bare value; `nil` where it is a new name, or none.
  private init?(takenBy method: Method) {
    guard method.positionalCount > 0, let field = method.parameters.first else { return nil }
    switch (method.name, field.name) {
    case ("createDevice", _), ("enroll", _), ("saveSnapshot", _): return nil
    case (_, "device"): self = .devices
    case (_, "identity"): self = .identities
    case (_, "app"): self = .apps
    case (_, "name"): self = .snapshots
    default: return nil
    }
  }

  /// The method whose result has the names.
  fileprivate var method: String {
    switch self {
    case .devices: "listDevices"
    case .identities, .apps: "getState"
    case .snapshots: "listSnapshots"
    }
  }

  /// The names in a result of the method.
  fileprivate func names(in result: JSONNode) -> [String] {
    guard let list = result[rawValue] else { return [] }
    switch self {
    case .devices: return list.elements.compactMap { $0["device"]?.string }
    case .identities: return list.elements.compactMap(\.string)
    case .apps: return list.members.compactMap(\.key.string)
    case .snapshots: return list.elements.compactMap { $0["name"]?.string }
    }
  }
}

extension Tool {
  /// Prints names, but for those that a line cannot hold or that do not look like what they are.
  func printNames(of kind: NameKind) throws(ToolError) -> ExitStatus {
    var parameters: [UInt8]?
    if kind != .devices, let device = Environment.nonEmpty("DEVICESIM_DEVICE") {
      parameters = JSONWriter.object { $0.member("device", device) }
    }
    let result = try ask(client(), kind.method, parameters, until: .after(seconds: 2))
    for name in fromJSON(result, kind.names) ?? [] where !name.isEmpty && PlainText.oneLine(name) == name {
      if try !Output.line(name) { break }
    }
    return .done
  }
}
