public import Foundation

/// A failure of the simulation itself, which no device has: no daemon, an app that was killed.
///
/// Never an ``LAError``, so that no test takes one for the other. Catch one kind of it by name:
/// `catch DeviceSimulatorError.appTerminated`.
public struct DeviceSimulatorError: Error, Hashable, Sendable {
  /// Which failure.
  public let name: Name
  /// Its number on the wire.
  public let code: Int
  /// What happened and what to do about it, in one sentence.
  public let message: String
  /// Whose number it is.
  package let domain: String

  package init(_ name: Name, code: Int, _ message: String, domain: String = errorDomain) {
    self.name = name
    self.code = code
    self.message = message
    self.domain = domain
  }

  /// The failures by name; the daemon's own are listed in `Protocol/README.md`.
  public struct Name: RawRepresentable, Hashable, Sendable {
    /// The name on the wire.
    public let rawValue: String
    /// Takes a name of the wire.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

extension DeviceSimulatorError {
  /// The simulated system killed the app: for its privacy, on restart, or because the test said so.
  public static let appTerminated = Name(rawValue: "appTerminated")
  /// No daemon takes connections where one was looked for.
  public static let noDaemon = Name(rawValue: "noDaemon")
  /// The daemon went away, or stopped to answer.
  public static let connectionLost = Name(rawValue: "connectionLost")
  /// Several simulated devices are open in this process, and the call says not which it means.
  public static let severalDevices = Name(rawValue: "severalDevices")
  /// The named device does not exist, or does not any more.
  public static let unknownDevice = Name(rawValue: "unknownDevice")
  /// The device was reset and has forgotten the context.
  public static let unknownContext = Name(rawValue: "unknownContext")
  /// A scan, tap or passcode that reached no prompt.
  public static let notDelivered = Name(rawValue: "notDelivered")
  /// The prompt on screen does not have that button.
  public static let noSuchControl = Name(rawValue: "noSuchControl")
  /// The scan is for another sensor than the device has.
  public static let wrongModality = Name(rawValue: "wrongModality")
  /// The rules of the device forbid it.
  public static let refused = Name(rawValue: "refused")
  /// What was waited for did not happen in time.
  public static let timeout = Name(rawValue: "timeout")
  /// A prompt was up for longer than the test allows, and nobody answered.
  public static let promptUnanswered = Name(rawValue: "promptUnanswered")

  static func noDaemon(_ message: String) -> Self {
    Self(
      Self.noDaemon, code: -32090,
      "\(message); start one with 'devicesim start', or open a device with withSimulatedDevice")
  }
  static func connectionLost(_ path: String) -> Self {
    Self(Self.connectionLost, code: -32091, "the daemon at \(path) closed the connection")
  }
  static func notAnswering(_ path: String) -> Self {
    Self(Self.connectionLost, code: -32091, "the daemon at \(path) does not answer")
  }
  static let severalDevicesOpen = Self(
    Self.severalDevices, code: -32092,
    "several simulated devices are open in this process and the call comes from outside of their tasks; "
      + "serialize the suite (.serialized), or call from the task of the test")
}

extension DeviceSimulatorError.Name {
  /// Lets `catch` name one kind of failure.
  public static func ~= (name: Self, error: any Error) -> Bool {
    (error as? DeviceSimulatorError)?.name == name
  }
}

extension DeviceSimulatorError: CustomNSError, LocalizedError, CustomStringConvertible {
  /// The domain of the simulator's own failures.
  public static var errorDomain: String { "devicesim" }
  /// Its number on the wire.
  public var errorCode: Int { code }
  /// The message, for those who have only the `NSError`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
  /// What happened and what to do about it.
  public var errorDescription: String? { message }
  /// Its name, number and message.
  public var description: String { "\(name.rawValue) (\(code)): \(message)" }
}
