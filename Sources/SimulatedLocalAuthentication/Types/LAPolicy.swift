/// What an app asks the device owner for.
public enum LAPolicy: Int, Sendable {
  /// Biometry alone.
  case deviceOwnerAuthenticationWithBiometrics = 1
  /// Biometry, or the passcode where biometry cannot be used or fails.
  case deviceOwnerAuthentication = 2
  /// A paired Mac, Watch or Vision Pro in reach.
  case deviceOwnerAuthenticationWithCompanion = 3
  /// Biometry or a companion.
  case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4

  /// The older name of ``deviceOwnerAuthenticationWithCompanion``.
  public static var deviceOwnerAuthenticationWithWatch: Self { .deviceOwnerAuthenticationWithCompanion }
  /// The older name of ``deviceOwnerAuthenticationWithBiometricsOrCompanion``.
  public static var deviceOwnerAuthenticationWithBiometricsOrWatch: Self {
    .deviceOwnerAuthenticationWithBiometricsOrCompanion
  }

  /// The name on the wire.
  var wireName: String { "\(self)" }
}
