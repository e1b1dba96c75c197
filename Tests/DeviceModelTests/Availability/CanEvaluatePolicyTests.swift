import DeviceModel
import Schema
import Testing

/// A row of the table of *canEvaluatePolicy*: a device, and what each policy answers on it.
struct AvailabilityRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let settings: [Setting]
  var permission = Permission.granted
  let biometrics: LAErrorCode?
  let owner: LAErrorCode?
  let companion: LAErrorCode?
  let either: LAErrorCode?

  init(
    _ name: String, _ settings: [Setting], permission: Permission = .granted, biometrics: LAErrorCode?,
    owner: LAErrorCode?, companion: LAErrorCode?, either: LAErrorCode?
  ) {
    testDescription = name
    self.settings = settings
    self.permission = permission
    self.biometrics = biometrics
    self.owner = owner
    self.companion = companion
    self.either = either
  }

  /// A device without a companion in reach.
  static func alone(
    _ name: String, _ settings: Setting..., permission: Permission = .granted,
    biometrics: LAErrorCode?, owner: LAErrorCode? = nil
  ) -> Self {
    Self(
      name, settings, permission: permission, biometrics: biometrics, owner: owner,
      companion: .companionNotAvailable, either: biometrics)
  }

  static let rows: [Self] = [
    .alone("Face ID", .faceID, biometrics: nil),
    .alone("Touch ID", .touchID, biometrics: nil),
    .alone("Optic ID", .opticID, biometrics: nil),
    .alone("no hardware", .noSensor, biometrics: .biometryNotAvailable),
    .alone(
      "no hardware, no passcode", .noSensor, .noPasscode, biometrics: .biometryNotAvailable,
      owner: .passcodeNotSet),
    .alone("covered", .covered, biometrics: .biometryNotAvailable),
    .alone("Touch ID away", .touchID, .sensorIs(.disconnected), biometrics: .biometryDisconnected),
    .alone("Touch ID not paired", .touchID, .sensorIs(.notPaired), biometrics: .biometryNotPaired),
    .alone(
      "away, nobody enrolled, locked out", .touchID, .sensorIs(.disconnected), .nobodyEnrolled, .lockedOut,
      biometrics: .biometryDisconnected),
    .alone("covered, and denied", .covered, permission: .denied, biometrics: .biometryNotAvailable),
    .alone("Face ID denied", .faceID, permission: .denied, biometrics: .biometryNotAvailable),
    .alone("Optic ID denied", .opticID, permission: .denied, biometrics: .biometryNotAvailable),
    .alone("Touch ID has no permission", .touchID, permission: .denied, biometrics: nil),
    .alone("Face ID never asked", .faceID, permission: .notDetermined, biometrics: nil),
    .alone("nobody enrolled", .nobodyEnrolled, biometrics: .biometryNotEnrolled),
    .alone(
      "denied, nobody enrolled", .nobodyEnrolled, permission: .denied, biometrics: .biometryNotAvailable),
    .alone("nobody enrolled, locked out", .nobodyEnrolled, .lockedOut, biometrics: .biometryNotEnrolled),
    .alone(
      "nobody enrolled, no passcode", .nobodyEnrolled, .noPasscode, biometrics: .biometryNotEnrolled,
      owner: .passcodeNotSet),
    .alone("locked out by failures", .lockedOut(.failedAttempts), biometrics: .biometryLockout),
    .alone("locked out by a restart", .lockedOut(.restart), biometrics: .biometryLockout),
    .alone("locked out from afar", .lockedOut(.remoteLock), biometrics: .biometryLockout),
    .alone("locked out by SOS", .lockedOut(.sos), biometrics: .biometryLockout),
    .alone("locked out by age", .lockedOut(.passcodeExpired), biometrics: .biometryLockout),
    .alone("no passcode", .noPasscode, biometrics: .passcodeNotSet, owner: .passcodeNotSet),
    Self(
      "a companion near", [.companionNear], biometrics: nil, owner: nil, companion: nil, either: nil),
    Self(
      "no biometry, a companion near", [.noSensor, .companionNear], biometrics: .biometryNotAvailable,
      owner: nil, companion: nil, either: nil),
    Self(
      "nothing but a companion", [.noSensor, .noPasscode, .companionNear],
      biometrics: .biometryNotAvailable, owner: .passcodeNotSet, companion: nil, either: nil),
  ]
}

/// Section 3 of the rulebook.
@Suite("canEvaluatePolicy")
struct CanEvaluatePolicyTests {
  @Test("each row of the table", arguments: AvailabilityRow.rows)
  func row(_ row: AvailabilityRow) throws {
    let story = try Story(row.settings)
    let app = story.connect()
    try story.verb(.setApp(Device.defaultApp, AppChanges(permission: row.permission)))
    #expect(try app.error(for: .biometrics) == row.biometrics)
    #expect(try app.error(for: .owner) == row.owner)
    #expect(try app.error(for: .companion) == row.companion)
    #expect(try app.error(for: .biometricsOrCompanion) == row.either)
  }

