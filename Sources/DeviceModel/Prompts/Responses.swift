import JSON
import Schema

/// What a person does with a prompt on screen.
package enum PromptResponse: Equatable, Sendable {
  case scan(Scan)
  case tapCancel, tapFallback, tapTryAgain
  case enterPasscode(String)
  case enterApplicationPassword(Secret)
  case allowPermission, denyPermission
  case approveCompanion
}

/// What a person does with the prompt on screen. A response that reaches nobody is an error, never lost.
extension Device {
  mutating func respond(
    _ response: PromptResponse, _ effects: inout [Effect]
  ) throws(Failure) -> ResponseReport {
    if case .scan(let scan) = response { try checkModality(scan) }
    guard hasPrompt else { throw .notDelivered(.noPrompt) }
    let (id, start) = (onScreen.id, effects.count)
    let matched: Bool
    switch response {
    case .scan(let scan): matched = try deliver(scan, &effects)
    case .enterPasscode(let entry): matched = try enterPasscode(entry, on: onScreen, &effects)
    case .enterApplicationPassword(let entry):
      matched = try enterApplicationPassword(entry, on: onScreen, &effects)
    case .tapCancel, .tapFallback, .tapTryAgain, .allowPermission, .denyPermission, .approveCompanion:
      try tap(response, on: onScreen, &effects)
      matched = false
    }
    return ResponseReport(
      prompt: id, matched: matched, outcome: outcome(of: id, effects[start...]),
      failedAttempts: lockout.failedAttempts)
  }

  /// What the prompt came to, read off the effects of this very command.
  private func outcome(of id: PromptID, _ effects: ArraySlice<Effect>) -> ResponseReport.Outcome {
    for case .event(let event) in effects {
      guard case .promptDismissed(let gone, let outcome) = event.body, gone.id == id else { continue }
      return switch outcome {
      case .succeeded: .succeeded
      case .failed(.authenticationFailed), .failed(.biometryLockout): .failed
      case .failed, .cancelled, .appTerminated, .timedOut: .ended
      }
    }
    return .pending
  }

  private mutating func tap(
    _ response: PromptResponse, on prompt: Prompt, _ effects: inout [Effect]
  ) throws(Failure) {
    guard takes(response, prompt) else { throw noSuchControl(response, prompt) }
    switch response {
    case .tapCancel: fail(.userCancel, &effects)
    case .tapFallback:
      // Only an app that asked for biometry alone learns of it; the owner's policy turns to the passcode.
      if prompt.acceptsPasscode {
        showPane(.passcode, &effects)
      } else {
        fail(.userFallback, &effects)
      }
    case .tapTryAgain: updatePrompt(&effects) { $0.dialog = nil }
    case .allowPermission, .denyPermission:
      answerPermission(response == .allowPermission, on: prompt, &effects)
    case .approveCompanion: satisfy(by: .companion, &effects)
    case .scan, .enterPasscode, .enterApplicationPassword:
      preconditionFailure("a scan or a passcode is no tap")
    }
  }

  /// Whether the prompt has what the response needs.
  func takes(_ response: PromptResponse, _ prompt: Prompt) -> Bool {
    switch response {
    case .scan(let scan):
      scan.modality ?? biometryType.modality == biometryType.modality
        && prompt.refusal(ofMatch: isOfEnrolled(scan)) == nil
    case .tapCancel: prompt.buttons.contains(.cancel)
    case .tapFallback: prompt.buttons.contains(.fallback)
    case .tapTryAgain: prompt.buttons.contains(.tryAgain)
    case .enterPasscode: prompt.pane == .passcode
    case .enterApplicationPassword: prompt.pane == .applicationPassword
    case .allowPermission: prompt.buttons.contains(.allow)
    case .denyPermission: prompt.buttons.contains(.deny)
    case .approveCompanion:
      companion.isNear && prompt.acceptsCompanion && prompt.pane != .permission
    }
  }

  /// Whether the prompt on screen may take a response, or another one of the same method.
  package func mayTake(_ response: PromptResponse) -> Bool {
    guard let prompt else { return false }
    guard case .scan(let scan) = response else { return takes(response, prompt) }
    return scan.modality ?? biometryType.modality == biometryType.modality
      && [true, false].contains { prompt.refusal(ofMatch: $0) == nil }
  }

  private func noSuchControl(_ response: PromptResponse, _ prompt: Prompt) -> Failure {
    let control =
      switch response {
      case .tapCancel: "cancel button"
      case .tapFallback: "fallback button"
      case .tapTryAgain: "tryAgain button"
      case .enterPasscode: "passcode field"
      case .enterApplicationPassword: "password field"
      case .allowPermission: "allow button"
      case .denyPermission: "deny button"
      case .approveCompanion: "companion to approve"
      case .scan: "sensor"
      }
    return .noSuchControl(control, shown: prompt.buttons, pane: prompt.pane)
  }

  /// The answer is remembered; the alert never comes again for this app.
  private mutating func answerPermission(
    _ isAllowed: Bool, on prompt: Prompt, _ effects: inout [Effect]
  ) {
    let app = prompt.evaluation.app
    apps[app]?.status.permission = isAllowed ? .granted : .denied
    emit(.stateChanged(fields: [.apps]), &effects)
    if let error = error(for: prompt.remaining, app: app) {
      fail(error, &effects)
    } else {
      showPane(pane(for: prompt.remaining, app: app), &effects)
    }
  }

