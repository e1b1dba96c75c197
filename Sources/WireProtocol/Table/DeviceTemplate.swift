package import DeviceModel
package import JSON

/// What `createDevice` can begin with, by a name that the daemon was given.
package struct DeviceTemplate: Equatable, Sendable {
  /// `nil`: the real one, or that of the exported device.
  package var clock: ClockMode?
  /// Changes to the defaults, or to the exported device.
  package var state = StatePatch()
  /// A device from `exportState`, read as if the host's clocks stood at zero; `nil`: the defaults.
  package var exported: DeviceSnapshot?

  package init() {}

  /// A device that begins like this, changed by a request.
  package func make(_ creation: DeviceCreation, at moment: HostMoment) throws(Failure) -> Device {
    let mode = creation.clock ?? clock
    guard let exported else {
      let fresh = try Device(
        state, clock: mode ?? .real, at: moment.now, wallTime: moment.wall.inSeconds)
      return try fresh.made(with: creation.state)
    }
    let device = Device(exported.placed(at: moment), at: moment.now, clock: mode)
    return try device.made(with: state).made(with: creation.state)
  }

  /// What a template is made of.
  private static let fields = [
    Field("state", .object(StateFields.settable), "fields that differ"),
    Field("clock", .cases(ClockMode.self), "whose time it runs on"),
    Field("exported", .anyObject, "a device that exportState returned").secret(),
  ]

  private static let type = ValueType.dictionary(of: .object(fields))

  /// Reads templates by their names: `{"signed-in":{"state":{"biometryType":"touchID"},"clock":"manual"}}`.
  package static func templates(_ node: JSONNode) throws(WireError) -> [String: DeviceTemplate] {
    try Validation.check(node, is: type, named: "templates")
    var templates: [String: DeviceTemplate] = [:]
    for (key, value) in node.members {
      let name = key.string ?? ""
      if templates[name] != nil {
        throw .invalidParams(
          name, "templates has \(quoted(name)) twice", accepted: .string("each name once"))
      }
      templates[name] = try DeviceTemplate(Arguments(value, prefix: "\(name)."), name)
    }
    return templates
  }

  private init(_ arguments: Arguments, _ name: String) throws(WireError) {
    clock = arguments.enumeration("clock")
    state = try arguments.object("state")?.statePatch() ?? StatePatch()
    exported = try arguments.value("exported").map { (node) throws(WireError) in
      try DeviceSnapshot(checking: node, named: "\(name).exported")
    }
  }
}
