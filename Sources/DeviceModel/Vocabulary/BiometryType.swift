/// The sensor of a device.
///
/// Apple: *LABiometryType*. The raw values are Apple's.
package enum BiometryType: Int, CaseIterable, Sendable {
  case none = 0
  case touchID = 1
  case faceID = 2
  case opticID = 4

  /// What this sensor scans; `nil` without a sensor.
  package var modality: Modality? {
    switch self {
    case .none: nil
    case .touchID: .finger
    case .faceID: .face
    case .opticID: .eyes
    }
  }

  /// How many enrolment identities the sensor holds.
  package var capacity: Int {
    switch self {
    case .none: 0
    case .touchID: 5
    case .faceID: 2  // The second is the alternate appearance.
    case .opticID: 1
    }
  }

  /// The name of the identity that is enrolled when nobody gives one.
  package var defaultIdentity: String? {
    modality.map { "\($0.rawValue)-1" }
  }

  /// Whether an app needs the user's permission before it may use the sensor; Touch ID asks for none.
  package var needsPermission: Bool { self == .faceID || self == .opticID }
}

/// The part of a person that a scan shows to the sensor.
package enum Modality: String, CaseIterable, Sendable {
  case finger, face, eyes
}
