package import DeviceModel
import Schema

extension StatePatch {
  /// Every settable field that `getState` shows, with the value it shows.
  package init(shown state: DeviceState) {
    self.init()
    biometryType = state.biometryType
    sensor = state.sensor
    identities = state.identities
    enrolled = state.enrolled
    failedAttempts = state.failedAttempts
    lockedOut = state.lockedOut
    lockoutReason = state.lockoutReason
    passcodeFailures = state.passcodeFailures
    companion = Patch(all: state.companion)
    behavior = BehaviorPatch(all: state.behavior)
  }
}

extension Button {
  /// What a person does to tap it.
  package var response: PromptResponse {
    switch self {
    case .cancel: .tapCancel
    case .fallback: .tapFallback
    case .tryAgain: .tapTryAgain
    case .allow: .allowPermission
    case .deny: .denyPermission
    }
  }
}
