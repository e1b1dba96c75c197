package import DeviceModel
package import JSON
import WireProtocol

/// What happened, or how something is, as every page names, colours and draws it.
package enum Sign: String, CaseIterable, Sendable {
  case match, noMatch, unreadable
  case passcode, rightPasscode, wrongPasscode
  case tap
  case promptShown, succeeded, failed, endedByPerson, endedBySystem
  case lockout, lockoutCleared, deviceLocked, deviceUnlocked
  case foreground, inactive, background, notRunning
  case keychain, settings, clock
  case quiet, refused

  /// Its name in legends, forms and filters.
  package var name: String {
    switch self {
    case .match: "recognised"
    case .noMatch: "not recognised"
    case .unreadable: "unreadable"
    case .passcode: "passcode"
    case .rightPasscode: "right passcode"
    case .wrongPasscode: "wrong passcode"
    case .tap: "tapped"
    case .promptShown: "prompt on screen"
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .endedByPerson: "ended by the person"
    case .endedBySystem: "ended by system or app"
    case .lockout: "locked out"
    case .lockoutCleared: "lockout over"
    case .deviceLocked: "lock screen"
    case .deviceUnlocked: "unlocked"
    case .foreground: "in front"
    case .inactive: "inactive"
    case .background: "in the background"
    case .notRunning: "not running"
    case .keychain: "keychain"
    case .settings: "settings"
    case .clock: "clock"
    case .quiet: "no change"
    case .refused: "refused"
    }
  }

  package var colour: Colour {
    switch self {
    case .match, .rightPasscode, .succeeded, .lockoutCleared, .foreground: .good
    case .noMatch, .wrongPasscode, .failed, .lockout, .refused: .bad
    case .unreadable, .clock, .inactive: .warning
    case .passcode, .promptShown: .info
    case .tap: .tap
    case .deviceLocked, .deviceUnlocked: .locked
    case .endedByPerson, .endedBySystem, .background, .notRunning, .keychain, .settings, .quiet: .faint
    }
  }

  package var icon: Icon {
    switch self {
    case .match: .check
    case .noMatch: .cross
    case .unreadable: .triangle
    case .passcode: .keys
    case .rightPasscode: .keysRight
    case .wrongPasscode: .keysWrong
    case .tap: .diamond
    case .promptShown: .card
    case .succeeded: .shieldRight
    case .failed: .shieldWrong
    case .endedByPerson: .person
    case .endedBySystem: .chip
    case .lockout: .noEntry
    case .lockoutCleared: .ring
    case .deviceLocked: .lock
    case .deviceUnlocked: .openLock
    case .foreground: .full
    case .inactive: .half
    case .background: .frame
    case .notRunning: .corners
    case .keychain: .key
    case .settings: .sliders
    case .clock: .clock
    case .quiet: .dot
    case .refused: .refusal
    }
  }

  /// The icon in its colour.
  package var html: String {
    "<svg class=\"icon \(colour.rawValue)\" aria-hidden=\"true\"><use href=\"#\(icon.rawValue)\"/></svg>"
  }

  /// The sign of an event; `nil` for a kind that this program does not know.
  package init?(event: JSONNode) {
    guard let kind = event["kind"]?.string.flatMap(EventKind.init) else { return nil }
    switch kind {
    case .promptShown, .promptUpdated: self = .promptShown
    case .promptDismissed: self = Self.end(event)
    case .scan: self = event["matched"]?.bool == true ? .match : .noMatch
    case .unreadableScan: self = .unreadable
    case .lockout: self = .lockout
    case .lockoutCleared: self = .lockoutCleared
    case .deviceLocked: self = .deviceLocked
    case .deviceUnlocked: self = .deviceUnlocked
    case .appStateChanged: self = event["state"]?.string.flatMap(AppState.init).map(Self.init) ?? .notRunning
    case .appTerminated: self = .notRunning
    case .keychainChanged: self = .keychain
    case .clockAdvanced: self = .clock
    case .enrollmentChanged, .passcodeChanged, .stateChanged, .deviceCreated, .deviceDeleted,
      .subscriptionGap:
      self = .settings
    }
  }

  /// The errors that an app gets when the person ends the prompt.
  private static let ofPerson: Set<String> = ["userCancel", "userFallback"]

  private static func end(_ event: JSONNode) -> Self {
    switch event["outcome"]?.string {
    case "succeeded": .succeeded
    case "failed": .failed
    default: ofPerson.contains(event["error"]?.string ?? "") ? .endedByPerson : .endedBySystem
    }
  }

  package init(_ state: AppState) {
    switch state {
    case .foreground: self = .foreground
    case .inactive: self = .inactive
    case .background: self = .background
    case .notRunning: self = .notRunning
    }
  }
}
