import DeviceModel
import ModelChecking
import Schema

/// Numbers that are the same for the same seed, on every machine.
///
/// Marsaglia, "Xorshift RNGs" (2003): another family than the device's own, so that the two never agree.
struct RandomNumbers {
  private var state: UInt64

  init(seed: Int) { state = (UInt64(seed) &+ 1) &* 0x9e37_79b9_7f4a_7c15 | 1 }

  /// From 0 up to, but not including, `bound`.
  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int((state >> 11) % UInt64(bound))
  }

  /// True once in `bound` times.
  mutating func once(in bound: Int) -> Bool { below(bound) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// One of the elements, or nothing as often as any of them.
  mutating func maybe<Element>(_ elements: [Element]) -> Element? {
    let index = below(elements.count + 1)
    return index < elements.count ? elements[index] : nil
  }
}

/// Random commands, of which enough make sense for the device to go places.
struct RandomCommands {
  var random: RandomNumbers

  static let apps = ["com.example.app", "com.example.other"]
  static let clients: [UInt64] = [1, 2, 3]
  static let identities = ["face-1", "finger-1", "eyes-1", "anna", "ben"]
  static let passcodes = ["1234", "0000", "1111", "2222", "wrong"]

  init(seed: Int) { random = RandomNumbers(seed: seed) }

  /// A command and the connection it comes over.
  mutating func next(on state: DeviceState) -> (command: Command, client: ClientID) {
    let client = ClientID(random.pick(Self.clients))
    if state.deviceLocked && random.once(in: 3) { return (.unlock(.passcode("1234")), .harness) }
    if state.prompt == nil {
      return random.below(10) < 4
        ? (random.once(in: 3) ? keychainCall() : evaluate(), client) : other(client)
    }
    return random.below(10) < 6 ? (.respond(response(to: state.prompt)), .harness) : other(client)
  }

  private mutating func other(_ client: ClientID) -> (command: Command, client: ClientID) {
    switch random.below(10) {
    case 0...2: (appCall(), client)
    case 3: (keychainCall(), client)
    case 4...6: (verb(), .harness)
    default: (setting(), .harness)
    }
  }

  mutating func context() -> ContextID? { random.maybe([1, 2, 3, 4]).map { ContextID($0) } }

  private mutating func evaluate() -> Command {
    var request = EvaluationRequest(policy: policy(), reason: "r", context: context())
    if random.once(in: 4) { request.fallbackTitle = random.pick(["", "PIN"]) }
    if random.once(in: 6) { request.reuseDuration = .seconds(Double(random.below(100))) }
    if random.once(in: 12) { request.interactionNotAllowed = true }
    if random.once(in: 20) { request.reason = random.maybe([""]) }
    if random.once(in: 6) { request.subject = .accessControl(accessControl()) }
    return .evaluate(app: random.maybe(Self.apps), request)
  }

  private mutating func policy() -> Policy {
    random.once(in: 3) ? random.pick(Policy.allCases) : random.pick([.biometrics, .owner])
  }

  private mutating func appCall() -> Command {
    let app = random.maybe(Self.apps)
    switch random.below(8) {
    case 0...1:
      var options = ContextOptions()
      options.interactionNotAllowed = random.once(in: 8)
      options.reuseDuration = random.once(in: 3) ? .seconds(50) : .zero
      options.fallbackTitle = random.once(in: 4) ? "" : nil
      return .createContext(app: app, options)
    case 2: return context().map { .invalidateContext(app: app, $0) } ?? .disarm
    case 3: return .canEvaluatePolicy(app: app, policy(), context: context())
    case 4: return .domainState(app: app, context: context())
    default: return evaluate()
    }
  }

  private mutating func response(to prompt: PromptDescription?) -> PromptResponse {
    if let prompt, random.once(in: 2) {
      // Something that the prompt takes.
      switch prompt.pane {
      case .passcode where random.once(in: 2): return .enterPasscode(random.pick(Self.passcodes))
      case .companion where random.once(in: 2): return .approveCompanion
      case .applicationPassword where random.once(in: 2): return applicationPassword()
      case .biometry where prompt.isScanning && !random.once(in: 3): return scan()
      default: return random.pick(prompt.buttons).response
      }
    }
    switch random.below(13) {
    case 12: return applicationPassword()
    case 0...4: return scan()
    case 5: return .tapCancel
    case 6: return .tapFallback
    case 7: return .tapTryAgain
    case 8: return .enterPasscode(random.pick(Self.passcodes))
    case 9: return .allowPermission
    case 10: return .denyPermission
    default: return .approveCompanion
    }
  }

  private mutating func applicationPassword() -> PromptResponse {
    .enterApplicationPassword(Secret(random.pick(["sesame", "wrong"])))
  }

  private mutating func failureOrder() -> FailureOrder {
    let method = random.maybe(FailableMethod.allCases)
    let errors: [OrderedError] = [.localAuthentication(.appCancel), .keychain(.notAvailable), .number(-77)]
    return FailureOrder(
      random.pick(errors), of: method, app: random.maybe(Self.apps), times: random.maybe([1, 2]))
  }

  private mutating func scan() -> PromptResponse {
    if random.once(in: 8) { return .unreadable }
    return .scan(
      Scan(
        isGenuine: random.once(in: 3), modality: random.once(in: 10) ? random.pick(Modality.allCases) : nil,
        identity: random.once(in: 5) ? random.pick(Self.identities) : nil))
  }

