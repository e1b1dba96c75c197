import Synchronization

/// The process of the app under test, as the device sees it: one connection, shared by all contexts and
/// keychain calls. After the device has killed the app, a new one starts where the app would be launched.
final class AppProcess: Sendable {
  private let address: SimulatedDeviceAddress
  private let connection: DaemonConnection

  private static let running = Mutex<[SimulatedDeviceAddress: AppProcess]>([:])

  private init(_ address: SimulatedDeviceAddress) throws(DeviceSimulatorError) {
    self.address = address
    connection = try DaemonConnection(path: address.socketPath)
  }

  /// Returns the process that runs at the address, or starts one.
  static func atWork(_ address: SimulatedDeviceAddress) throws(DeviceSimulatorError) -> AppProcess {
    let process = try running(address)
    do {
      // No event says that the app was killed, so a call that changes nothing asks.
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

  /// Forgets the process at an address, which closes its connection.
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

  /// Sends a request that gets no reply.
  func notify(_ method: String, _ parameters: [String: WireValue]) {
    connection.notify(method, addressed(parameters))
  }

  /// Sends a request and blocks this thread until the reply comes.
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
