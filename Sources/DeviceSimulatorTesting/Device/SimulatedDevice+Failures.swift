public import SimulatedLocalAuthentication
import WireProtocol

// Failures that happen because the test orders them.
extension SimulatedDevice {
  /// Lets the next calls of LocalAuthentication fail with an error, without a prompt.
  ///
  /// - Parameters:
  ///   - method: which calls; default: the next, whichever it is.
  ///   - times: how many fail; `nil`: all, until ``disarm(fileID:line:)``.
  ///   - app: whose; default: any app's.
  public func failNext(
    _ method: FailableMethod? = nil, error: LAError.Code, times: Int? = 1, app: String? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) {
    try await failNext(method, .string("\(error)"), times, app, fileID, line)
  }

  /// Lets the next calls of the keychain fail with a status, without a prompt.
  ///
  /// - Parameters:
  ///   - method: which calls; default: the next, whichever it is.
  ///   - times: how many fail; `nil`: all, until ``disarm(fileID:line:)``.
  ///   - app: whose; default: any app's.
  public func failNext(
    _ method: FailableMethod? = nil, status: OSStatus, times: Int? = 1, app: String? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) {
    let known = ErrorRegistry.find(Int(status), in: .osStatus)
    try await failNext(
      method, known.map { .string($0.name) } ?? .integer(Int(status)), times, app, fileID, line)
  }

  private func failNext(
    _ method: FailableMethod?, _ error: WireValue, _ times: Int?, _ app: String?, _ fileID: String,
    _ line: Int
  ) async throws(DeviceSimulatorError) {
    try await step(
      "failNext",
      [
        "method": (method?.rawValue).map(WireValue.string), "app": app.map(WireValue.string), "error": error,
        "times": times.map(WireValue.integer) ?? .null,
      ], fileID, line)
  }

  /// The calls of an app that can be ordered to fail.
  public enum FailableMethod: String, Sendable, CaseIterable {
    case canEvaluatePolicy, evaluatePolicy, evaluateAccessControl
    case secItemAdd, secItemCopyMatching, secItemUpdate, secItemDelete, secKeyUse
  }

  /// A failure that was ordered and that calls are still to meet.
  public struct OrderedFailure: Hashable, Sendable, CustomStringConvertible {
    /// `nil`: any call that can fail so.
    public let method: FailableMethod?
    /// The error's name, or its number.
    public let error: String
    /// How many calls are still to fail; `nil`: all.
    public let times: Int?
    /// Whose calls; `nil`: any app's.
    public let app: String?
    /// How many calls have failed.
    public let used: Int

    init(_ members: WireValue) {
      method = members["method"]?.string.flatMap(FailableMethod.init)
      error = members["error"]?.text ?? ""
      times = members["times"]?.integer
      app = members["app"]?.string
      used = members["used"]?.integer ?? 0
    }

    /// `failNext secItemAdd decode`
    public var description: String {
      ["failNext", method?.rawValue, error].compactMap(\.self).joined(separator: " ")
    }
  }
}

extension SimulatedDevice.State {
  /// The failures that coming calls of apps meet, the first that fits first.
  public var failNext: [SimulatedDevice.OrderedFailure] {
    members["failNext"]?.elements.map(SimulatedDevice.OrderedFailure.init) ?? []
  }
}
