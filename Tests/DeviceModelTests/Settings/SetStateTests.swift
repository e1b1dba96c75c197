import DeviceModel
import ModelChecking
import Schema
import Testing

/// Section 1 of the rulebook.
@Suite("setState")
struct SetStateTests {
  /// A change, the events it makes.
  private static let changes: [(String, [Setting], Setting, [Event.Body])] = [
    (
      "another sensor", [], .touchID,
      [.stateChanged(fields: [.biometryType]), .enrollmentChanged(identities: ["finger-1"])]
    ),
    (
      "no sensor", [], .noSensor,
      [.stateChanged(fields: [.biometryType]), .enrollmentChanged(identities: [])]
    ),
    (
      "another sensor with the same people", [.identities("anna")],
      Setting {
        $0.biometryType = .opticID; $0.identities = ["anna"]
      },
      [.stateChanged(fields: [.biometryType])]
    ),
    (
      "another sensor with nobody", [],
      Setting {
        $0.biometryType = .opticID; $0.enrolled = false
      },
      [.stateChanged(fields: [.biometryType]), .enrollmentChanged(identities: [])]
    ),
    ("nobody", [], .nobodyEnrolled, [.enrollmentChanged(identities: [])]),
    (
      "somebody", [.nobodyEnrolled], Setting { $0.enrolled = true },
      [.enrollmentChanged(identities: ["face-1"])]
    ),
    ("two people", [], .identities("a", "b"), [.enrollmentChanged(identities: ["a", "b"])]),
    ("another passcode", [], .passcode("9"), [.passcodeChanged(isSet: true)]),
    ("no passcode", [], .noPasscode, [.passcodeChanged(isSet: false)]),
    ("failed scans", [], .failedAttempts(3), [.stateChanged(fields: [.failedAttempts])]),
    (
      "as many as lock out", [], .failedAttempts(5),
      [.stateChanged(fields: [.failedAttempts]), .lockout(.failedAttempts)]
    ),
    (
      "a lockout", [], .lockedOut, [.stateChanged(fields: [.failedAttempts]), .lockout(.failedAttempts)]
    ),
    ("a lockout for another reason", [], .lockedOut(.sos), [.lockout(.sos)]),
    ("another reason", [.lockedOut(.restart)], .lockedOut(.remoteLock), [.lockout(.remoteLock)]),
    (
      "no lockout", [.lockedOut], Setting { $0.lockedOut = false },
      [.stateChanged(fields: [.failedAttempts]), .lockoutCleared]
    ),
    ("wrong passcodes", [], .passcodeFailures(7), [.stateChanged(fields: [.passcodeFailures])]),
    ("a companion", [], .companionNear, [.stateChanged(fields: [.companion])]),
    ("a knob", [], .knob { $0.maxFailures = 9 }, [.stateChanged(fields: [.behavior])]),
    (
      "several at once", [],
      Setting {
        $0.identities = ["x"]
        $0.failedAttempts = 2
        $0.companionNear = true
      },
      [.stateChanged(fields: [.failedAttempts, .companion]), .enrollmentChanged(identities: ["x"])]
    ),
  ]

  @Test("sends the events of what changes, and none the second time", arguments: 0..<changes.count)
  func events(_ index: Int) throws {
    let (name, settings, change, events) = Self.changes[index]
    let story = try Story(settings)
    #expect(try story.set(change), "\(name)")
    #expect(story.events == events, "\(name)")
    #expect(try !story.set(change), "\(name)")
    #expect(story.events == events, "\(name)")
  }

