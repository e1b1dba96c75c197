import DeviceModel

/// One thing that may happen to a device, as explorations know it. Those of `alphabet` are all of them.
package struct Letter: Sendable {
  let client: ClientID
  /// `nil`: there is nothing that it could be about.
  let command: @Sendable (WatchedDevice) -> Command?

  private init(_ command: Command, from client: ClientID = harness) {
    self.client = client
    self.command = { _ in command }
  }

  private init(_ command: @escaping @Sendable (WatchedDevice) -> Command?) {
    client = Self.harness
    self.command = command
  }

  private static let harness = ClientID(0)

  // Two apps, each with a connection and a context on it; see `DeviceKind`.
  static let app = Device.defaultApp
  static let other = "com.example.other"
  static let client = ClientID(1)
  static let otherClient = ClientID(2)
  static let context = ContextID(2)
  static let otherContext = ContextID(1)

  /// What a new method, or a new kind of response or setting, joins.
  package static let alphabet: [Letter] =
    // What a person does with a prompt.
    [
      .respond(.scan(Scan(isGenuine: true))), .respond(.scan(Scan(isGenuine: false))),
      .respond(.scan(.unreadable)), .respond(.tapCancel),
      .respond(.tapFallback), .respond(.tapTryAgain), .respond(.enterPasscode("1234")),
      .respond(.enterPasscode("0000")), .respond(.enterPasscode("1111")), .respond(.allowPermission),
      .respond(.denyPermission), .respond(.approveCompanion),
      .arm([ArmedResponse(.scan(Scan(isGenuine: true)))]),
      .arm([ArmedResponse(.scan(Scan(isGenuine: false)), after: Nanoseconds(seconds: 1))]),
      .arm([ArmedResponse(.scan(Scan(isGenuine: true)), isStanding: true)]), .disarm,
      .failNext(FailureOrder(.localAuthentication(.userCancel))),
      // With the device.
      .lock, .unlock(.passcode("1234")), .unlock(.passcode("0000")), .unlock(.biometry(identity: nil)),
      .restart,
      .enroll(identity: nil), .enroll(identity: "anna"), .unenroll(identity: nil), .setPasscode("2222"),
      .setPasscode("1234"), .clearPasscode, .setState(.failedAttempts(4)), .setState(.lockedOut(true)),
      .setState(.lockedOut(false)), .setState(.lockoutReason(.sos)), .setState(.passcodeFailures(4)),
      .setState(.companionNear(true)), .setState(.companionNear(false)), .setState(.sensor(.covered)),
      .setState(.sensor(.ready)),
      // With the apps.
      .activateApp(app), .activateApp(other), .backgroundApp(app), .coverApp(app), .uncoverApp(app),
      .terminateApp(app), .setApp(app, AppChanges(permission: .notDetermined)),
      .setApp(app, AppChanges(permission: .granted)), .setApp(app, AppChanges(permission: .denied)),
      .clientClosed(client), .reset,
      // Time.
      .advanceClock(Nanoseconds(seconds: 1)), .advanceClock(Nanoseconds(seconds: 61)),
      .advanceClock(Nanoseconds(seconds: 601)),
    ].map { Letter($0) }
    // The apps' calls.
    + [
      .evaluate(app: nil, request(.deviceOwnerAuthenticationWithBiometrics, context)),
      .evaluate(app: nil, request(.deviceOwnerAuthentication, context)),
      .evaluate(app: nil, request(.deviceOwnerAuthenticationWithBiometricsOrCompanion, nil)),
      .canEvaluatePolicy(app: nil, .deviceOwnerAuthenticationWithBiometrics, context: context),
      .invalidateContext(app: nil, context), .secItemCopyMatching(app: nil, read("current", context)),
      .secItemCopyMatching(app: nil, read("presence", nil)),
      .secItemCopyMatching(app: nil, read("both", context)),
    ].map { Letter($0, from: client) }
    + [
      .evaluate(app: other, request(.deviceOwnerAuthentication, otherContext)),
      .evaluate(app: other, request(.deviceOwnerAuthenticationWithBiometrics, otherContext)),
      .invalidateContext(app: other, otherContext),
    ].map { Letter($0, from: otherClient) }
    // What becomes of them.
    + [
      Letter { $0.owedInOrder.first.map(Command.cancelCall) },
      Letter { $0.owedInOrder.dropFirst().last.map(Command.cancelCall) },
      Letter { $0.watcher.before.prompt.map { .promptTimedOut($0.id) } },
    ]

  private static func request(_ policy: Policy, _ context: ContextID?) -> EvaluationRequest {
    EvaluationRequest(policy: policy, reason: "to sign in", context: context)
  }

  private static func read(_ account: String, _ context: ContextID?) -> KeychainQuery {
    var query = KeychainQuery(.genericPassword, [.account: .text(account)])
    query.returning = KeychainReturn(data: true, attributes: false, reference: false)
    query.context = context
    return query
  }
}

extension StatePatch {
  private init(_ set: (inout Self) -> Void) {
    self.init()
    set(&self)
  }

  fileprivate static func failedAttempts(_ count: Int) -> Self { Self { $0.failedAttempts = count } }
  fileprivate static func lockedOut(_ isLockedOut: Bool) -> Self { Self { $0.lockedOut = isLockedOut } }
  fileprivate static func lockoutReason(_ reason: LockoutReason) -> Self {
    Self { $0.lockoutReason = reason }
  }
  fileprivate static func passcodeFailures(_ count: Int) -> Self { Self { $0.passcodeFailures = count } }
  fileprivate static func sensor(_ state: SensorState) -> Self { Self { $0.sensor = state } }
  fileprivate static func companionNear(_ isNear: Bool) -> Self { Self { $0.companionNear = isNear } }
}
