import DeviceModel
import Schema

/// One thing that is different from a device with default settings.
struct Setting: Sendable {
  let apply: @Sendable (inout StatePatch) -> Void

  static let none = Setting { _ in }
  static let noSensor = sensor(.none)
  static let touchID = sensor(.touchID)
  static let faceID = sensor(.faceID)
  static let opticID = sensor(.opticID)
  static let covered = sensorIs(.covered)
  static let nobodyEnrolled = Setting { $0.enrolled = false }
  static let noPasscode = Setting { $0.passcode = .cleared }
  static let lockedOut = Setting { $0.lockedOut = true }
  static let companionNear = Setting { $0.companionNear = true }
  static let simulator = knob { $0.profile = .simulator }

  static func sensor(_ type: BiometryType) -> Setting { Setting { $0.biometryType = type } }

  static func sensorIs(_ state: SensorState) -> Setting { Setting { $0.sensor = state } }

  static func identities(_ names: String...) -> Setting { Setting { $0.identities = names } }

  static func passcode(_ passcode: String) -> Setting { Setting { $0.passcode = .set(passcode) } }

  static func failedAttempts(_ count: Int) -> Setting { Setting { $0.failedAttempts = count } }

  static func passcodeFailures(_ count: Int) -> Setting { Setting { $0.passcodeFailures = count } }

  static func lockedOut(_ reason: LockoutReason) -> Setting { Setting { $0.lockoutReason = reason } }

  static func knob(_ change: @escaping @Sendable (inout BehaviorPatch) -> Void) -> Setting {
    Setting { patch in
      var behavior = patch.behavior ?? BehaviorPatch()
      change(&behavior)
      patch.behavior = behavior
    }
  }
}

extension StatePatch {
  /// All of the settings in one.
  init(_ settings: [Setting]) {
    self.init()
    for setting in settings { setting.apply(&self) }
  }
}