  private mutating func verb() -> Command {
    switch random.below(24) {
    case 0: return .lock
    case 1:
      let method = random.once(in: 2) ? UnlockMethod.passcode(random.pick(Self.passcodes)) : nil
      return .unlock(method ?? .biometry(identity: random.maybe(Self.identities)))
    case 2: return random.once(in: 3) ? .restart : .lock
    case 3: return random.once(in: 4) ? .reset : .unlock(.passcode("1234"))
    case 4: return .launchApp(random.pick(Self.apps))
    case 5...7: return .activateApp(random.pick(Self.apps))
    case 8: return .backgroundApp(random.pick(Self.apps))
    case 9: return random.once(in: 3) ? .terminateApp(random.pick(Self.apps)) : .disarm
    case 10: return .installApp(random.pick(Self.apps))
    case 11: return random.once(in: 4) ? .uninstallApp(random.pick(Self.apps)) : .disarm
    case 12...13:
      let isStanding = random.once(in: 4)
      return .arm(
        (0..<random.below(4)).map { _ in
          ArmedResponse(
            response(to: nil), after: random.once(in: 2) ? .zero : .seconds(Double(random.below(5))),
            isStanding: isStanding)
        })
    case 14...16: return .advanceClock(.seconds(random.pick([0, 0.5, 1, 3, 60, 300, 1000])))
    case 17:
      let mode = random.once(in: 8) ? random.pick(ClockMode.allCases) : nil
      return .setClock(mode: mode, wallTime: random.maybe([0, 1e9, 2e9]))
    case 18: return .clientClosed(ClientID(random.pick(Self.clients)))
    case 19: return .cancelCall(CallID(UInt64(random.below(400))))
    case 20: return .resetKeychain(app: random.maybe(Self.apps))
    case 21: return .promptTimedOut(PromptID(1 + random.below(20)))
    case 22: return random.once(in: 2) ? .failNext(failureOrder()) : .disarm
    default: return .disarm
    }
  }

  private mutating func setting() -> Command {
    let identity = random.maybe(Self.identities)
    switch random.below(12) {
    case 0...1: return .enroll(identity: identity)
    case 2: return .unenroll(identity: identity)
    case 3: return random.once(in: 4) ? .clearPasscode : .setPasscode("1234")
    case 4...5:
      var changes = AppChanges(
        permission: random.maybe(Permission.allCases), usageDescription: random.once(in: 8) ? false : true)
      if random.once(in: 8) { changes.kind = random.pick(AppKind.allCases) }
      if random.once(in: 8) { changes.accessGroups = random.pick([nil, ["shared"], ["shared", "b"]]) }
      return .setApp(random.pick(Self.apps), changes)
    default: return .setState(patch())
    }
  }

  private mutating func patch() -> StatePatch {
    var patch = StatePatch()
    if random.once(in: 6) { patch.biometryType = random.pick(BiometryType.allCases) }
    if random.once(in: 5) { patch.sensor = random.once(in: 2) ? .ready : random.pick(SensorState.allCases) }
    if random.once(in: 8) { patch.identities = (0..<random.below(3)).map { Self.identities[$0] } }
    if random.once(in: 4) { patch.enrolled = !random.once(in: 5) }
    if random.once(in: 8) { patch.passcode = random.once(in: 4) ? .cleared : .set("1234") }
    if random.once(in: 4) { patch.failedAttempts = random.below(7) }
    if random.once(in: 5) { patch.lockedOut = random.once(in: 3) }
    if random.once(in: 12) { patch.lockoutReason = random.pick(LockoutReason.allCases) }
    if random.once(in: 6) { patch.passcodeFailures = random.below(11) }
    if random.once(in: 4) { patch.companionNear = random.once(in: 2) }
    if random.once(in: 3) { patch.behavior = behavior() }
    return patch
  }

  private mutating func behavior() -> BehaviorPatch {
    var patch = BehaviorPatch()
    if random.once(in: 6) { patch.profile = random.once(in: 4) ? .simulator : .device }
    if random.once(in: 4) { patch.maxFailures = 1 + random.below(6) }
    if random.once(in: 6) { patch.passcodeNotSetPrecedence = random.pick([.header, .first]) }
    if random.once(in: 6) { patch.lockoutEndsFaceIDPrompt = random.once(in: 2) }
    if random.once(in: 6) { patch.emptyFallbackSecondFailure = random.pick([.cancelOnly, .fail]) }
    if random.once(in: 6) { patch.currentSetInvalidation = random.pick([.notFound, .authFailed]) }
    if random.once(in: 6) {
      patch.missingUsageDescription = random.pick(Behavior.MissingUsageDescription.allCases)
    }
    if random.once(in: 4) { patch.concurrency = random.pick([.replace, .serialize]) }
    if random.once(in: 6) { patch.contextAuthenticationLifetime = .seconds(Double(random.below(100))) }
    if random.once(in: 6) { patch.falseRejectRate = random.pick([0, 0.5]) }
    if random.once(in: 6) {
      let seconds = random.pick([0.0, 0, 1])
      patch.scanLatency = .init(minimum: .seconds(seconds), maximum: .seconds(seconds * 2))
    }
    if random.once(in: 6) {
      patch.passcodeDelays = random.pick([[], [.seconds(5)], Behavior().passcodeDelays])
    }
    if random.once(in: 6) { patch.seed = UInt64(random.below(5)) }
    return patch
  }
}
