package import DeviceModel
package import WireProtocol

/// How a server behaves; the rest is up to its clients.
package struct ServerConfiguration: Sendable {
  package var limits = ServerLimits()
  /// Whose time the device `default` runs on.
  package var clock = ClockMode.real
  /// How large the journal of kept devices may grow before it is folded into the snapshot.
  package var maxJournalBytes = 16 << 20
  /// What `createDevice` can begin with.
  package var templates: [String: DeviceTemplate] = [:]
  /// Stop after so long without a connection.
  package var idleExit: Nanoseconds?
  /// How long the last replies may take to leave once the server stops.
  package var flushTime = Nanoseconds(seconds: 2)
  /// Where log lines go.
  package var log: @Sendable (String) -> Void = { _ in }

  /// Those of the limits that a device itself keeps to.
  var deviceLimits: DeviceLimits {
    var own = DeviceLimits()
    own.keychainBytes = limits.maxKeychainBytes
    own.armedResponses = limits.maxArmedResponses
    return own
  }

  /// The usual one, which logs nothing.
  package init() {}
}