  private mutating func enterPasscode(
    _ entry: String, on prompt: Prompt, _ effects: inout [Effect]
  ) throws(Failure) -> Bool {
    guard takes(.enterPasscode(entry), prompt) else { throw noSuchControl(.enterPasscode(entry), prompt) }
    guard try check(entry, &effects) else { return false }
    satisfy(by: .passcode, &effects)
    return true
  }

  /// The password opens what was stored under it, and the context keeps it, as if the app had set it. A wrong one
  /// opens nothing.
  private mutating func enterApplicationPassword(
    _ entry: Secret, on prompt: Prompt, _ effects: inout [Effect]
  ) throws(Failure) -> Bool {
    let response = PromptResponse.enterApplicationPassword(entry)
    guard takes(response, prompt) else { throw noSuchControl(response, prompt) }
    let evaluation = prompt.evaluation
    let passwords = evaluation.purpose.items.present(in: keychain)
      .compactMap(\.item.applicationPassword)
    guard passwords.allSatisfy({ $0.matches(entry) }) else {
      fail(.authenticationFailed, &effects)
      return false
    }
    if let context = evaluation.context { contexts[context]?.applicationPassword = entry }
    satisfy(by: .applicationPassword, &effects)
    return true
  }

  /// Holds an entry against the passcode, wherever it was typed. The right one clears the lockout.
  mutating func check(_ entry: String, _ effects: inout [Effect]) throws(Failure) -> Bool {
    let before = settings
    let verdict = settings.passcode.enter(entry, at: clock.now, behavior)
    if case .refused(let reason, let why) = verdict { throw .refused(reason, why) }
    if verdict == .right { settings.lockout.clear() }
    _ = reportChanges(from: before, &effects)
    return verdict == .right
  }

  /// The prompt on screen, whose it is, and what a person could do with it now.
  package var shownPrompt: (id: PromptID, app: String, takes: [String])? {
    prompt.map { ($0.id, $0.evaluation.app, awaited(by: $0)) }
  }

  /// What a person could do with a prompt now, by the wire's names.
  func awaited(by prompt: Prompt) -> [String] {
    var names: [String] = []
    if prompt.isScanning, let modality = biometryType.modality {
      names.append("matching" + modality.rawValue.prefix(1).uppercased() + modality.rawValue.dropFirst())
    }
    if prompt.pane == .passcode { names.append("enterPasscode") }
    if prompt.pane == .applicationPassword { names.append("enterApplicationPassword") }
    if takes(.approveCompanion, prompt) { names.append("approveCompanion") }
    names += prompt.buttons.map(\.method)
    return names
  }
}

/// The members of a response in an archive, side by side with others.
struct ResponseMembers: Described {
  fileprivate var kind = ""
  fileprivate var scan = Scan(isGenuine: false)
  private var isGenuine: Bool {
    get { scan.isGenuine }
    set { scan.presentation = newValue ? .genuine : .impostor }
  }
  fileprivate var passcode: String?

  /// Those that have nothing but a name.
  private static let taps: [(name: String, response: PromptResponse)] = [
    ("tapCancel", .tapCancel), ("tapFallback", .tapFallback), ("tapTryAgain", .tapTryAgain),
    ("allowPermission", .allowPermission), ("denyPermission", .denyPermission),
    ("approveCompanion", .approveCompanion),
  ]
  private static let unreadable = "unreadableScan"
  private static let kinds =
    ["scan", unreadable, "enterPasscode", "enterApplicationPassword"] + taps.map(\.name)

  init() {}

  init(_ response: PromptResponse) {
    switch response {
    case .scan(let scan): (kind, self.scan) = (scan.isReadable ? "scan" : Self.unreadable, scan)
    case .enterPasscode(let passcode): (kind, self.passcode) = ("enterPasscode", passcode)
    case .enterApplicationPassword(let password):
      (kind, passcode) = ("enterApplicationPassword", String(decoding: password.bytes, as: UTF8.self))
    case .tapCancel, .tapFallback, .tapTryAgain, .allowPermission, .denyPermission, .approveCompanion:
      kind = Self.taps.first { $0.response == response }?.name ?? ""
    }
  }

  /// `nil`: a passcode is missing.
  var value: PromptResponse? {
    switch kind {
    case "scan": .scan(scan)
    case Self.unreadable: .scan(.unreadable)
    case "enterPasscode": passcode.map(PromptResponse.enterPasscode)
    case "enterApplicationPassword": passcode.map { .enterApplicationPassword(Secret($0)) }
    default: Self.taps.first { $0.name == kind }?.response
    }
  }

  static let record = Record<Self>([
    Member(
      "response", \.kind,
      Coding<String>(
        .enumeration(kinds), convert: { $0.string.flatMap { kinds.contains($0) ? $0 : nil } },
        write: { $1.string($0) }), "which"
    ).required(),
    Member("genuine", \.isGenuine, .boolean, "whether it matches").omitted { $0.kind != "scan" },
    Member("modality", \.scan.modality, optional: .cases, "the sensor it is for"),
    Member("identity", \.scan.identity, optional: .string, "who is scanned"),
    Member("passcode", \.passcode, optional: .string, "what is entered").secret(),
  ])
}
