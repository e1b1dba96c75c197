/// What an app asks the device owner for.
///
/// Apple: *LAPolicy*. The raw values are Apple's, the names on the wire are the case names.
package enum Policy: Int, CaseIterable, Sendable {
  case deviceOwnerAuthenticationWithBiometrics = 1
  case deviceOwnerAuthentication = 2
  case deviceOwnerAuthenticationWithCompanion = 3
  case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4

  /// The name on the wire.
  package var name: String { "\(self)" }

  /// Looks a policy up by its name on the wire.
  package init?(name: String) {
    guard let policy = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = policy
  }
}
