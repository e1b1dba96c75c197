public import Foundation

/// How the device owner can authenticate.
public final class LAEnvironment: NSObject, Sendable {
  /// That of the current user.
  public static let currentUser = LAEnvironment()

  private override init() {}

  /// What is there now. Each call asks the device.
  public var state: State { State() }

  /// Is told of changes. The device does not tell apps of changes yet, so nobody calls it.
  public protocol Observer: NSObjectProtocol {
    /// The state has changed.
    func environment(_ environment: LAEnvironment, stateDidChangeFromOldState oldState: State)
  }

  /// Adds an observer, which nobody calls yet.
  public func addObserver(_ observer: any Observer) {}

  /// Removes an observer.
  public func removeObserver(_ observer: any Observer) {}

  /// What there is to authenticate with, at one time.
  public final class State: NSObject, Sendable {
    /// The sensor; `nil` without one.
    public let biometry: MechanismBiometry?
    /// The passcode; `nil` if the device cannot be asked.
    public let userPassword: MechanismUserPassword?
    /// Paired devices that are near.
    public let companions: [MechanismCompanion]

    /// All of them.
    public var allMechanisms: [Mechanism] {
      [biometry, userPassword].compactMap { $0 } + companions
    }

    fileprivate override init() {
      let context = LAContext()
      let biometrics = context.obstacle(.deviceOwnerAuthenticationWithBiometrics)
      let owner = context.obstacle(.deviceOwnerAuthentication)
      // `nil`: it can be evaluated. Another error than the device's own: there is no device.
      let hasPasscode =
        owner?.domain == LAErrorDomain ? owner?.code != LAError.passcodeNotSet.rawValue : owner == nil
      userPassword = MechanismUserPassword(isSet: hasPasscode)
      biometry =
        context.biometryType == .none
        ? nil : MechanismBiometry(context, biometrics.flatMap { LAError.Code(rawValue: $0.code) })
      let companion = context.obstacle(.deviceOwnerAuthenticationWithCompanion)
      companions = companion == nil ? [MechanismCompanion(.watch)] : []
    }
  }

  /// One way to authenticate.
  public class Mechanism: NSObject, @unchecked Sendable {
    /// Whether it works now.
    public let isUsable: Bool
    /// Its name for the user.
    public let localizedName: String
    /// The name of its system image.
    public let iconSystemName: String

    fileprivate init(isUsable: Bool, _ name: String, _ icon: String) {
      self.isUsable = isUsable
      localizedName = name
      iconSystemName = icon
    }
  }

  /// The sensor.
  public final class MechanismBiometry: Mechanism, @unchecked Sendable {
    /// Which sensor, whether it works or not.
    public let biometryType: LABiometryType
    /// Whether anybody is enrolled.
    public let isEnrolled: Bool
    /// Whether it waits for the passcode.
    public let isLockedOut: Bool
    /// Changes with every change of the enrolment; empty while biometry cannot be used.
    public let stateHash: Data
    /// Whether the lid is closed; always false.
    public let builtInSensorInaccessible = false

    fileprivate init(_ context: LAContext, _ obstacle: LAError.Code?) {
      biometryType = context.biometryType
      isEnrolled = obstacle != .biometryNotEnrolled && obstacle != .passcodeNotSet
      isLockedOut = obstacle == .biometryLockout
      stateHash = context.evaluatedPolicyDomainState ?? Data()
      let (name, icon) =
        switch biometryType {
        case .none: ("", "")
        case .touchID: ("Touch ID", "touchid")
        case .faceID: ("Face ID", "faceid")
        case .opticID: ("Optic ID", "opticid")
        }
      super.init(isUsable: obstacle == nil, name, icon)
    }
  }

  /// The passcode.
  public final class MechanismUserPassword: Mechanism, @unchecked Sendable {
    /// Whether there is one.
    public let isSet: Bool

    fileprivate init(isSet: Bool) {
      self.isSet = isSet
      super.init(isUsable: isSet, "Passcode", "ellipsis.rectangle")
    }
  }

  /// A paired device that is near.
  public final class MechanismCompanion: Mechanism, @unchecked Sendable {
    /// Which kind it is.
    public let type: LACompanionType
    /// No value: pairing is not simulated.
    public let stateHash: Data? = nil

    fileprivate init(_ type: LACompanionType) {
      self.type = type
      super.init(isUsable: true, "Apple Watch", "applewatch")
    }
  }
}

extension LAContext {
  /// Why a policy cannot be evaluated; `nil` if it can.
  fileprivate func obstacle(_ policy: LAPolicy) -> NSError? {
    var error: NSError?
    return canEvaluatePolicy(policy, error: &error) ? nil : error
  }
}
