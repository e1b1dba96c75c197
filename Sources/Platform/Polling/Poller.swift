/// Something that happened to a watched descriptor.
package struct PollerEvent: Sendable {
  /// The number that was given when the descriptor was added.
  package let token: UInt64
  package let readiness: Readiness
}
