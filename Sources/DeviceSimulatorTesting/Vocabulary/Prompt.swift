import SimulatedLocalAuthentication

extension SimulatedDevice {
  /// A prompt as the user sees it.
  public struct Prompt: Hashable, Sendable, CustomStringConvertible {
    /// Which one of this device.
    public let id: String
    /// What it shows.
    public let pane: Pane
    /// Bundle id of the app that asks.
    public let app: String
    /// What the app asks for, by its name on the wire.
    public let policy: String
    /// What the app says it is for.
    public let reason: String
    /// What can be tapped.
    public let buttons: [Button]
    /// Whether the sensor takes a scan now.
    public let scanning: Bool
    /// Failed scans in this prompt.
    public let attempt: Int
    /// The app's title of the fallback button, where it gives one.
    public let fallbackTitle: String?
    /// The app's title of the cancel button, where it gives one.
    public let cancelTitle: String?

    init?(_ members: WireValue, id: String) {
      guard let identifier = members[id]?.string, let pane = members["pane"]?.string.flatMap(Pane.init) else {
        return nil
      }
      self.id = identifier
      self.pane = pane
      app = members["app"]?.string ?? ""
      policy = members["policy"]?.string ?? ""
      reason = members["reason"]?.string ?? ""
      buttons = members["buttons"]?.elements.compactMap { $0.string.flatMap(Button.init) } ?? []
      scanning = members["scanning"]?.bool ?? false
      attempt = members["attempt"]?.integer ?? 0
      fallbackTitle = members["fallbackTitle"]?.string
      cancelTitle = members["cancelTitle"]?.string
    }

    /// What a prompt shows.
    public enum Pane: String, Sendable, CaseIterable {
      case biometry, passcode, permission, companion
    }

    /// What can be tapped.
    public enum Button: String, Sendable, CaseIterable {
      case cancel, fallback, tryAgain, allow, deny
    }

    /// Which prompt it is and what it is for.
    public var description: String { "the \(pane.rawValue) prompt \(id) of \(app) (\"\(reason)\")" }
  }
}

extension SimulatedDevice {
  /// What became of a scan, a tap or a passcode.
  public struct Report: Hashable, Sendable {
    /// The prompt that it reached.
    public let prompt: String
    /// Whether a scan or a passcode was the right one.
    public let matched: Bool
    /// What the app's call came to.
    public let outcome: Outcome
    /// Failed scans in a row, on the whole device.
    public let failedAttempts: Int

    init(_ answer: WireValue) {
      prompt = answer["prompt"]?.string ?? ""
      matched = answer["matched"]?.bool ?? false
      outcome = answer["outcome"]?.string.flatMap(Outcome.init) ?? .pending
      failedAttempts = answer["failedAttempts"]?.integer ?? 0
    }

    /// What an app's call came to.
    public enum Outcome: String, Sendable, CaseIterable {
      /// The prompt is still up.
      case pending
      /// The device owner was recognised.
      case succeeded
      /// Too many failed scans.
      case failed
      /// Anything else: cancel, fallback, a denied permission.
      case ended
    }
  }
}
