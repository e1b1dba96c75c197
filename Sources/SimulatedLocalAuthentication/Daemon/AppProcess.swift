import Synchronization

/// One life of the app under test, as the device sees it: a connection, shared by all its contexts and
/// keychain calls. After the device has killed the app, a new one begins where the app would be launched.
final class AppProcess: Sendable {
  private let address: SimulatedDeviceAddress
  private let connection: DaemonConnection

  private static let running = Mutex<[SimulatedDeviceAddress: AppProcess]>([:])

  private init(_ address: SimulatedDeviceAddress) throws(DeviceSimulatorError) {
    self.address = address
    connection = try DaemonConnection(path: address.socketPath)
  }

  /// The process that is alive at the address, or a new one.
  static func atWork(_ address: SimulatedDeviceAddress) throws(DeviceSimulatorError) -> AppProcess {
    let process = try running(address)
    do {
      // Nothing tells that the app was killed, so a call that changes nothing asks.
      _ = try process.call("getDomainState")
      return process
    } catch  where error.name == DeviceSimulatorError.appTerminated || !process.connection.isOpen {
      process.forget()
      return try running(address)
    }
  }

  private static func running(_ address: SimulatedDeviceAddress) throws(DeviceSimulatorError) -> AppProcess {
    try running.withLock { running throws(DeviceSimulatorError) in
      if let process = running[address], process.connection.isOpen { return process }
      let process = try AppProcess(address)
      running[address] = process
      return process
    }
  }

  /// Drops the process at an address.
  static func forget(_ address: SimulatedDeviceAddress) {
    _ = running.withLock { $0.removeValue(forKey: address) }
  }

  private func forget() {
    Self.running.withLock { running in
      if running[address] === self { running[address] = nil }
    }
  }

  /// Sends a request; `completion` is called once, on another thread, and must be quick.
  func send(
    _ method: String, _ parameters: [String: WireValue],
    completion: @escaping @Sendable (DaemonConnection.Outcome) -> Void
  ) {
    connection.send(method, addressed(parameters), completion: completion)
  }

  /// Sends a request that nobody needs an answer to.
  func notify(_ method: String, _ parameters: [String: WireValue]) {
    connection.notify(method, addressed(parameters))
  }

  /// Sends a request and blocks this thread until it is answered.
  func call(
    _ method: String, _ parameters: [String: WireValue] = [:], within seconds: Double? = 10
  ) throws(DeviceSimulatorError) -> WireValue {
    try connection.call(method, addressed(parameters), within: seconds)
  }

  private func addressed(_ parameters: [String: WireValue]) -> [String: WireValue] {
    var parameters = parameters
    if let device = address.device { parameters["device"] = .string(device) }
    if let app = address.app { parameters["app"] = .string(app) }
    return parameters
  }
}
