/// What a device may take up of its host's memory.
package struct DeviceLimits: Equatable, Sendable {
  /// Bytes of keychain items.
  package var keychainBytes = Int.max
  /// Responses that are armed at one time.
  package var armedResponses = Int.max

  /// None.
  package init() {}
}
