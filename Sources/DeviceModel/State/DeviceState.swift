package import Schema

/// Everything that `getState` shows of a device; its passcode is not among it.
package struct DeviceState: Equatable, Sendable, Described {
  /// Empty where the device's name is not known: a device itself does not know it.
  package var udid = ""
  package var biometryType = BiometryType.faceID
  package var sensor = SensorState.ready
  package var identities: [String] = []
  package var passcodeSet = false
  package var failedAttempts = 0
  package var lockedOut = false
  /// `nil`: not locked out.
  package var lockoutReason: LockoutReason?
  package var passcodeFailures = 0
  /// What is left of the back-off; `nil`: the device is disabled and takes no passcode any more.
  package var passcodeRetryAfter: Nanoseconds? = .zero
  package var deviceLocked = false
  package var unlockedSinceBoot = true
  package var lastUnlock: LastUnlock?
  /// In the order of the bundle ids.
  package var apps: [AppEntry] = []
  package var companion = Companion()
  package var prompt: PromptDescription?
  /// How many keychain items an app has, in the order of the bundle ids; apps without items are left out.
  package var keychain: [KeychainEntry] = []
  /// Failures by order, the first that fits first.
  package var failureOrders: [FailureOrder] = []
  package var clock = ClockReading()
  package var behavior = Behavior()

  package init() {}

  /// Whether anybody is enrolled.
  package var enrolled: Bool {
    get { !identities.isEmpty }
    set {}
  }

  /// How and when the device was last unlocked.
  package struct LastUnlock: Equatable, Sendable {
    package var method = AuthenticationMethod.passcode
    /// On the device's monotonic clock.
    package var time = Nanoseconds.zero

    package init() {}

    /// The wire writes its time in seconds, an archive in nanoseconds.
    static func record(time coding: Coding<Nanoseconds>) -> Record<Self> {
      Record([
        Member("method", \.method, .cases, "how").required(),
        Member("time", \.time, coding, "when, on the device's monotonic clock").required(),
      ])
    }

    package init(method: AuthenticationMethod, time: Nanoseconds) {
      self.method = method
      self.time = time
    }
  }

  /// An app by its bundle id.
  package struct AppEntry: Equatable, Sendable {
    package var app: String
    package var status: AppStatus

    package init(app: String, status: AppStatus) {
      self.app = app
      self.status = status
    }
  }

  /// How many keychain items one app has.
  package struct KeychainEntry: Equatable, Sendable {
    package var app: String
    package var count: Int

    package init(app: String, count: Int) {
      self.app = app
      self.count = count
    }
  }

  /// A device's two clocks at one moment.
  package struct ClockReading: Equatable, Sendable {
    package var mode = ClockMode.real
    package var monotonic = Nanoseconds.zero
    /// Unix seconds.
    package var wall = 0.0

    package init(mode: ClockMode = .real, monotonic: Nanoseconds = .zero, wall: Double = 0) {
      self.mode = mode
      self.monotonic = monotonic
      self.wall = wall
    }

    static let record = Record<Self>([
      Member("mode", \.mode, .cases, "which clock it runs on: real or manual").required(),
      Member(
        "monotonic", \.monotonic, .seconds, "seconds since the device was created; never goes back"
      ).required(),
      Member(
        "wall", \.wall, .number(), "what the device shows as date and time, in Unix seconds"
      ).required(),
    ])
  }
}

extension DeviceState {
  /// A field of the state: how it is shown, how it is set, and, if it cannot be set, what changes it. Who asks
  /// for one of these does not make the others.
  struct StateField: Sendable {
    private(set) var shown: (@Sendable () -> Member<DeviceState>)?
    private(set) var settable: (@Sendable () -> Member<StatePatch>)?
    private(set) var refused: Field?

    /// A field that is shown and set.
    static func both<Shown, Set>(
      _ name: StaticString, _ coding: @autoclosure @escaping @Sendable () -> Coding<Shown>, _ summary: String,
      shown: @autoclosure @escaping Path<DeviceState, Shown>,
      set: @autoclosure @escaping Path<StatePatch, Set?>,
      _ settable: @autoclosure @escaping @Sendable () -> Coding<Set>
    ) -> Self {
      Self(
        shown: { Member(name, shown(), coding(), summary).required() },
        settable: { Member(name, set(), optional: settable(), summary) })
    }

