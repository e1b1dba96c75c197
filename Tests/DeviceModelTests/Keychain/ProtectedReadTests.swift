import DeviceModel
import Schema
import Testing

/// Section 6 of the rulebook, "Reading a protected item".
@Suite("Reading a protected item")
struct ProtectedReadTests {
  private static let value = KeychainOutcome.items(["value of K"])

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let flags: AccessControlFlags
    /// What is different from the device the item was stored on.
    let settings: [Setting]
    /// What the prompt shows one after the other; without any, there is no prompt.
    let panes: [Pane]
    let outcome: KeychainOutcome

    init(
      _ flags: AccessControlFlags, _ name: String, _ settings: Setting..., panes: Pane...,
      then outcome: KeychainOutcome = ProtectedReadTests.value
    ) {
      testDescription = "\(flags.names.joined(separator: " ")), \(name)"
      self.flags = flags
      self.settings = settings
      self.panes = panes
      self.outcome = outcome
    }
  }

  private static let refused = KeychainOutcome.status(.authFailed)
  private static let biometryOrPasscode: AccessControlFlags = [.biometryAny, .or, .devicePasscode]
  private static let biometryAndPasscode: AccessControlFlags = [.biometryAny, .and, .devicePasscode]
  private static let companionOrPasscode: AccessControlFlags = [.companion, .or, .devicePasscode]
  private static let companionOrBiometry: AccessControlFlags = [.companion, .or, .biometryAny]

  static let rows: [Row] = [
    Row(.userPresence, "all well", panes: .biometry),
    Row(.userPresence, "locked out", .lockedOut, panes: .passcode),
    Row(.userPresence, "nobody enrolled", .nobodyEnrolled, panes: .passcode),
    Row(.userPresence, "no sensor", .noSensor, panes: .passcode),
    Row(.userPresence, "no passcode", .noPasscode, then: refused),
    Row(.biometryAny, "all well", panes: .biometry),
    Row(.biometryAny, "locked out", .lockedOut, then: refused),
    Row(.biometryAny, "nobody enrolled", .nobodyEnrolled, then: refused),
    Row(.biometryAny, "no sensor", .noSensor, then: refused),
    Row(.biometryAny, "no passcode", .noPasscode, then: refused),
    Row(.biometryCurrentSet, "all well", panes: .biometry),
    Row(.biometryCurrentSet, "locked out", .lockedOut, then: refused),
    Row(.devicePasscode, "all well", panes: .passcode),
    Row(.devicePasscode, "nobody enrolled", .nobodyEnrolled, panes: .passcode),
    Row(.devicePasscode, "no passcode", .noPasscode, then: refused),
    Row(biometryOrPasscode, "all well", panes: .biometry),
    Row(biometryOrPasscode, "locked out", .lockedOut, panes: .passcode),
    Row(biometryOrPasscode, "nobody enrolled", .nobodyEnrolled, panes: .passcode),
    Row(biometryAndPasscode, "all well", panes: .biometry, .passcode),
    Row(biometryAndPasscode, "locked out", .lockedOut, then: refused),
    Row([.userPresence, .and, .biometryAny], "one scan shows both", panes: .biometry),
    Row([.userPresence, .and, .devicePasscode], "one entry shows both", panes: .passcode),
    Row(.companion, "far", then: refused),
    Row(.companion, "near", .companionNear, panes: .companion),
    Row(companionOrPasscode, "far", panes: .passcode),
    Row(companionOrPasscode, "near, without a passcode", .companionNear, .noPasscode, panes: .companion),
    Row(companionOrBiometry, "locked out and near", .companionNear, .lockedOut, panes: .companion),
    Row([.companion, .and, .biometryAny], "near", .companionNear, panes: .biometry, .companion),
    Row([.biometryAny, .privateKeyUsage], "no constraint more", panes: .biometry),
    Row(.privateKeyUsage, "no constraint at all"),
  ]

  @Test("asks for what its constraints say, in one prompt, and nobody if it is in vain", arguments: rows)
  func constraints(_ row: Row) throws {
    let (story, client) = try Story.with(row.flags)
    try story.verb(.setState(StatePatch(row.settings)))
    let read = client.read { $0.reason = "Show" }
    let id = story.prompt?.id
    for pane in row.panes {
      #expect(read.outcome == .pending)
      #expect(story.prompt?.pane == pane && story.prompt?.id == id)
      #expect(story.prompt?.purpose == .secItemCopyMatching && story.prompt?.policy == nil)
      #expect(story.prompt?.reason == "Show")
      switch pane {
      case .biometry: try story.respond(.match)
      case .passcode: try story.respond(.enterPasscode("1234"))
      case .companion: try story.respond(.approveCompanion)
      case .permission, .applicationPassword: Issue.record("nobody was to be asked for that")
      }
    }
    #expect(read.outcome == row.outcome)
    #expect(story.prompt == nil)
    if row.panes.isEmpty {
      #expect(!story.events.contains { if case .promptShown = $0 { true } else { false } })
    }
    #expect(try story.listing().count == 1)
  }

  struct End: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var sensor = BiometryType.faceID
    var flags = AccessControlFlags.biometryAny
    let end: @Sendable (Story) throws -> Void
    let status: OSStatusCode
    let failures: Int

    init(
      _ name: String, on sensor: BiometryType = .faceID, of flags: AccessControlFlags = .biometryAny,
      _ status: OSStatusCode, failures: Int = 0, _ end: @escaping @Sendable (Story) throws -> Void
    ) {
      testDescription = name
      self.sensor = sensor
      self.flags = flags
      self.status = status
      self.failures = failures
      self.end = end
    }
  }

  static let ends: [End] = [
    End("cancel", .userCanceled) { try $0.respond(.tapCancel) },
    End("cancel of a passcode pane", of: .devicePasscode, .userCanceled) { try $0.respond(.tapCancel) },
    End("cancel after the first of two panes", of: biometryAndPasscode, .userCanceled) {
      try $0.respond([.match, .tapCancel])
    },
    End("two failures of Face ID and the cancel that is left", .userCanceled, failures: 2) {
      try $0.respond([.nonMatch, .tapTryAgain, .nonMatch, .tapCancel])
    },
    End("two failures of Face ID and the fallback", .authFailed, failures: 2) {
      try $0.respond([.nonMatch, .tapTryAgain, .nonMatch, .tapFallback])
    },
    End("three failures of Touch ID", on: .touchID, .authFailed, failures: 3) {
      try $0.respond([.nonMatch, .nonMatch, .nonMatch])
    },
    End("the app leaves the foreground", .authFailed) { try $0.verb(.backgroundApp(Device.defaultApp)) },
    End("the device is locked", .authFailed) { try $0.verb(.lock) },
    End("the device restarts", .authFailed) { try $0.verb(.restart) },
    End("the device is reset", .authFailed) { try $0.verb(.reset) },
    End("the device goes away", .authFailed) { try $0.verb(.shutDown) },
    End("nobody answers in time", .authFailed) { try $0.verb(.promptTimedOut(PromptID(1))) },
    End("everybody is taken out", .authFailed) { try $0.verb(.unenroll(identity: nil)) },
    End("another app is launched, and asks", .authFailed) {
      try $0.verb(.launchApp("other"))
      $0.connect("other").evaluate(.biometrics)
    },
  ]

  @Test("a prompt that ends otherwise gives its status, and the item is kept", arguments: ends)
  func outcomes(_ row: End) throws {
    let (story, client) = try Story.with(row.flags, on: .sensor(row.sensor))
    let read = client.read()
    #expect(read.outcome == .pending)
    try row.end(story)
    #expect(read.outcome == .status(row.status))
    #expect(story.prompt?.app != Device.defaultApp)
    if story.state.keychain.isEmpty { return }  // A reset empties the keychain.
    #expect(story.state.failedAttempts == row.failures)
    #expect(story.state.keychain == [.init(app: Device.defaultApp, count: 1)])
  }

  @Test("every LAError has its status: cancel and the forbidden prompt keep their meaning")
  func mapping() {
    let errors: [(LAErrorCode, OSStatusCode)] = [
      (.userCancel, .userCanceled), (.notInteractive, .interactionNotAllowed),
      (.authenticationFailed, .authFailed), (.userFallback, .authFailed), (.systemCancel, .authFailed),
      (.passcodeNotSet, .authFailed), (.biometryNotAvailable, .authFailed),
      (.biometryNotEnrolled, .authFailed), (.biometryLockout, .authFailed), (.appCancel, .authFailed),
      (.invalidContext, .authFailed), (.companionNotAvailable, .authFailed),
      (.init(rawValue: -4711), .authFailed),
    ]
    for (error, status) in errors { #expect(OSStatusCode(error) == status, "\(error.rawValue)") }
  }

  @Test("failed scans count on the device, and the fifth locks the sensor but keeps the item")
  func lockout() throws {
    let (story, client) = try Story.with(.biometryAny, on: .touchID)
    let first = client.read()
    try story.respond([.nonMatch, .nonMatch, .nonMatch])
    #expect(first.outcome == .status(.authFailed))
    let second = client.read()
    try story.respond([.nonMatch, .nonMatch])
    #expect(second.outcome == .status(.authFailed))
    #expect(try client.error(for: .biometrics) == .biometryLockout)
    #expect(client.read().outcome == .status(.authFailed))
    #expect(story.prompt == nil)
    try story.verb(.lock)
    try story.verb(.unlock(.passcode("1234")))
    let third = client.read()
    try story.respond(.match)
    #expect(third.outcome == Self.value)
  }

  @Test("user presence falls back to the passcode in the same prompt, and clears the lockout")
  func fallback() throws {
    let (story, client) = try Story.with(.userPresence, on: .failedAttempts(4))
    let read = client.read()
    let id = story.prompt?.id
    try story.respond(.nonMatch)
    #expect(story.state.lockedOut)
    #expect(story.prompt?.pane == .passcode && story.prompt?.id == id)
    let report = try story.respond(.enterPasscode("1234"))
    #expect(report.matched && report.outcome == .succeeded)
    #expect(read.outcome == Self.value)
    #expect(!story.state.lockedOut)
  }

  @Test("the first of two panes leaves the call pending, and the prompt no longer takes a scan")
  func twoPanes() throws {
    let (story, client) = try Story.with(Self.biometryAndPasscode)
    let read = client.read()
    let report = try story.respond(.match)
    #expect(report.matched && report.outcome == .pending)
    #expect(read.outcome == .pending)
    #expect(story.undelivered(.match) == .passcodePane)
    try story.respond(.enterPasscode("0000"))
    #expect(read.outcome == .pending)
    try story.respond(.enterPasscode("1234"))
    #expect(read.outcome == Self.value)
  }

  @Test("a passcode removed between two panes ends the prompt")
  func passcodeGoes() throws {
    let (story, client) = try Story.with(Self.biometryAndPasscode)
    let read = client.read()
    try story.respond(.match)
    try story.verb(.clearPasscode)
    #expect(read.outcome == .status(.authFailed))
    #expect(story.prompt == nil)
  }

  @Test("the first use of Face ID by way of the keychain asks for permission, and denying fails it")
  func permission() throws {
    let (story, client) = try Story.with(.biometryAny)
    client.add("U", .userPresence)
    try story.verb(.setApp(Device.defaultApp, AppChanges(permission: .notDetermined)))
    let other = story.connect()
    let read = other.read()
    #expect(story.prompt?.pane == .permission)
    try story.respond(.denyPermission)
    #expect(read.outcome == .status(.authFailed))
    #expect(other.read().outcome == .status(.authFailed))
    #expect(other.read("U").outcome == .pending)
    #expect(story.prompt?.pane == .passcode)
  }

  @Test("without a usage description Face ID kills the app, and there is no status")
  func usageDescription() throws {
    let (story, client) = try Story.with(.biometryAny)
    try story.verb(.setApp(Device.defaultApp, AppChanges(usageDescription: false)))
    #expect(client.read().outcome == .failure(.appTerminated(app: Device.defaultApp)))
    #expect(story.events.contains(.appTerminated(app: Device.defaultApp, .privacy)))
  }

  @Test("an app in the background cannot ask")
  func background() throws {
    let (story, client) = try Story.with(.biometryAny)
    try story.verb(.backgroundApp(Device.defaultApp))
    #expect(client.read().outcome == .status(.interactionNotAllowed))
    #expect(story.prompt == nil)
    try story.verb(.activateApp(Device.defaultApp))
    #expect(client.read().outcome == .pending)
  }

  @Test("the app is inactive while it is asked, and active after the reply")
  func inactive() throws {
    let (story, client) = try Story.with(.biometryAny)
    let mark = story.mark
    client.read()
    try story.respond(.match)
    #expect(
      story.events(since: mark).compactMap { event -> AppState? in
        if case .appStateChanged(_, let state) = event { state } else { nil }
      } == [.inactive, .foreground])
  }

  @Test("several protected items take one prompt that asks for all of them")
  func several() throws {
    let (story, client) = try Story.with(.biometryAny)
    client.add("L", .userPresence)
    client.add("M", .devicePasscode)
    client.add("N")
    let read = client.read(nil) { $0.limit = .max }
    try story.respond([.match, .enterPasscode("1234")])
    #expect(
      read.outcome == .items(["value of K", "value of L", "value of M", "value of N"]))
    #expect(story.events.count { if case .promptShown = $0 { true } else { false } } == 1)
    // One that cannot be opened at all fails the call.
    try story.set(.nobodyEnrolled)
    #expect(client.read(nil) { $0.limit = .max }.outcome == .status(.authFailed))
    #expect(story.prompt == nil)
  }

  @Test("a limit of one asks for the first item only")
  func first() throws {
    let (story, client) = try Story.with(nil)
    client.add("L", .biometryAny)
    #expect(client.read(nil).outcome == Self.value)
    #expect(story.prompt == nil)
  }

  @Test("a look at a protected item takes a prompt, too")
  func attributesOnly() throws {
    let (story, client) = try Story.with(.biometryAny)
    let read = client.read { $0.returning = .init(data: false, attributes: true) }
    try story.respond(.match)
    #expect(read.results.map(\.value) == [nil])
    #expect(read.results.map(\.attributes?.flags) == [.biometryAny])
  }

  @Test(
    "an item deleted while the prompt was on screen is not found, and one under another protection not read")
  func meanwhile() throws {
    let (story, client) = try Story.with(.userPresence)
    let second = story.connect()
    let read = client.read()
    second.delete()
    try story.respond(.match)
    #expect(read.outcome == .status(.itemNotFound))

    second.add("K", .userPresence)
    let other = client.read()
    second.delete()
    second.add("K", .devicePasscode)
    try story.respond(.match)
    #expect(other.outcome == .status(.authFailed))
  }

  @Test("a withdrawn call is cancelled, and its connection's end takes the prompt away")
  func withdrawn() throws {
    let (story, client) = try Story.with(.biometryAny)
    let read = client.read()
    try story.verb(.cancelCall(read.id))
    #expect(read.outcome == .failure(.cancelled))
    #expect(story.prompt == nil)
    client.read()
    client.close()
    #expect(story.prompt == nil)
  }

  @Test("a second read takes the screen, or waits for it", arguments: Behavior.Concurrency.allCases)
  func concurrency(_ concurrency: Behavior.Concurrency) throws {
    let (story, client) = try Story.with(.biometryAny, on: .knob { $0.concurrency = concurrency })
    client.add("L", .biometryAny)
    let (first, second) = (client.read("K"), client.read("L"))
    #expect(first.outcome == (concurrency == .replace ? .status(.authFailed) : .pending))
    try story.respond(.match)
    #expect(first.outcome == (concurrency == .replace ? .status(.authFailed) : Self.value))
    if concurrency == .serialize { try story.respond(.match) }
    #expect(second.outcome == .items(["value of L"]))
  }

  @Test("the context's titles and reason are on the prompt, and an empty title takes the fallback away")
  func titles() throws {
    let (story, client) = try Story.with(.biometryAny)
    let context = try client.createContext {
      ($0.fallbackTitle, $0.cancelTitle, $0.reason) = ("", "Stop", "Sign in")
    }
    client.read(in: context)
    #expect(story.prompt?.reason == "Sign in" && story.prompt?.cancelTitle == "Stop")
    try story.respond([.nonMatch, .tapTryAgain, .nonMatch])
    #expect(story.prompt?.buttons == [.cancel])
  }
}

