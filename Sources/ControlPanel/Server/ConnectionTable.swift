import Platform

/// The connections that there are, oldest first, and never more than eight.
///
/// Anybody on the machine can connect, so a connection that has not shown the cookie gives way to a new one: strangers
/// who hold connections open cannot keep the owner out. Only the owner's own requests make another one wait, and each of these
/// ends soon.
struct ConnectionTable {
  private(set) var all: [PanelConnection] = []

  /// Whether one more can be taken.
  var hasRoom: Bool { all.count < PanelLimits.connections || all.contains { $0.givesWay } }

  /// Takes one more; ask `hasRoom` first.
  mutating func add(_ connection: PanelConnection) {
    if all.count >= PanelLimits.connections, let index = all.firstIndex(where: { $0.givesWay }) {
      all.remove(at: index).close()
    }
    all.append(connection)
  }

  /// Ends one.
  mutating func remove(_ connection: PanelConnection) {
    connection.close()
    all.removeAll { $0 === connection }
  }

  /// The pages that are told what happens.
  var streams: [PanelConnection] { all.filter { $0.stream.isOpen } }

  /// Those that have waited long enough.
  func overdue(at now: Int64) -> [PanelConnection] { all.filter { $0.deadline.map { $0 <= now } ?? false } }

  /// When the next one will have.
  var nextDeadline: Int64? { all.compactMap(\.deadline).min() }
}
