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

extension App {
  init(_ reader: ArchiveReader<some ArchiveSource>) throws(ArchiveError) {
    self = try reader.object { (object) throws(ArchiveError) in
      App(
        status: AppStatus(
          isInstalled: try object["installed"].bool(), state: try object["state"].text(),
          permission: try object["permission"].text(),
          hasUsageDescription: try object["usageDescription"].bool()),
        clients: try Self.clients(object.optional("clients")),
        deadClients: try Self.clients(object.optional("deadClients")))
    }
  }

  private static func clients(
    _ reader: ArchiveReader<some ArchiveSource>?
  ) throws(ArchiveError) -> Set<ClientID> {
    Set(try reader?.array { (client) throws(ArchiveError) in ClientID(try client.serial()) } ?? [])
  }

  func write(into sink: inout some ArchiveSink & ~Copyable) {
    sink.object { sink in
      sink.member("installed", status.isInstalled)
      sink.member("state", status.state.rawValue)
      sink.member("permission", status.permission.rawValue)
      sink.member("usageDescription", status.hasUsageDescription)
      Self.write("clients", clients, &sink)
      Self.write("deadClients", deadClients, &sink)
    }
  }

  private static func write(
    _ name: StaticString, _ clients: Set<ClientID>, _ sink: inout some ArchiveSink & ~Copyable
  ) {
    if clients.isEmpty { return }
    sink.member(name, each: clients.map(\.rawValue).sorted()) { $1.integer(Int($0)) }
  }
}
