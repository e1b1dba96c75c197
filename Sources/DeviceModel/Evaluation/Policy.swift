/// What an app asks the device owner for.
///
/// Apple: *LAPolicy*; the names on the wire are Apple's.
package enum Policy: String, CaseIterable, Sendable {
  case deviceOwnerAuthenticationWithBiometrics
  case deviceOwnerAuthentication
  case deviceOwnerAuthenticationWithCompanion
  case deviceOwnerAuthenticationWithBiometricsOrCompanion

  /// A short name for each, which a request may use as well.
  package static let shortNames: [(name: String, policy: Policy)] = [
    ("biometrics", .deviceOwnerAuthenticationWithBiometrics),
    ("owner", .deviceOwnerAuthentication),
    ("companion", .deviceOwnerAuthenticationWithCompanion),
    ("biometricsOrCompanion", .deviceOwnerAuthenticationWithBiometricsOrCompanion),
  ]

  /// Apple's number.
  package var number: Int {
    switch self {
    case .deviceOwnerAuthenticationWithBiometrics: 1
    case .deviceOwnerAuthentication: 2
    case .deviceOwnerAuthenticationWithCompanion: 3
    case .deviceOwnerAuthenticationWithBiometricsOrCompanion: 4
    }
  }

  /// Every name that a request may use.
  package static let names = allCases.map { (name: $0.rawValue, policy: $0) } + shortNames
}

/// Whether a policy can be evaluated: the tables of *canEvaluatePolicy*. First match wins; nothing prompts.
///
/// Apple: *LAPolicy* and *LAError.Code*.
extension Device {
  func error(for policy: Policy, app: String) -> LAErrorCode? { error(for: policy.requirement, app: app) }

  /// Why a requirement cannot be met now.
  func error(for requirement: Requirement, app: String) -> LAErrorCode? {
    for clause in requirement.clauses {
      if let error = error(for: clause, app) { return error }
    }
    return nil
  }

  /// Any of the factors will do; if none can, the passcode is what a person could set up first.
  private func error(for factors: Factors, _ app: String) -> LAErrorCode? {
    if factors.contains(.applicationPassword) { return nil }
    if factors.contains(.companion), companion.isNear { return nil }
    if factors.contains(.passcode) { return passcode.isSet ? nil : .passcodeNotSet }
    return factors.contains(.biometry) ? biometryError(for: app) : .companionNotAvailable
  }

  /// Why this app cannot use biometry now. "Not determined" counts as granted, and nobody asks for the
  /// usage description before the sensor is used.
  func biometryError(for app: String) -> LAErrorCode? {
    if behavior.passcodeNotSetPrecedence == .first, !passcode.isSet { return .passcodeNotSet }
    if biometryType == .none { return .biometryNotAvailable }
    if let error = settings.sensor.error { return error }
    if biometryType.needsPermission, permission(of: app) == .denied { return .biometryNotAvailable }
    if enrolment.isEmpty { return .biometryNotEnrolled }
    if lockout.isLockedOut { return .biometryLockout }
    return passcode.isSet ? nil : .passcodeNotSet
  }

  mutating func canEvaluate(
    _ policy: Policy, _ app: String?, _ context: ContextID?, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> Availability {
    let app = try enter(app, context, caller, &effects)
    if let context, contexts[context]?.isInvalidated == true {
      return Availability(error: .invalidContext, biometryType: biometryType)
    }
    let error = error(for: policy, app: app)
    return Availability(
      error: error, biometryType: biometryType,
      domainState: noteBiometricCheck(policy, error == nil, app, context))
  }

  mutating func domainState(
    _ app: String?, _ context: ContextID?, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> DomainState {
    let app = try enter(app, context, caller, &effects)
    let isEnrolled = biometryType != .none && !enrolment.isEmpty
    let hash = isEnrolled ? enrolment.domainState(for: app) : nil
    // A fresh context has seen no check, so one is made for it.
    let evaluated =
      if let context { contexts[context]?.domainState } else { biometryError(for: app) == nil ? hash : nil }
    return DomainState(
      evaluated: evaluated, biometryType: biometryType, stateHash: hash,
      companions: companion.isNear ? [companion.type] : [])
  }

  /// Keeps with the context what a check of a biometric policy showed, and returns what it shows now.
  mutating func noteBiometricCheck(
    _ policy: Policy, _ succeeded: Bool, _ app: String, _ context: ContextID?
  ) -> String? {
    let isBiometric =
      policy == .deviceOwnerAuthenticationWithBiometrics
      || policy == .deviceOwnerAuthenticationWithBiometricsOrCompanion
    guard isBiometric else { return context.flatMap { contexts[$0]?.domainState } }
    // Where only biometry would do, the check has found that it does.
    let isUsable =
      succeeded && (policy == .deviceOwnerAuthenticationWithBiometrics || biometryError(for: app) == nil)
    let state = isUsable ? enrolment.domainState(for: app) : nil
    if let context { contexts[context]?.domainState = state }
    return state
  }
}
