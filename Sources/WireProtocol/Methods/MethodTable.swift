import Schema

/// The one method table.
package enum MethodTable {
  /// Every method of the wire, in the order of the reference.
  package static let all: [Method] = groups.flatMap { $0() }

  private static let groups: [@Sendable () -> [Method]] = [
    { serverMethods }, { deviceMethods }, { snapshotMethods }, { enrolmentMethods }, { scanMethods },
    { promptMethods }, { armMethods },
    { passcodeMethods }, { appMethods }, { keychainMethods }, { clockMethods }, { watchMethods },
    { appSideMethods }, { secItemMethods },
  ]

  /// Looks up a name. For a process that lives for one call, only as many groups are made as it takes to
  /// find it, and of their methods only what they are, not what they take and return.
  package static func find(_ name: String) -> Method? {
    for group in groups {
      if let method = group().first(where: { $0.name == name }) { return method }
    }
    return nil
  }

  /// The name that comes closest to one that does not exist.
  package static func nearest(to name: String) -> String {
    names.nearest(to: name)?.name ?? Method.discoverName
  }

  private static let names = KnownNames(all.map(\.name))

  /// What `arm` takes: every method that answers a prompt.
  package static var armable: [Method] { (scanMethods + promptMethods).filter { $0.response != nil } }
}
