package import DeviceModel

/// A request that passed the method table: what is asked, in types, with nothing left to check but
/// the state of the device.
package struct Call: Sendable {
  /// The device it names; `nil`: the connection's own choice.
  package var device: String?
  package var action: Action

  package init(device: String?, _ action: Action) {
    self.device = device
    self.action = action
  }

  /// What is asked.
  package enum Action: Sendable {
    // The server.
    case ping
    case getServerInfo
    case discover
    case useDevice
    case cancelRequest(RequestID)
    case shutdown

    // Devices.
    case listDevices
    indirect case createDevice(DeviceCreation)
    indirect case cloneDevice(DeviceCloning)
    case deleteDevice
    case getState
    case exportState
    /// The state was read as if the host's clocks stood at zero.
    case importState(DeviceSnapshot)
    case saveSnapshot(String)
    case restoreSnapshot(String)
    case deleteSnapshot(String)
    case listSnapshots

    /// Anything a device does by itself.
    case command(Command)
    /// A response to a prompt; with `wait`, to the next prompt that takes it.
    case respond(PromptResponse, wait: Deadline?)

    // Watching.
    case subscribe(since: UInt64?, kinds: [EventKind]?, allDevices: Bool)
    case unsubscribe
    indirect case waitFor(EventQuery, since: UInt64?, Deadline)
    case getEvents(since: UInt64?, kinds: [EventKind]?, limit: Int?, allDevices: Bool)
  }
}

/// How long to wait, in real time whatever the device's clock does.
package enum Deadline: Equatable, Sendable {
  case after(Nanoseconds)
  case never

  /// What holds when a request gives no `timeout`.
  package static let `default` = Self.after(Nanoseconds(seconds: 10))
}

/// A device as `createDevice` makes it; its name is the call's `device`.
package struct DeviceCreation: Equatable, Sendable {
  /// The daemon's template that it begins as; `nil`: the defaults.
  package var template: String?
  package var state: StatePatch
  /// Gone with the connection that made it.
  package var isEphemeral: Bool
  /// `nil`: the template's, or the real one.
  package var clock: ClockMode?

  package init(
    template: String? = nil, state: StatePatch = StatePatch(), isEphemeral: Bool = false,
    clock: ClockMode? = nil
  ) {
    self.template = template
    self.state = state
    self.isEphemeral = isEphemeral
    self.clock = clock
  }
}

/// A device as `cloneDevice` makes it.
package struct DeviceCloning: Equatable, Sendable {
  package var name: String
  /// Gone with the connection that made it.
  package var isEphemeral: Bool

  package init(name: String, isEphemeral: Bool = false) {
    self.name = name
    self.isEphemeral = isEphemeral
  }
}

/// The events `waitFor` waits for: a kind, and members that the event must have.
package struct EventQuery: Sendable {
  package var kind: EventKind
  /// A JSON object, kept as text until events are held against it.
  package var members: [UInt8]?

  package init(kind: EventKind, members: [UInt8]? = nil) {
    self.kind = kind
    self.members = members
  }
}