    /// A field that is shown, and set as one value of the same type. `assign` is what the key path does, for
    /// fields that harnesses set all the time: it takes a tenth of the instructions.
    static func both<Shown>(
      _ name: StaticString, _ coding: @autoclosure @escaping @Sendable () -> Coding<Shown>, _ summary: String,
      shown: @autoclosure @escaping Path<DeviceState, Shown>,
      set: @autoclosure @escaping Path<StatePatch, Shown?>,
      assign: (@Sendable (inout StatePatch, Shown) -> Void)? = nil
    ) -> Self {
      var field = both(name, coding(), summary, shown: shown(), set: set(), coding())
      if let assign {
        field.settable = {
          let coding = coding()
          return Member(name, set(), optional: coding, summary).reading { (node, patch) throws(Mismatch) in
            assign(&patch, try coding.read(node))
          }
        }
      }
      return field
    }

    /// A field that is shown only.
    static func shown<Shown>(
      _ name: StaticString, _ coding: @autoclosure @escaping @Sendable () -> Coding<Shown>, _ summary: String,
      _ path: @autoclosure @escaping Path<DeviceState, Shown>, changedBy verbs: String
    ) -> Self {
      Self(
        shown: { Member(name, path(), coding(), summary).required() },
        refused: Field("\(name)", .anyValue, summary).readOnly(changedBy: verbs))
    }

    /// A field that is set and never shown.
    static func secret<Set>(
      _ name: StaticString, _ coding: @autoclosure @escaping @Sendable () -> Coding<Set>, _ summary: String,
      _ path: @autoclosure @escaping Path<StatePatch, Set?>
    ) -> Self {
      Self(settable: { Member(name, path(), optional: coding(), summary).secret() })
    }
  }

  /// Every field, in the order of the reference: the only place where it is described.
  static let fields: [StateField] = [
    .shown(
      "udid", .nonEmpty,
      "a UUID, for harnesses of Apple's simulator: the device's name if that is one, else made from it, always the same",
      \.udid, changedBy: "createDevice"),
    .both(
      "biometryType", .cases,
      "the sensor; set without identities or enrolled, the new sensor's default identity is enrolled",
      shown: \.biometryType, set: \.biometryType),
    .both(
      "sensor", .cases,
      "whether it can be used: ready, covered (closed lid), disconnected or notPaired (Touch ID in a keyboard)",
      shown: \.sensor, set: \.sensor),
    .both(
      "identities", .array(of: .name), "who is enrolled; Touch ID holds 5, Face ID 2, Optic ID 1",
      shown: \.identities, set: \.identities),
    .both(
      "enrolled", .boolean,
      "whether anybody is; true enrols the default identity if nobody was, false nobody",
      shown: \.enrolled, set: \.enrolled),
    .secret(
      "passcode", .passcodeChange, "null: none is set; never shown, see passcodeSet", \.passcode),
    .shown(
      "passcodeSet", .boolean, "whether the device has a passcode", \.passcodeSet, changedBy: "passcode"),
    .both(
      "failedAttempts", .integer(StatePatch.counts), "failed scans in a row, on the whole device",
      shown: \.failedAttempts, set: \.failedAttempts, assign: { $0.failedAttempts = $1 }),
    .both(
      "lockedOut", .boolean, "whether biometry waits for the passcode", shown: \.lockedOut,
      set: \.lockedOut, assign: { $0.lockedOut = $1 }),
    .both(
      "lockoutReason", .nullable(.cases), "why biometry waits for the passcode, or null",
      shown: \.lockoutReason, set: \.lockoutReasonChange),
    .both(
      "passcodeFailures", .integer(StatePatch.counts), "different wrong passcodes in a row",
      shown: \.passcodeFailures, set: \.passcodeFailures),
    .shown(
      "passcodeRetryAfter", .nullable(.seconds),
      "seconds until the next passcode is accepted; null: never, the device is disabled",
      \.passcodeRetryAfter, changedBy: "passcodeFailures or advanceClock"),
    .shown(
      "deviceLocked", .boolean, "whether the device is locked", \.deviceLocked,
      changedBy: "lockDevice or unlockDevice"),
    .shown(
      "unlockedSinceBoot", .boolean, "whether the device was unlocked after its last start",
      \.unlockedSinceBoot, changedBy: "restartDevice or unlockDevice"),
    .shown(
      "lastUnlock",
      .nullable(.object(LastUnlock.record(time: .seconds), from: LastUnlock.init)),
      "how and when the device was last unlocked, or null", \.lastUnlock, changedBy: "unlockDevice"),
    .shown(
      "apps",
      Coding<Named<AppStatus>>.dictionary(of: .object).map {
        $0.sorted.map { AppEntry(app: $0.name, status: $0.value) }
      } _: {
        $0.reduce(into: Named()) { $0[$1.app] = $1.status }
      }, "the apps this device knows, by bundle id", \.apps, changedBy: "setApp"),
    .both(
      "companion", shownCompanion, "the paired Watch, Mac or Vision Pro", shown: \.companion,
      set: \.companion, Patch<Companion>.coding),
    .shown(
      "prompt", .nullable(Coding<PromptDescription>.object.named("Prompt")), "the prompt on screen, or null",
      \.prompt, changedBy: "evaluatePolicy"),
    .shown(
      "keychain",
      Coding<Named<Int>>.dictionary(of: .count).map {
        $0.sorted.map { KeychainEntry(app: $0.name, count: $0.value) }
      } _: {
        $0.reduce(into: Named()) { $0[$1.app] = $1.count }
      }, "how many keychain items each app has", \.keychain,
      changedBy: "secItemAdd, secItemDelete or resetKeychain"),
    .shown(
      "failNext", .array(of: .order),
      "failures that coming calls of apps meet, the first that fits first", \.failureOrders,
      changedBy: "failNext or disarm"),
    .shown(
      "clock", .object(ClockReading.record, from: { ClockReading() }), "the device's two clocks", \.clock,
      changedBy: "setClock"),
    .both(
      "behavior", shownKnobs, "the knobs; those not given stay", shown: \.behavior,
      set: \.behavior, BehaviorPatch.coding.named("BehaviorPatch")),
  ]

