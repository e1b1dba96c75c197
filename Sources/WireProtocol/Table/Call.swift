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
    /// Something that is kept changes. Everything else leaves it as it is.
    case change(Change)

    // Queries.
    case ping
    case getServerInfo
    case discover
    case listDevices
    case getState
    case exportState
    case listSnapshots
    /// `nil`: of every app.
    case listKeychainItems(app: String?)
    case getEvents(since: UInt64?, kinds: [EventKind]?, limit: Int?, allDevices: Bool)

    // The connection and what it waits for.
    case useDevice
    case cancelRequest(RequestID)
    case subscribe(since: UInt64?, kinds: [EventKind]?, allDevices: Bool)
    case unsubscribe
    indirect case waitFor(EventQuery, since: UInt64?, Deadline)

    /// The end of the daemon.
    case shutdown
  }
}

/// The changes that methods ask for, by the names that the table calls them by.
extension Call.Action {
  /// What a device does by itself. One command only reads.
  static func command(_ command: Command) -> Self {
    if case .listKeychainItems(let app) = command { return .listKeychainItems(app: app) }
    return .change(.command(command))
  }

  static func respond(_ response: PromptResponse, wait: Deadline?) -> Self {
    .change(.respond(response, wait: wait))
  }

  static func createDevice(_ creation: DeviceCreation) -> Self { .change(.createDevice(creation)) }
  static func cloneDevice(_ cloning: DeviceCloning) -> Self { .change(.cloneDevice(cloning)) }
  static var deleteDevice: Self { .change(.deleteDevice) }
  static func importState(_ state: DeviceSnapshot) -> Self { .change(.importState(state)) }
  static func saveSnapshot(_ name: String) -> Self { .change(.saveSnapshot(name)) }
  static func restoreSnapshot(_ name: String) -> Self { .change(.restoreSnapshot(name)) }
  static func deleteSnapshot(_ name: String) -> Self { .change(.deleteSnapshot(name)) }
}

/// Everything that changes what a daemon keeps. Requests and the replay of a journal make the same changes, and
/// one function of the server applies them.
package enum Change: Sendable {
  indirect case createDevice(DeviceCreation)
  indirect case cloneDevice(DeviceCloning)
  case deleteDevice
  case saveSnapshot(String)
  case restoreSnapshot(String)
  case deleteSnapshot(String)
  /// The state was read as if the host's clocks stood at zero.
  case importState(DeviceSnapshot)
  /// Anything a device does by itself.
  case command(Command)
  /// A response to a prompt; with `wait`, to the next prompt that takes it.
  case respond(PromptResponse, wait: Deadline?)
  /// What no request asks for.
  case daemon(DaemonChange)
}

/// What the daemon does to a device by itself.
package enum DaemonChange: Sendable {
  /// Adds a device that was made from a template, or that is a copy of a device that is not kept.
  indirect case adoptDevice(Device)
  /// A response that waited reaches its prompt.
  case deliverResponse(PromptResponse)
  /// A client's connection is gone.
  case closeConnection
  case cancelCall(CallID)
  case timeOutPrompt(PromptID)
  /// The daemon stops.
  case shutDown
  /// Time has passed, and something is due.
  case runTimers
  /// Events of devices that are not kept may use the log's numbers up to this one.
  case reservePositions(UInt64)
}

/// How long to wait, in real time whatever the device's clock does.
package enum Deadline: Equatable, Sendable {
  case after(Nanoseconds)
  case never

  /// What holds when a request gives no `timeout`.
  package static let `default` = Self.after(Nanoseconds(seconds: defaultSeconds))

  /// The same in seconds.
  package static let defaultSeconds = 10.0
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

/// A device as `cloneDevice` and `migrateDevice` make it.
package struct DeviceCloning: Equatable, Sendable {
  package var name: String
  /// Gone with the connection that made it.
  package var isEphemeral: Bool
  package var path: Path

  /// How the state gets from one to the other.
  package enum Path: Equatable, Sendable {
    case copy
    /// Another phone that is set up from a backup.
    case backup(isEncrypted: Bool)
  }

  package init(name: String, isEphemeral: Bool = false, by path: Path = .copy) {
    self.name = name
    self.isEphemeral = isEphemeral
    self.path = path
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