  /// What contradicts itself, the sensor or the profile.
  private static let refusals: [(String, [Setting], Setting, RefusalReason)] = [
    (
      "enrolled without identities", [],
      Setting {
        $0.enrolled = true; $0.identities = []
      }, .contradiction
    ),
    (
      "identities that are not enrolled", [],
      Setting {
        $0.enrolled = false; $0.identities = ["a"]
      },
      .contradiction
    ),
    ("three faces", [], .identities("a", "b", "c"), .enrolmentFull),
    ("six fingers", [.touchID], .identities("1", "2", "3", "4", "5", "6"), .enrolmentFull),
    ("two pairs of eyes", [.opticID], .identities("a", "b"), .enrolmentFull),
    (
      "more than the new sensor holds", [.touchID, .identities("a", "b", "c")],
      Setting {
        $0.biometryType = .faceID; $0.identities = ["a", "b", "c"]
      }, .enrolmentFull
    ),
    ("people without a sensor", [.noSensor], .identities("a"), .noSensor),
    ("somebody without a sensor", [.noSensor], Setting { $0.enrolled = true }, .noSensor),
    (
      "no lockout with a reason", [],
      Setting {
        $0.lockedOut = false; $0.lockoutReason = .sos
      },
      .contradiction
    ),
    (
      "no lockout with too many failures", [],
      Setting {
        $0.lockedOut = false; $0.failedAttempts = 5
      },
      .contradiction
    ),
    (
      "no lockout with a lower limit", [.failedAttempts(3)],
      Setting {
        $0.lockedOut = false; $0.behavior = BehaviorPatch(); $0.behavior?.maxFailures = 3
      },
      .contradiction
    ),
    ("a lockout of the simulator", [.simulator], .lockedOut, .contradiction),
    ("a lockout of the simulator for a reason", [.simulator], .lockedOut(.sos), .contradiction),
    ("wrong passcodes without a passcode", [.noPasscode], .passcodeFailures(1), .contradiction),
  ]

