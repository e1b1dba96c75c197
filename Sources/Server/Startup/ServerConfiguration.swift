package import DeviceModel
package import Schema
package import WireProtocol

/// How a server behaves; its clients decide the rest.
package struct ServerConfiguration: Sendable {
  package var limits = ServerLimits()
  /// The clock of the device `default`.
  package var clock = ClockMode.real
  /// How large the journal may grow before it is folded into the snapshot file.
  package var maxJournalBytes = 16 << 20
  /// What `createDevice` can begin with.
  package var templates = Named<DeviceTemplate>()
  /// How long to go on without a connection; `nil`: for ever.
  package var idleExit: Nanoseconds?
  /// How long clients may take to read the last replies once the server stops.
  package var flushTime = Nanoseconds(seconds: 2)
  /// Where log lines go.
  package var log: @Sendable (String) -> Void = { _ in }

  /// The limits that a device itself enforces.
  var deviceLimits: DeviceLimits {
    var own = DeviceLimits()
    own.keychainBytes = limits.maxKeychainBytes
    own.boundItems = limits.maxBoundItems
    own.changedItems = limits.maxChangedItems
    own.armedResponses = limits.maxArmedResponses
    own.standingResponses = limits.maxStandingResponses
    own.apps = limits.maxApps
    own.contexts = limits.maxContexts
    own.connectionContexts = limits.maxConnectionContexts
    return own
  }

  /// The usual one, which logs nothing.
  package init() {}
}