  /// All that is shown.
  package static let record = Record<Self>(fields.compactMap { $0.shown?() })

  private static let shownCompanion = Coding<Companion>.object(
    Record(Companion.record.members.map { $0.required() }), from: Companion.init)

  private static let shownKnobs = Coding<Behavior>.object(
    Record(Behavior.record.members.map { $0.required() }), from: Behavior.init
  ).named("Behavior")
}

/// The device that is paired with this one.
///
/// Apple: *LACompanionType*; the names on the wire are Apple's.
package struct Companion: Described, Equatable {
  package var isNear = false
  package var type = Kind.watch

  package enum Kind: String, CaseIterable, Sendable {
    case watch, mac, vision
  }

  package init() {}

  package static let record = Record<Self>([
    Member("near", \.isNear, .boolean, "whether it is in reach"),
    Member("type", \.type, .cases, "what it is; a new device's: watch"),
  ])
}

/// The state as `getState` shows it.
extension Device {
  /// What time it is, on the device's monotonic clock.
  package var now: Nanoseconds { clock.now }

  /// What is shown of a device that has this number.
  package func state(udid: String) -> DeviceState {
    var state = state
    state.udid = udid
    return state
  }

  package var state: DeviceState {
    var state = DeviceState()
    state.biometryType = biometryType
    state.sensor = settings.sensor
    state.identities = enrolment.identities
    state.passcodeSet = passcode.isSet
    state.failedAttempts = lockout.failedAttempts
    state.lockedOut = lockout.isLockedOut
    state.lockoutReason = lockout.reason
    state.passcodeFailures = passcode.failures
    state.passcodeRetryAfter = passcode.retryAfter(at: clock.now, behavior)
    state.deviceLocked = lockScreen.isLocked
    state.unlockedSinceBoot = lockScreen.unlockedSinceBoot
    state.lastUnlock = lockScreen.lastUnlock
    state.apps = apps.sorted.map { .init(app: $0.name, status: $0.app.status) }
    state.companion = companion
    state.prompt = prompt?.description
    state.keychain = keychain.counts
    state.failureOrders = failureOrders.all
    state.clock = clock.reading
    state.behavior = behavior
    return state
  }
}
