/// Where an app stands in its life.
///
/// Apple: *UIApplication.State*, with "not running" from "Managing your app's life cycle".
package enum AppState: String, CaseIterable, Sendable {
  case foreground, inactive, background, notRunning
}

/// Whether the user lets an app use Face ID or Optic ID.
package enum Permission: String, CaseIterable, Sendable {
  case notDetermined, granted, denied
}

/// Why an app stopped running.
package enum TerminationReason: String, CaseIterable, Sendable {
  /// The system killed it: a missing usage description, or a permission changed in Settings.
  case privacy
  case terminated, uninstalled, restart
}
