import Schema

/// A finger on the sensor, a face or eyes before it.
package struct Scan: Equatable, Sendable {
  /// What the sensor gets to see.
  package var presentation: Presentation
  /// `nil`: whatever the device's sensor scans.
  package var modality: Modality?
  /// Who; one that is not enrolled is an impostor.
  package var identity: String?

  package init(isGenuine: Bool, modality: Modality? = nil, identity: String? = nil) {
    presentation = isGenuine ? .genuine : .impostor
    self.modality = modality
    self.identity = identity
  }

  /// One that the sensor cannot read: a wet finger, nobody before the camera.
  package static let unreadable = {
    var scan = Self(isGenuine: false)
    scan.presentation = .unreadable
    return scan
  }()

  /// What the sensor gets to see.
  package enum Presentation: Sendable {
    /// Who is enrolled.
    case genuine
    /// Somebody else.
    case impostor
    /// Nothing that it can read. The field calls it a failure to acquire.
    case unreadable
  }

  var isGenuine: Bool { presentation == .genuine }
  var isReadable: Bool { presentation != .unreadable }
}

/// What a sensor makes of a scan.
enum Verdict: String, CaseIterable {
  case match, nonMatch, unreadable
}

/// Scans: whether they match, whether they reach a sensor, and what they lead to.
extension Device {
  func checkModality(_ scan: Scan) throws(Failure) {
    guard let sensor = biometryType.modality else { throw noSensor }
    if let modality = scan.modality, modality != sensor {
      throw .wrongModality(scanned: modality, sensor: biometryType)
    }
  }

  var noSensor: Failure {
    .refused(.noSensor, "the device has no biometric sensor: setState biometryType=faceID")
  }

  func checkSensorIsReady() throws(Failure) {
    guard settings.sensor != .ready else { return }
    throw .refused(.sensorNotReady, "the sensor is \(settings.sensor): setState sensor=ready")
  }

  /// Whether the scan shows somebody who is enrolled. The sensor may still refuse a genuine one.
  func isOfEnrolled(_ scan: Scan) -> Bool {
    scan.isGenuine && (scan.identity.map(enrolment.contains) ?? !enrolment.isEmpty)
  }

  /// The sensor's verdict; draws a random number only where one is asked for.
  private func verdict(on scan: Scan, _ random: inout SplitMix64) -> Verdict {
    guard scan.isReadable else { return .unreadable }
    guard isOfEnrolled(scan) else { return .nonMatch }
    let isAccepted = behavior.falseRejectRate == 0 || random.nextFraction() >= behavior.falseRejectRate
    return isAccepted ? .match : .nonMatch
  }

  /// Brings a scan before the prompt's sensor.
  mutating func deliver(_ scan: Scan, _ effects: inout [Effect]) throws(Failure) -> Bool {
    var drawn = random
    let verdict = verdict(on: scan, &drawn)
    if let reason = onScreen.refusal(ofMatch: verdict == .match) { throw .notDelivered(reason) }
    let latency = latency(&drawn)
    random = drawn
    if latency > .zero {
      onScreen.scan = .init(verdict: verdict, due: clock.now + latency)
    } else {
      land(verdict, &effects)
    }
    return verdict == .match
  }

  private func latency(_ random: inout SplitMix64) -> Nanoseconds {
    let (minimum, maximum) = (behavior.scanLatency.minimum, behavior.scanLatency.maximum)
    guard maximum > minimum else { return minimum }
    return minimum + Nanoseconds(seconds: (maximum - minimum).inSeconds * random.nextFraction())
  }

  /// A scan has its verdict, and the prompt draws the consequence.
  mutating func land(_ verdict: Verdict, _ effects: inout [Effect]) {
    guard hasPrompt else { return }
    onScreen.scan = nil
    if verdict == .nonMatch {
      onScreen.attempts = onScreen.attempts.next()
      onScreen.standingGiven = []
    }
    if verdict == .unreadable {
      emit(.unreadableScan(prompt: onScreen.id), &effects)
      // Touch ID goes on by itself; the others have given up, and ask.
      if biometryType != .touchID { updatePrompt(&effects) { $0.dialog = .tryAgain } }
      return
    }
    let isMatch = verdict == .match
    let isLockedOut = count(isMatch: isMatch, by: onScreen.id, &effects)
    if isMatch {
      satisfy(by: .biometry, &effects)
      return
    }
    let outcome = FailedScan.outcome(
      sensor: biometryType, attempts: onScreen.attempts, isLockedOut: isLockedOut,
      acceptsPasscode: onScreen.acceptsPasscode,
      offersFallback: onScreen.evaluation.offersFallback, behavior)
    switch outcome {
    case .scanningGoesOn: emit(.promptUpdated(onScreen.description), &effects)
    case .dialog(let dialog): updatePrompt(&effects) { $0.dialog = dialog }
    case .passcodePane: showPane(.passcode, &effects)
    case .ends(let code): fail(code, &effects)
    }
  }

  /// Counts a delivered scan over the whole device.
  ///
  /// - Returns: Whether it locked biometry out.
  private mutating func count(isMatch: Bool, by prompt: PromptID?, _ effects: inout [Effect]) -> Bool {
    let isLockedOut = isMatch ? false : settings.lockout.recordFailure(settings.behavior)
    if isMatch { settings.lockout.recordMatch() }
    emit(.scan(prompt: prompt, matched: isMatch, failedAttempts: lockout.failedAttempts), &effects)
    if isLockedOut { emit(.lockout(.failedAttempts), &effects) }
    return isLockedOut
  }

  /// A scan at the lock screen; it has no dialogs and no latency.
  ///
  /// - Returns: Whether it matched.
  mutating func scanAtLockScreen(_ scan: Scan, _ effects: inout [Effect]) -> Bool {
    let isMatch = verdict(on: scan, &random) == .match
    _ = count(isMatch: isMatch, by: nil, &effects)
    return isMatch
  }
}

/// What a failed scan leads to: the decision table of a biometric prompt.
///
/// Apple: *LAPolicy.deviceOwnerAuthenticationWithBiometrics* for Touch ID's three attempts and the five over
/// all; *LAError.userFallback* and the Face ID guidelines for the two dialogs.
enum FailedScan: Equatable {
  /// Touch ID goes on by itself.
  case scanningGoesOn
  case dialog(Prompt.Dialog)
  case passcodePane
  case ends(LAErrorCode)

  /// - Parameters:
  ///   - attempts: Failed scans in this prompt, this one included.
  ///   - isLockedOut: Whether this one locked biometry out.
  static func outcome(
    sensor: BiometryType, attempts: Int, isLockedOut: Bool, acceptsPasscode: Bool, offersFallback: Bool,
    _ behavior: Behavior
  ) -> Self {
    let isTouchID = sensor == .touchID
    if isLockedOut {
      if acceptsPasscode { return .passcodePane }
      return isTouchID || behavior.lockoutEndsFaceIDPrompt ? .ends(.biometryLockout) : .dialog(.final)
    }
    if isTouchID {
      if attempts < 3 { return .scanningGoesOn }
      return acceptsPasscode ? .passcodePane : .ends(.authenticationFailed)
    }
    if attempts < 2 { return .dialog(.tryAgain) }
    if offersFallback { return .dialog(.final) }
    if acceptsPasscode { return .passcodePane }
    return behavior.emptyFallbackSecondFailure == .fail ? .ends(.authenticationFailed) : .dialog(.final)
  }
}
