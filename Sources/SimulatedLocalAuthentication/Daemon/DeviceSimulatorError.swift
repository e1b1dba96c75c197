import Client
public import Foundation
import Schema

/// A failure of the simulation itself, which no real device has: no daemon, an app that was killed.
///
/// It is never an ``LAError``, so that no test takes one for the other. Catch one kind of it by name:
/// `catch DeviceSimulatorError.appTerminated`.
public struct DeviceSimulatorError: Error, Hashable, Sendable {
  /// Which failure.
  public let name: Name
  /// Its number on the wire.
  public let code: Int
  /// What happened and what to do about it, in one sentence.
  public let message: String
  /// The error domain that the number belongs to.
  package let domain: String
  /// The step of a test that failed; `nil`: a call of the app.
  package let step: FailedStep?

  package init(
    _ name: Name, code: Int, _ message: String, domain: String = errorDomain, step: FailedStep? = nil
  ) {
    self.name = name
    self.code = code
    self.message = message
    self.domain = domain
    self.step = step
  }

  /// Where in the tests the step is that failed; `nil` for a call of the app.
  public var location: Location? { step?.location }

  /// A line of a test.
  public struct Location: Hashable, Sendable, CustomStringConvertible {
    /// Module and file, as `#fileID` has them.
    public let fileID: String
    /// The number of the line.
    public let line: Int

    package init(fileID: String, line: Int) {
      self.fileID = fileID
      self.line = line
    }

    /// `LoginTests/LockoutTests.swift:12`.
    public var description: String { "\(fileID):\(line)" }
  }

  /// An error that the daemon replied with.
  init(_ error: RemoteError) {
    self.init(Name(rawValue: error.name), code: error.code, error.message, domain: error.domain)
  }

  /// Why the daemon at a path cannot be talked to.
  init(_ error: ClientError, _ path: String) {
    let message = error.message(at: path)
    switch error {
    case .refused(let error): self.init(error)
    case .invalidPath, .cannotConnect:
      self.init(
        Self.noDaemon, code: -32090,
        "\(message); start one with 'devicesim start', or open a device with withSimulatedDevice")
    case .foreign:
      self.init(Self.noDaemon, code: -32090, message)
    case .connectionLost, .timedOut, .notUnderstood, .system:
      self.init(Self.connectionLost, code: -32091, message)
    }
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
  /// No daemon listens on the socket.
  public static let noDaemon = Name(rawValue: "noDaemon")
  /// The daemon closed the connection, or does not answer.
  public static let connectionLost = Name(rawValue: "connectionLost")
  /// Several simulated devices are open in this process, and the call does not say which one it means.
  public static let severalDevices = Name(rawValue: "severalDevices")
  /// The call comes from outside of every `withSimulatedDevice`, or from a task of one that has ended.
  public static let deviceClosed = Name(rawValue: "deviceClosed")
  /// There is no device of that name.
  public static let unknownDevice = Name(rawValue: "unknownDevice")
  /// The context does not exist any more: the device was reset.
  public static let unknownContext = Name(rawValue: "unknownContext")
  /// A scan, tap or passcode that reached no prompt.
  public static let notDelivered = Name(rawValue: "notDelivered")
  /// The prompt on screen does not have that button.
  public static let noSuchControl = Name(rawValue: "noSuchControl")
  /// The device does not have the sensor of that scan.
  public static let wrongModality = Name(rawValue: "wrongModality")
  /// The rules of the device forbid it.
  public static let refused = Name(rawValue: "refused")
  /// What was waited for did not happen in time.
  public static let timeout = Name(rawValue: "timeout")
  /// Nobody answered a prompt in the time that the test allows.
  public static let promptUnanswered = Name(rawValue: "promptUnanswered")

  static let severalDevicesOpen = Self(
    Self.severalDevices, code: -32092,
    "several simulated devices are open in this process and the call comes from outside their tasks; "
      + "serialize the suite (.serialized), or call from the task of the test")

  static func closed(_ address: SimulatedDeviceAddress) -> Self {
    Self(
      Self.deviceClosed, code: -32094,
      "\(address.device ?? "the device") was deleted when its withSimulatedDevice ended, and the call comes from "
        + "outside of every other one; call within withSimulatedDevice")
  }
}

extension DeviceSimulatorError.Name {
  /// Lets `catch` name one kind of failure, also of an `NSError`.
  public static func ~= (name: Self, error: any Error) -> Bool {
    if let error = error as? DeviceSimulatorError { return error.name == name }
    let object = error as NSError
    return object.domain == DeviceSimulatorError.errorDomain
      && object.userInfo[userInfoKey] as? String == name.rawValue
  }

  /// Where an `NSError` keeps the name.
  fileprivate static let userInfoKey = "DeviceSimulatorErrorName"
}

extension DeviceSimulatorError: CustomNSError, LocalizedError, CustomStringConvertible {
  /// The domain of the simulator's own failures.
  public static var errorDomain: String { "devicesim" }
  /// Its number on the wire.
  public var errorCode: Int { code }
  /// The message and the name, for those who have only the `NSError`.
  public var errorUserInfo: [String: Any] {
    [NSLocalizedDescriptionKey: message, Name.userInfoKey: name.rawValue]
  }
  /// What happened and what to do about it.
  public var errorDescription: String? { message }
  /// Its name, number and message, the line of the test, and what came of it.
  public var description: String {
    "\(name.rawValue) (\(code)): \(VisibleText.oneLine(message))" + (location.map { " (\($0))" } ?? "")
      + (step?.consequence.map { "; then \($0)" } ?? "")
  }
}

/// A step of a test that failed.
///
/// Its error holds it, and nobody else does: it is gone once the test has handled the error.
package final class FailedStep: Hashable, Sendable {
  package let location: DeviceSimulatorError.Location
  /// Whether nobody had answered a prompt in time before.
  package let isAfterTimeout: Bool
  /// What came of it, for the developer.
  package let consequence: String?

  package init(
    at location: DeviceSimulatorError.Location, isAfterTimeout: Bool, consequence: String? = nil
  ) {
    self.location = location
    self.isAfterTimeout = isAfterTimeout
    self.consequence = consequence
  }

  package static func == (left: FailedStep, right: FailedStep) -> Bool { left.location == right.location }
  package func hash(into hasher: inout Hasher) { hasher.combine(location) }
}
