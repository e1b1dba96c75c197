import SimulatedLocalAuthentication

extension SimulatedDevice {
  /// The daemon of this process.
  public struct ServerInfo: Hashable, Sendable {
    let members: WireValue

    init(_ members: WireValue) { self.members = members }
  }

  /// What the daemon allows.
  public struct Limits: Hashable, Sendable {
    let members: WireValue

    init(_ members: WireValue) { self.members = members }
  }

  /// A device as the daemon lists it.
  public struct ListedDevice: Hashable, Sendable {
    let members: WireValue

    init(_ members: WireValue) { self.members = members }
  }

  /// A snapshot as the daemon lists it.
  public struct Snapshot: Hashable, Sendable {
    let members: WireValue

    init(_ members: WireValue) { self.members = members }
  }
}