  @Test("an invalidated context answers invalidContext to every policy", arguments: Policy.allCases)
  func invalidated(_ policy: Policy) throws {
    let story = try Story(.noSensor, .noPasscode)
    let app = story.connect()
    let context = try app.createContext()
    try app.invalidate(context)
    #expect(try app.error(for: policy, in: context) == .invalidContext)
  }

  @Test("first among the reasons, a missing passcode wins over all others")
  func passcodeFirst() throws {
    let story = try Story(.noSensor, .noPasscode, .knob { $0.passcodeNotSetPrecedence = .first })
    let app = story.connect()
    #expect(try app.error(for: .biometrics) == .passcodeNotSet)
    #expect(try app.error(for: .biometricsOrCompanion) == .passcodeNotSet)
    try story.set(.passcode("1234"))
    #expect(try app.error(for: .biometrics) == .biometryNotAvailable)
  }

  @Test("a missing usage description is no reason")
  func usageDescription() throws {
    let story = try Story()
    try story.verb(.setApp(Device.defaultApp, AppChanges(usageDescription: false)))
    #expect(try story.connect().error(for: .biometrics) == nil)
  }

  @Test("the permission is each app's own")
  func permissionPerApp() throws {
    let story = try Story()
    try story.verb(.setApp("a", AppChanges(permission: .denied)))
    #expect(try story.connect("a").error(for: .biometrics) == .biometryNotAvailable)
    #expect(try story.connect("b").error(for: .biometrics) == nil)
  }

  @Test("nothing is ever shown, and an app in the background may ask")
  func showsNothing() throws {
    let story = try Story()
    let app = story.connect()
    for policy in Policy.allCases { _ = try app.error(for: policy) }
    try story.verb(.backgroundApp(Device.defaultApp))
    #expect(try app.error(for: .biometrics) == nil)
    #expect(
      story.events == [
        .appStateChanged(app: Device.defaultApp, .foreground),
        .appStateChanged(app: Device.defaultApp, .background),
      ])
  }

  @Test("the sensor is named whatever the answer", arguments: [BiometryType.none] + BiometryType.sensors)
  func namesTheSensor(_ type: BiometryType) throws {
    for setting in [Setting.none, .nobodyEnrolled, .lockedOut, .noPasscode] {
      let app = try Story(.sensor(type), setting).connect()
      for policy in Policy.allCases { #expect(try app.check(policy).biometryType == type) }
    }
  }

  /// Every device that the fields of the table can make, against the reasons in their order.
  @Test("the first reason that holds is the answer, on every device there is")
  func everyDevice() throws {
    for type in BiometryType.allCases {
      for permission in Permission.allCases {
        for bits in 0..<32 {
          let (isEnrolled, isLockedOut) = (bits & 1 != 0 && type != .none, bits & 2 != 0)
          let (hasPasscode, isNear, isFirst) = (bits & 4 != 0, bits & 8 != 0, bits & 16 != 0)
          // Nothing could end such a lockout.
          if isLockedOut, !hasPasscode { continue }
          let story = try Story(
            Setting {
              $0.biometryType = type
              $0.enrolled = isEnrolled
              $0.lockedOut = isLockedOut
              $0.passcode = hasPasscode ? .set("1") : .cleared
              $0.companionNear = isNear
              $0.behavior = BehaviorPatch()
              $0.behavior?.passcodeNotSetPrecedence = isFirst ? .first : .header
            })
          try story.verb(.setApp(Device.defaultApp, AppChanges(permission: permission)))
          let isDenied = permission == .denied && (type == .faceID || type == .opticID)
          let reasons: [(Bool, LAErrorCode)] = [
            (!hasPasscode && isFirst, .passcodeNotSet), (type == .none, .biometryNotAvailable),
            (isDenied, .biometryNotAvailable), (!isEnrolled, .biometryNotEnrolled),
            (isLockedOut, .biometryLockout), (!hasPasscode, .passcodeNotSet),
          ]
          let biometrics = reasons.first { $0.0 }?.1
          let expected: [Policy: LAErrorCode?] = [
            .biometrics: biometrics, .owner: hasPasscode ? nil : .passcodeNotSet,
            .companion: isNear ? nil : .companionNotAvailable,
            .biometricsOrCompanion: isNear ? nil : biometrics,
          ]
          let app = story.connect()
          for policy in Policy.allCases where try app.error(for: policy) != expected[policy] {
            Issue.record("\(type) \(permission) \(bits): \(policy)")
          }
        }
      }
    }
  }
}