/// Section 6 of the rulebook.
@Suite("Keychain calls that may not show a prompt")
struct NonInteractiveTests {
  /// How a call says so.
  enum Way: String, CaseIterable {
    case context, fail, skip
  }

  private func read(_ account: String?, _ way: Way, _ client: AppClient) throws -> KeychainOutcome {
    let context = try client.createContext { $0.interactionNotAllowed = way == .context }
    return client.read(account, in: context) {
      $0.limit = .max
      $0.authenticationUI = way == .fail ? .fail : way == .skip ? .skip : .allow
    }.outcome
  }

  @Test("a protected item is told from an absent one", arguments: Way.allCases)
  func read(_ way: Way) throws {
    let (story, client) = try Story.with(.biometryAny)
    client.add("plain")
    let refused = KeychainOutcome.status(way == .skip ? .itemNotFound : .interactionNotAllowed)
    #expect(try read("K", way, client) == refused)
    #expect(try read("absent", way, client) == .status(.itemNotFound))
    #expect(try read("plain", way, client) == .items(["value of plain"]))
    #expect(try read(nil, way, client) == (way == .skip ? .items(["value of plain"]) : refused))
    #expect(story.prompt == nil)
  }

  @Test(
    "that a prompt is forbidden is told before it would be in vain",
    arguments: [Setting.nobodyEnrolled, .lockedOut, .noPasscode])
  func unusable(_ setting: Setting) throws {
    let (story, client) = try Story.with(.biometryAny)
    try story.set(setting)
    #expect(try read("K", .fail, client) == .status(.interactionNotAllowed))
    #expect(try read("K", .context, client) == .status(.interactionNotAllowed))
  }

  @Test("an authenticated context reads without a prompt even where none is allowed")
  func authenticated() throws {
    let (story, client) = try Story.with(.biometryAny)
    let context = try client.createContext { $0.interactionNotAllowed = true }
    client.evaluate(.biometrics, in: context) { $0.interactionNotAllowed = false }
    try story.respond(.match)
    #expect(client.read(in: context).outcome == .items(["value of K"]))
    #expect(client.read(in: context) { $0.authenticationUI = .fail }.outcome == .items(["value of K"]))
    #expect(client.read { $0.authenticationUI = .fail }.outcome == .status(.interactionNotAllowed))
  }

  @Test("an update fails as a read does, and only reads can skip")
  func update() throws {
    let (story, client) = try Story.with(.biometryAny)
    #expect(
      client.update { query, _ in query.authenticationUI = .fail }.outcome == .status(.interactionNotAllowed))
    #expect(client.update { query, _ in query.authenticationUI = .skip }.outcome == .status(.param))
    #expect(client.delete { $0.authenticationUI = .skip } == .status(.param))
    #expect(client.delete { $0.authenticationUI = .fail } == .deleted(1))
    #expect(story.prompt == nil)
  }
}
