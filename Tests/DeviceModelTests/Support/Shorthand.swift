import DeviceModel

// The words of a story, shorter than the types say them.

extension Policy {
  static let biometrics = Policy.deviceOwnerAuthenticationWithBiometrics
  static let owner = Policy.deviceOwnerAuthentication
  static let companion = Policy.deviceOwnerAuthenticationWithCompanion
  static let biometricsOrCompanion = Policy.deviceOwnerAuthenticationWithBiometricsOrCompanion
}

extension PromptResponse {
  static let match = PromptResponse.scan(Scan(isGenuine: true))
  static let nonMatch = PromptResponse.scan(Scan(isGenuine: false))
  static let unreadable = PromptResponse.scan(.unreadable)

  static func match(_ modality: Modality) -> PromptResponse {
    .scan(Scan(isGenuine: true, modality: modality))
  }

  static func match(by identity: String) -> PromptResponse {
    .scan(Scan(isGenuine: true, identity: identity))
  }
}

extension Nanoseconds {
  static func seconds(_ seconds: Double) -> Nanoseconds { Nanoseconds(seconds: seconds) }

  static func minutes(_ minutes: Double) -> Nanoseconds { Nanoseconds(seconds: minutes * 60) }
}

extension ClientID {
  static let harness = ClientID(0)
}

/// What an app's call came to.
enum Outcome: Equatable, Sendable {
  case pending
  case success(AuthenticationMethod)
  case error(LAErrorCode)
  /// Answered with something else than an LAError.
  case failure(Failure)

  init(_ result: Result<Reply, Failure>?) {
    switch result {
    case nil: self = .pending
    case .success(.evaluated(let method, domainState: _)): self = .success(method)
    case .success(let reply): preconditionFailure("not an evaluation's reply: \(reply)")
    case .failure(.localAuthentication(let code, _)): self = .error(code)
    case .failure(let failure): self = .failure(failure)
    }
  }
}

extension BiometryType {
  /// Those with a sensor.
  static let sensors: [BiometryType] = [.touchID, .faceID, .opticID]
  /// Those that ask in dialogs.
  static let withDialogs: [BiometryType] = [.faceID, .opticID]
}
