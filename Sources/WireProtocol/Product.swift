/// What the daemon says of itself.
package enum Product {
  package static let name = "devicesim"
  package static let version = "0.1.0"
  /// Changes only when a client could notice.
  package static let protocolVersion = 1
  /// What a client may rely on, for one that meets daemons of several versions.
  package static let features = ["batch", "events", "armedResponses", "keychain", "snapshots"]
}
