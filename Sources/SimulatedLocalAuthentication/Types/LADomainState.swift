public import Foundation

/// Who can authenticate on the device, as values that an app keeps and compares.
public struct LADomainState: Hashable, Sendable {
  /// The enrolment.
  public let biometry: LADomainStateBiometry
  /// The paired devices.
  public let companion: LADomainStateCompanion

  /// Changes when any part does; `nil` if no part has a value.
  public var stateHash: Data? {
    let parts = [biometry.stateHash, companion.stateHash].compactMap(\.self)
    return parts.isEmpty ? nil : parts.reduce(Data(), +)
  }
}

/// Who is enrolled.
public struct LADomainStateBiometry: Hashable, Sendable {
  /// The sensor.
  public let biometryType: LABiometryType
  /// Changes with every change of the enrolment; `nil` if nobody is enrolled.
  public let stateHash: Data?
}

/// Which paired devices are in reach.
public struct LADomainStateCompanion: Hashable, Sendable {
  /// The kinds that are in reach.
  public let availableCompanionTypes: Set<LACompanionType>

  /// Changes with the kinds that are in reach; `nil` if none is.
  public var stateHash: Data? {
    let hashes = availableCompanionTypes.sorted { $0.rawValue < $1.rawValue }.compactMap(stateHash)
    return hashes.isEmpty ? nil : hashes.reduce(Data(), +)
  }

  /// The part of one kind; `nil` if it is not in reach.
  public func stateHash(for companionType: LACompanionType) -> Data? {
    availableCompanionTypes.contains(companionType) ? Data("companion \(companionType)".utf8) : nil
  }
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

extension LADomainState {
  /// Reads what a device answered; without an answer nobody can authenticate.
  init(wire answer: WireValue?) {
    biometry = LADomainStateBiometry(
      biometryType: LABiometryType(wireName: answer?["biometryType"]?.string),
      stateHash: answer?["stateHash"]?.string.map { Data($0.utf8) })
    companion = LADomainStateCompanion(
      availableCompanionTypes: Set(
        answer?["companions"]?.elements.compactMap(\.string).compactMap(LACompanionType.init(wireName:)) ?? []
      ))
  }
}

extension LACompanionType {
  fileprivate init?(wireName: String) {
    switch wireName {
    case "watch": self = .watch
    case "mac": self = .mac
    case "vision": self = .vision
    default: return nil
    }
  }
}
