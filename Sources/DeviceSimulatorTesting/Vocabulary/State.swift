public import Foundation
import Schema
import SimulatedLocalAuthentication

extension SimulatedDevice {
  /// Everything that a device shows of itself, under the names of `getState`.
  public struct State: Sendable {
    let members: WireValue

    init(_ members: WireValue) { self.members = members }

    /// Whether anybody is enrolled.
    public var enrolled: Bool { !identities.isEmpty }
    /// Whether a paired device is in reach.
    public var companionNear: Bool { members["companion"]?["near"]?.bool ?? false }
    /// How many keychain items each app has, by bundle id.
    public var keychain: [String: Int] { members["keychain"]?.members.compactMapValues(\.integer) ?? [:] }
    /// The device's time since its start.
    public var monotonicTime: Duration { members["clock"]?["monotonic"]?.duration ?? .zero }
    /// The device's date and time.
    public var wallTime: Date { Date(timeIntervalSince1970: members["clock"]?["wall"]?.number ?? 0) }

    /// What the system knows of an app.
    public typealias App = SimulatedDevice.App
  }

  /// What the system knows of an app.
  public struct App: Hashable, Sendable {
    let members: WireValue

    init(_ members: WireValue) { self.members = members }
  }

  /// A prompt as the user sees it.
  public struct Prompt: Hashable, Sendable, CustomStringConvertible {
    /// Which one of this device.
    public let id: String
    let members: WireValue

    /// Reads a prompt of the state, or of an event, which calls its id `prompt`.
    init?(_ members: WireValue) {
      guard let id = (members["id"] ?? members["prompt"])?.string, members["pane"] != nil else { return nil }
      self.id = id
      // Only what describes it, so that a prompt of an event equals that of the state.
      let own = members.members.filter {
        !["id", "prompt", "seq", "device", "time", "kind"].contains($0.key)
      }
      self.members = .object(own)
    }

    /// Which prompt it is and what it is for.
    public var description: String {
      VisibleText.oneLine("the \(pane.rawValue) prompt \(id) of \(app) (\"\(reason)\")")
    }

    /// What a prompt shows.
    public typealias Pane = SimulatedDevice.Pane
    /// What can be tapped.
    public typealias Button = SimulatedDevice.Button
  }

  /// What became of a scan, a tap or a passcode.
  public struct Report: Hashable, Sendable {
    /// The prompt that it reached.
    public let prompt: String
    /// Whether a scan or a passcode was the right one.
    public let matched: Bool
    /// What became of the app's call.
    public let outcome: Outcome
    /// Failed scans in a row, on the whole device.
    public let failedAttempts: Int

    init(_ answer: WireValue) {
      prompt = answer["prompt"]?.string ?? ""
      matched = answer["matched"]?.bool ?? false
      outcome = answer["outcome"]?.string.flatMap(Outcome.init) ?? .pending
      failedAttempts = answer["failedAttempts"]?.integer ?? 0
    }

    /// What became of an app's call.
    public enum Outcome: String, Sendable, CaseIterable {
      /// The prompt is still on screen.
      case pending
      /// The device owner was recognised.
      case succeeded
      /// Too many failed scans.
      case failed
      /// Anything else: cancel, fallback, a denied permission.
      case ended
    }
  }

  /// Which clock a device runs on.
  public enum Clock: String, Sendable, CaseIterable {
    /// The host's.
    case real
    /// Its own: it moves only when told to.
    case manual
  }
}

extension SimulatedDevice {
  /// A keychain item as the harness sees it: everything but the secret.
  public struct KeychainItem: Sendable, CustomStringConvertible {
    private let members: WireValue

    init(_ members: WireValue) { self.members = members }

    /// Bundle id of the app that owns it.
    public var app: String { members["app"]?.string ?? "" }
    /// `genericPassword`, `internetPassword` or `key`.
    public var itemClass: String { members["class"]?.string ?? "" }
    /// Whose password it is.
    public var account: String? { members["account"]?.string }
    /// What it is for.
    public var service: String? { members["service"]?.string }
    /// Its name for the user.
    public var label: String? { members["label"]?.string }
    /// When it can be read, by its name on the wire.
    public var accessible: String { members["accessible"]?.string ?? "" }
    /// The flags of its access control, by their names on the wire; none without one.
    public var flags: [String] { members["flags"]?.elements.compactMap(\.string) ?? [] }
    /// Whether a read could succeed as the device stands, with the right answer to a prompt.
    public var usable: Bool { members["usable"]?.bool ?? false }

    /// One line with all of that.
    public var description: String { VisibleText.oneLine(members.text) }
  }
}

extension WireValue {
  /// A length of time in seconds.
  var duration: Duration? { nanoseconds.map { .nanoseconds($0) } }

  /// A length of time as seconds.
  static func seconds(_ duration: Duration) -> WireValue { .number(duration / .seconds(1)) }

  /// How long to wait; `nil`: for ever.
  static func limit(_ timeout: Duration?) -> WireValue { timeout.map(WireValue.seconds) ?? .null }

  /// For people.
  var text: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): value
    case .array(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text)" }.joined(separator: ", "))}"
    }
  }
}
