import Schema
import SimulatedLocalAuthentication

extension SimulatedDevice {
  /// Something that happened on a device.
  public struct Event: Sendable, CustomStringConvertible {
    /// What it was.
    public let kind: Kind
    /// Its place among all events of the process; grows with each.
    public let sequence: Int
    /// When, on the device's clock since its start.
    public let time: Duration
    private let members: WireValue

    init(_ members: WireValue) {
      self.members = members
      kind = Kind(rawValue: members["kind"]?.string ?? "") ?? .stateChanged
      sequence = members["seq"]?.integer ?? 0
      time = members["time"]?.duration ?? .zero
    }

    /// The prompt, of promptShown and promptUpdated.
    public var prompt: Prompt? {
      kind == .promptShown || kind == .promptUpdated ? Prompt(members) : nil
    }
    /// Which prompt it was about.
    public var promptID: String? { members["prompt"]?.string }
    /// The app's bundle id, of events about prompts, apps and keychain items.
    public var app: String? { members["app"]?.string }
    /// Where the app is now, of appStateChanged.
    public var appState: AppState? { members["state"]?.string.flatMap(AppState.init(rawValue:)) }
    /// How the prompt ended, of promptDismissed.
    public var outcome: Report.Outcome? {
      members["outcome"]?.string.flatMap(Report.Outcome.init(rawValue:))
    }
    /// The name of the error that the app got, of promptDismissed.
    public var error: String? { members["error"]?.string }
    /// Whether it was somebody enrolled, of scan.
    public var matched: Bool? { members["matched"]?.bool }
    /// Failed scans in a row after it, of scan.
    public var failedAttempts: Int? { members["failedAttempts"]?.integer }
    /// Why, of lockout, appTerminated and of prompts.
    public var reason: String? { members["reason"]?.string }
    /// Who is enrolled now, of enrollmentChanged.
    public var identities: [String]? { members["identities"]?.elements.compactMap(\.string) }
    /// Which fields changed, of stateChanged.
    public var fields: [String]? { members["fields"]?.elements.compactMap(\.string) }
    /// What a prompt that was not answered in time waited for, of promptDismissed.
    public var awaited: [String] { members["awaited"]?.elements.compactMap(\.string) ?? [] }

    /// Any member, by its name on the wire and as text.
    public subscript(_ member: String) -> String? { members[member]?.text }

    /// One line: its sequence number, kind and members.
    public var description: String {
      let rest = members.members.filter { !["seq", "kind", "device", "time"].contains($0.key) }
      let told = rest.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.text)" }
      return VisibleText.oneLine((["\(sequence)", kind.rawValue] + told).joined(separator: " "))
    }
  }
}
