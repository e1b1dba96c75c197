package import JSON
import Schema

/// Which devices are the same for whatever comes: those whose archives differ only in what counts on.
extension Device {
  /// Writes the device so that two that do the same from now on, as long as their knobs stay, are written
  /// alike. It is to be compared, not to be read. Told anew is
  ///
  /// - calls: by their order on the screen and in the queue;
  /// - prompts: one is on screen, or none;
  /// - times: from now on, and not at all once nothing depends on them; the wall clock stands at zero;
  /// - enrolments: from the present one on, and what contexts know of earlier ones by order.
  ///
  /// Ids of contexts and numbers of items stay, for apps hold on to them. So does how often scans and passcodes
  /// failed. Where a reset leads to is left out, and so are knobs and items that are as a reset would have them.
  package func writeNormalForm(into writer: inout JSONWriter) {
    let device = normalised
    writer.beginObject()
    Self.changing.writeMembers(device, into: &writer)
    if let origin = origin?.device {
      if !settings.hasSameBehavior(as: origin.settings) { Self.knobs.writeMembers(device, into: &writer) }
      if keychain != origin.keychain { Self.items.writeMembers(device, into: &writer) }
    }
    writer.endObject()
  }

  private static let knobs = archive.only { $0 == "behavior" }
  private static let items = archive.only { $0 == "keychain" }
  private static let changing = archive.only { $0 != "behavior" && $0 != "keychain" }

  private var normalised: Device {
    var device = self
    let now = clock.now
    var lastCall: UInt64 = 0
    if var prompt {
      device.armedTimer?.prompt = PromptID(armedTimer?.prompt == prompt.id ? 1 : 0)
      prompt.id = PromptID(1)
      prompt.evaluation.renumberCalls(after: &lastCall)
      if let due = prompt.scan?.due { prompt.scan?.due = due - now }
      device.prompt = prompt
    } else {
      device.armedTimer = nil
    }
    device.lastPrompt = 0
    if !queue.isEmpty { device.queue.renumberCalls(after: &lastCall) }
    if let due = device.armedTimer?.due { device.armedTimer?.due = due - now }
    if !leavingSheets.isEmpty {
      device.leavingSheets = LeavingSheets(
        leavingSheets.all.map { LeavingSheet(app: $0.app, due: $0.due - now) })
    }

    device.clock = DeviceClock(mode: clock.mode, host: .zero, wallTime: 0)
    device.lockScreen.countTimes(from: now)
    device.passcode.countTimes(from: now)
    device.enrolment = enrolment.asFirst
    device.countContexts(from: now, like: self)
    return device
  }

  private mutating func countContexts(from now: Nanoseconds, like original: Device) {
    if contexts.isEmpty { return }
    let lifetime = behavior.contextAuthenticationLifetime
    var earlier: [String] = []
    for id in contexts.ids {
      contexts[id]?.countTimes(from: now, lifetime: lifetime)
      guard let context = original.contexts[id], let state = context.domainState else { continue }
      if state == original.enrolment.domainState(for: context.app) {
        contexts[id]?.domainState = "present"
      } else {
        if !earlier.contains(state) { earlier.append(state) }
        contexts[id]?.domainState = "earlier \(earlier.firstIndex(of: state) ?? 0)"
      }
    }
  }
}

extension Record {
  func only(_ isMeant: (String) -> Bool) -> Self {
    Record(members.filter { isMeant($0.field.name) })
  }
}
