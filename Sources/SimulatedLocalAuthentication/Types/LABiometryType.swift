/// The sensor of a device.
public enum LABiometryType: Int, Sendable {
  /// None, or nobody has asked yet: see ``LAContext/biometryType``.
  case none = 0
  /// Fingerprints.
  case touchID = 1
  /// Faces.
  case faceID = 2
  /// Irises.
  case opticID = 4

  /// The older name of ``none``.
  public static var LABiometryNone: Self { .none }

  /// Reads the name on the wire.
  package init(wireName: String?) {
    self =
      switch wireName {
      case "touchID": .touchID
      case "faceID": .faceID
      case "opticID": .opticID
      default: .none
      }
  }
}
