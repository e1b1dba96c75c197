import Schema

/// How much JSON comes of what a device holds, about: what clients put into it counts, the rest is small. It takes the
/// same time however much it is.
extension Device {
  /// Of its state.
  package var stateWeight: Int { apps.count << 8 }

  /// Of the list of its keychain items.
  package var keychainWeight: Int { keychain.bytes }

  /// Of its archive, without what a reset leads to.
  fileprivate var weight: Int { keychain.bytes + (apps.count + contexts.count) << 8 }
}

extension DeviceSnapshot {
  /// Of its archive.
  package var weight: Int { device.weight + (device.origin?.device.weight ?? 0) }
}

extension Reply {
  /// Of its members.
  package var weight: Int {
    switch self {
    case .keychainItems(let items): items.bytes
    case .keychainListing(let items): items.bytes
    case .disarmed(let unused, let failures): (unused.count + failures.count) << 6
    case .changed, .responded, .armed, .context, .canEvaluate, .evaluated, .domainState, .key, .updated,
      .deleted:
      0
    }
  }
}
