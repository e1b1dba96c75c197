/// An app on the device.
struct App: Equatable, Sendable {
  var status = AppStatus()
  /// The connections that speak for its running process.
  var clients: Set<ClientID> = []
  /// Those that spoke for a process that is gone; the app lives again only for others.
  var deadClients: Set<ClientID> = []

  var isRunning: Bool { status.state != .notRunning }
  var isInFront: Bool { status.state == .foreground || status.state == .inactive }
}