  @Test("refuses what contradicts, and changes nothing at all", arguments: 0..<refusals.count)
  func refused(_ index: Int) throws {
    let (name, settings, change, reason) = Self.refusals[index]
    let story = try Story(settings)
    let before = story.device
    var patch = StatePatch([change])
    patch.companionNear = true
    patch.passcode = patch.passcode ?? (reason == .contradiction ? nil : .set("all or nothing"))
    #expect(story.refusal(of: .setState(patch)) == reason, "\(name)")
    #expect(story.device == before, "\(name)")
    #expect(throws: Failure.self, "\(name)") {
      try Device(StatePatch(settings + [change]), at: .zero, wallTime: 0)
    }
  }

  /// Values that no device can have, by the parameter that says so.
  private static let invalid: [(String, Setting)] = [
    ("passcode", .passcode("")), ("failedAttempts", .failedAttempts(-1)),
    ("failedAttempts", .failedAttempts(.max)), ("passcodeFailures", .passcodeFailures(-1)),
    ("passcodeFailures", .passcodeFailures(.max)), ("identities", .identities("a", "a")),
    ("identities", .identities("")), ("behavior.maxFailures", .knob { $0.maxFailures = 0 }),
    (
      "behavior.contextAuthenticationLifetime",
      .knob { $0.contextAuthenticationLifetime = Nanoseconds(-1) }
    ),
    ("behavior.passcodeDelays[1]", .knob { $0.passcodeDelays = [.zero, .seconds(-1)] }),
    ("behavior.falseRejectRate", .knob { $0.falseRejectRate = 1.01 }),
    ("behavior.falseRejectRate", .knob { $0.falseRejectRate = .nan }),
    (
      "behavior.scanLatency",
      .knob { $0.scanLatency = .init(minimum: .seconds(2), maximum: .seconds(1)) }
    ),
    (
      "behavior.scanLatency[0]",
      .knob { $0.scanLatency = .init(minimum: .seconds(-2), maximum: .seconds(1)) }
    ),
    ("behavior.promptTimeout", .knob { $0.promptTimeout = .some(.seconds(-1)) }),
  ]

  @Test("refuses values that no device can have, by name", arguments: 0..<invalid.count)
  func invalidValue(_ index: Int) throws {
    let (parameter, change) = Self.invalid[index]
    let story = try Story(.touchID)
    let before = story.device
    var patch = StatePatch([change])
    patch.companionNear = true
    guard case .failure(.invalidParameter(parameter, _)) = story.reply(to: story.send(.setState(patch)))
    else {
      Issue.record("\(parameter) was taken")
      return
    }
    #expect(story.device == before)
  }

  @Test("an empty passcode is refused by its verb as well")
  func emptyPasscode() throws {
    let story = try Story()
    #expect(throws: Failure.self) { try story.harness(.setPasscode("")) }
    #expect(story.state.passcodeSet)
  }

  @Test(
    "the shown settable fields change nothing, on any device",
    arguments: [
      [Setting.none], [.touchID, .identities("a", "b", "c")], [.noSensor], [.nobodyEnrolled], [.lockedOut],
      [.lockedOut(.restart)], [.failedAttempts(4)], [.passcodeFailures(8)], [.passcodeFailures(10)],
      [.noPasscode, .failedAttempts(4)], [.covered], [.touchID, .sensorIs(.notPaired)],
      [.simulator, .failedAttempts(77)], [.companionNear, .opticID],
      [
        .knob {
          $0.maxFailures = 2
          $0.seed = 7
          $0.promptTimeout = .some(.seconds(3))
          $0.scanLatency = .init(minimum: .seconds(1), maximum: .seconds(2))
        }
      ],
    ])
  func roundTrip(_ settings: [Setting]) throws {
    let story = try Story(settings)
    let app = story.connect()
    for policy in Policy.allCases {
      app.evaluate(policy)
      let before = story.device
      #expect(try !story.verb(.setState(StatePatch(shown: story.state))))
      #expect(story.device == before)
    }
    // A lockout by a limit that was raised since is shown, and may be set, as it is.
    try story.set(.knob { $0.maxFailures = 50 })
    #expect(try !story.verb(.setState(StatePatch(shown: story.state))))
  }

  @Test("the shown fields make an equal device anew")
  func anew() throws {
    let story = try Story(.touchID, .identities("a", "b"), .lockedOut, .passcodeFailures(7), .companionNear)
    let other = try Device(StatePatch(shown: story.state), clock: .manual, at: .zero, wallTime: 0)
    #expect(other.state == story.state)
  }

  /// A setting, and what becomes of prompts: still there, another pane, or ended with systemCancel.
  private static let prompts: [(Policy, [Setting], Setting, Pane?)] = [
    (.biometrics, [], .nobodyEnrolled, nil), (.biometrics, [], .lockedOut, nil),
    (.biometrics, [], .noPasscode, nil), (.biometrics, [], .noSensor, nil),
    (.biometrics, [], .touchID, nil), (.biometrics, [], .identities("other"), .biometry),
    (.biometrics, [], .passcode("9"), .biometry), (.biometrics, [], .failedAttempts(4), .biometry),
    (.biometrics, [], .failedAttempts(5), nil), (.biometrics, [], .companionNear, .biometry),
    (.owner, [], .nobodyEnrolled, .passcode), (.owner, [], .lockedOut, .passcode),
    (.owner, [], .noPasscode, nil), (.owner, [], .touchID, nil), (.owner, [], .noSensor, nil),
    (.owner, [.lockedOut], .touchID, .passcode), (.owner, [.lockedOut], .noPasscode, nil),
    (.owner, [.lockedOut], Setting { $0.lockedOut = false }, .passcode),
    (.biometricsOrCompanion, [.companionNear], .lockedOut, .companion),
    (.biometricsOrCompanion, [.companionNear], .noPasscode, .companion),
    (.biometricsOrCompanion, [.companionNear], Setting { $0.companionNear = false }, .biometry),
    (.biometricsOrCompanion, [.companionNear, .lockedOut], Setting { $0.companionNear = false }, nil),
    (.companion, [.companionNear], .lockedOut, .companion),
    (.companion, [.companionNear], .noSensor, .companion),
  ]

  @Test("a prompt that can no longer be is ended, or turns to what can be", arguments: 0..<prompts.count)
  func promptsAfter(_ index: Int) throws {
    let (policy, settings, change, pane) = Self.prompts[index]
    let story = try Story(settings)
    let call = story.connect().evaluate(policy)
    try story.set(change)
    #expect(story.prompt?.pane == pane)
    #expect(call.outcome == (pane == nil ? .error(.systemCancel) : .pending))
  }

  @Test("Face ID's last dialog stays when biometry is locked out from outside; the first does not")
  func dialogs() throws {
    for (responses, isLast) in [
      ([PromptResponse.nonMatch], false), ([.nonMatch, .tapTryAgain, .nonMatch], true),
    ] {
      let story = try Story()
      let call = story.connect().evaluate(.biometrics)
      try story.respond(responses)
      try story.set(.lockedOut)
      #expect(call.outcome == (isLast ? .pending : .error(.systemCancel)))
      if isLast {
        try story.respond(.tapFallback)
        #expect(call.outcome == .error(.userFallback))
      }
    }
  }

  @Test("enrol and unenrol are verbs for the same")
  func verbs() throws {
    let story = try Story(.touchID)
    #expect(try !story.verb(.enroll(identity: nil)))
    #expect(try !story.verb(.enroll(identity: "finger-1")))
    #expect(try story.verb(.enroll(identity: "thumb")))
    #expect(story.state.identities == ["finger-1", "thumb"])
    #expect(try story.verb(.unenroll(identity: "finger-1")))
    #expect(story.refusal(of: .unenroll(identity: "finger-1")) == .notEnrolled)
    #expect(try !story.verb(.enroll(identity: nil)))
    #expect(try story.verb(.unenroll(identity: nil)))
    #expect(try !story.verb(.unenroll(identity: nil)))
    #expect(story.refusal(of: .unenroll(identity: "finger-1")) == .notEnrolled)
    #expect(try story.verb(.enroll(identity: nil)))
    #expect(story.state.identities == ["finger-1"] && story.state.enrolled)
  }

  @Test(
    "each sensor holds as many identities as it does, and names the default one",
    arguments: [
      (BiometryType.touchID, 5, "finger-1"), (.faceID, 2, "face-1"), (.opticID, 1, "eyes-1"),
    ])
  func capacity(_ sensor: BiometryType, _ capacity: Int, _ name: String) throws {
    let story = try Story(.sensor(sensor))
    #expect(story.state.identities == [name])
    for number in 1..<capacity { #expect(try story.verb(.enroll(identity: "\(number)"))) }
    #expect(story.refusal(of: .enroll(identity: "one more")) == .enrolmentFull)
    #expect(story.state.identities.count == capacity)
  }

  @Test("without a sensor nobody can be enrolled, and unenrolling changes nothing")
  func noSensor() throws {
    let story = try Story(.noSensor)
    #expect(story.refusal(of: .enroll(identity: nil)) == .noSensor)
    #expect(story.refusal(of: .enroll(identity: "a")) == .noSensor)
    #expect(try !story.verb(.unenroll(identity: nil)))
    #expect(story.refusal(of: .unenroll(identity: "a")) == .notEnrolled)
  }

  @Test(
    "a lockout without a passcode contradicts itself, however it is asked for",
    arguments: [
      [Setting.noPasscode, .lockedOut], [.noPasscode, .lockedOut(.restart)],
      [.noPasscode, .failedAttempts(5)],
      [.noPasscode, .failedAttempts(2), .knob { $0.maxFailures = 2 }],
    ])
  func lockoutWithoutPasscode(_ settings: [Setting]) throws {
    #expect(throws: Failure.self) { try Story(settings) }
    for story in [try Story(), try Story(.lockedOut), try Story(.noPasscode)] {
      let before = story.device
      #expect(story.refusal(of: .setState(StatePatch(settings))) == .contradiction)
      #expect(story.device == before)
    }
    // Without the passcode the lockout goes as well.
    let story = try Story(.lockedOut)
    try story.set(.noPasscode)
    #expect(!story.state.lockedOut && story.state.failedAttempts == 0)
    #expect(story.refusal(of: .setState(StatePatch([.lockedOut]))) == .contradiction)
  }

  @Test("setting and clearing the passcode are verbs, and reset the wrong entries")
  func passcode() throws {
    let story = try Story(.passcodeFailures(10))
    #expect(try story.verb(.setPasscode("1234")))
    #expect(story.state.passcodeFailures == 0 && story.state.passcodeRetryAfter == .zero)
    #expect(try !story.verb(.setPasscode("1234")))
    #expect(try story.verb(.clearPasscode))
    #expect(try !story.verb(.clearPasscode))
    #expect(!story.state.passcodeSet)
    #expect(try story.verb(.setPasscode("1234")))
  }
}
