public import Foundation

/// Who can authenticate on the device, as values that an app keeps and compares.
public struct LADomainState: Hashable, Sendable {
  /// The enrolment.
  public let biometry: LADomainStateBiometry
  /// The paired devices.
  public let companion: LADomainStateCompanion

  /// Changes when any part does; `nil` if no part has a value.
  public var stateHash: Data? { biometry.stateHash }
}

/// Who is enrolled.
public struct LADomainStateBiometry: Hashable, Sendable {
  /// The sensor.
  public let biometryType: LABiometryType
  /// Changes with every change of the enrolment; `nil` unless a biometric check or match of the context
  /// succeeded.
  public let stateHash: Data?
}

/// Which devices are paired. The simulator knows only whether one is near, and has no hash of it.
public struct LADomainStateCompanion: Hashable, Sendable {
  /// Which kinds are paired.
  public let availableCompanionTypes: Set<LACompanionType>
  /// No value: pairing is not simulated.
  public let stateHash: Data?

  /// No value: pairing is not simulated.
  public func stateHash(for companionType: LACompanionType) -> Data? { nil }
}

/// A kind of device that can be paired.
public enum LACompanionType: Int, Sendable {
  /// A Watch.
  case watch = 1
  /// A Mac.
  case mac = 2
  /// A Vision Pro.
  case vision = 4
}
