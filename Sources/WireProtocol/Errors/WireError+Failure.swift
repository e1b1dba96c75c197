package import DeviceModel
import Schema

extension WireError {
  /// What a device answered, as the wire says it.
  package init(_ failure: Failure) {
    switch failure {
    case .localAuthentication(let code, let message):
      self.init(code: code.rawValue, in: .localAuthentication, message ?? code.advice)
    case .keychain(let status, let message, let cause):
      self.init(code: status.rawValue, in: .osStatus, message ?? cause?.advice ?? status.advice)
    case .cryptoTokenKit(let code, let message):
      self.init(code: code.rawValue, in: .cryptoTokenKit, message)
    case .invalidParameter(let parameter, let rule):
      self = .invalidParams(parameter, "\(parameter): \(rule)", accepted: .string(rule))
    case .wrongModality(let scanned, let sensor):
      self = .wrongModality(scanned, sensor)
    case .noSuchControl(let control, let shown, let pane):
      self = .noSuchControl(control, shown, pane)
    case .notDelivered(let reason):
      self.init(
        "notDelivered", in: .devicesim, reason.advice, [.string("reason", reason.rawValue)])
    case .unknownContext(let id):
      self.init(
        "unknownContext", in: .devicesim,
        "there is no context \(id) here: a context belongs to the connection that made it and goes with it, "
          + "with a reset, or for a new one once it is invalidated; createContext makes one",
        [.string("context", id.description)])
    case .refused(let reason, let message):
      self = .refused(reason, message)
    case .appTerminated(let app):
      self.init(
        "appTerminated", in: .devicesim,
        "\(quoted(app)) was killed, and this connection spoke for it; a new connection launches it anew",
        [.string("app", app)])
    case .limitExceeded(let message, let limit):
      self = .limitExceeded(message, limit: limit)
    case .cancelled:
      self = .cancelled
    }
  }

  private static func wrongModality(_ scanned: Modality, _ sensor: BiometryType) -> Self {
    let name = ["finger": "Finger", "face": "Face", "eyes": "Eyes"]
    let advice =
      if let right = sensor.modality {
        "its sensor is \(sensor.title): use matching\(name[right.rawValue, default: ""]) or match, "
          + "nonMatching\(name[right.rawValue, default: ""]) or nonMatch"
      } else {
        "it has no sensor: setState biometryType gives it one"
      }
    return Self(
      "wrongModality", in: .devicesim, "this device does not scan \(scanned.title); \(advice)",
      [.string("scanned", scanned.rawValue), .string("biometryType", sensor.rawValue)])
  }

  private static func noSuchControl(_ control: String, _ shown: [Button], _ pane: Pane) -> Self {
    let list = shown.map(\.rawValue)
    let buttons = list.isEmpty ? "no buttons" : list.joined(separator: ", ")
    let next = shown.map(\.method).joined(separator: ", ")
    let advice = next.isEmpty ? "" : "; use \(next)"
    return Self(
      "noSuchControl", in: .devicesim,
      "the \(pane.rawValue) prompt on screen has no \(control); it shows \(buttons)\(advice)",
      [.string("control", control), .strings("shown", list), .string("pane", pane.rawValue)])
  }
}

extension LAErrorCode {
  /// What happened to the app's call and, where somebody can change that, how.
  fileprivate var advice: String {
    switch self {
    case .authenticationFailed: "nobody enrolled was recognised"
    case .userCancel: "the user tapped cancel"
    case .userFallback: "the user tapped the fallback button"
    case .systemCancel: "the system took the prompt away"
    case .passcodeNotSet: "the device has no passcode: setPasscode sets one"
    case .biometryNotAvailable:
      "no sensor, or it is covered, or the user does not let this app use it: see biometryType, sensor and "
        + "the app's permission"
    case .biometryNotEnrolled: "nobody is enrolled: enroll enrols somebody"
    case .biometryLockout:
      "biometry is locked out until the passcode is entered: unlockDevice or a prompt takes it"
    case .appCancel: "the app took its prompt away"
    case .invalidContext: "the context was invalidated: createContext makes a new one"
    case .companionNotAvailable: "no companion is in reach: setState companion.near brings one"
    case .biometryNotPaired: "the keyboard with Touch ID is not paired: setState sensor=ready pairs it"
    case .biometryDisconnected: "the keyboard with Touch ID is away: setState sensor=ready connects it"
    case .notInteractive: "a prompt is needed and cannot be shown"
    default:
      ErrorRegistry.find(rawValue, in: .localAuthentication)?.summary
        ?? "LAError \(rawValue)"
    }
  }
}

extension OSStatusCode {
  /// What happened to the app's call.
  fileprivate var advice: String {
    switch self {
    case .userCanceled: "the user tapped cancel"
    case .authFailed: "nobody showed what the item's protection asks for"
    case .duplicateItem: "an item with the same primary key is already there: secItemUpdate changes it"
    case .itemNotFound: "no item of this app matches: listKeychainItems shows what there is"
    case .interactionNotAllowed: "a prompt is needed and cannot be shown"
    default:
      ErrorRegistry.find(rawValue, in: .osStatus)?.summary
        ?? "OSStatus \(rawValue)"
    }
  }
}

extension NotDeliveredReason {
  /// What is on screen instead, and the next command.
  fileprivate var advice: String {
    switch self {
    case .noPrompt:
      "no prompt is on screen: an app must call evaluatePolicy first, or give whenPrompted to wait for one"
    case .tryAgainShown: "the dialog waits: tapTryAgain"
    case .scanningEnded: "the prompt takes no more scans: tapFallback or tapCancel"
    case .scanInProgress: "the sensor is still at the last scan: wait for its scan event, or advanceClock"
    case .passcodePane: "the prompt asks for the passcode: enterPasscode or tapCancel"
    case .permissionAlert: "the alert asks for permission first: allowPermission or denyPermission"
    case .applicationPasswordPane:
      "the prompt asks for the item's password: enterApplicationPassword or tapCancel"
    case .companionPane: "the prompt waits for the companion: approveCompanion or tapCancel"
    }
  }
}

extension Modality {
  /// What is scanned, in a sentence.
  fileprivate var title: String {
    switch self {
    case .finger: "fingers"
    case .face: "faces"
    case .eyes: "eyes"
    }
  }
}

extension BiometryType {
  /// What people call it.
  fileprivate var title: String {
    switch self {
    case .none: "none"
    case .touchID: "Touch ID"
    case .faceID: "Face ID"
    case .opticID: "Optic ID"
    }
  }
}
