import Synchronization

/// The process of the app under test, as the device sees it: one connection, shared by all contexts and
/// keychain calls. After the device has killed the app, a new one starts where the app would be launched.
enum AppProcess {
  private static let running = Mutex<[SimulatedDeviceAddress: DaemonConnection]>([:])

  /// Returns the process that runs at the address, or starts one.
  static func atWork(_ address: SimulatedDeviceAddress) throws(DeviceSimulatorError) -> DaemonConnection {
    try call(at: address, "getDomainState").process
  }

  /// Calls as the process that runs at the address, or as one that it starts.
  ///
  /// Nothing tells that the app was killed but its next call, which fails and has done nothing. A call that waits for
  /// a person also fails if the app is killed meanwhile, and must not begin anew then; so the one that tells goes
  /// ahead of it, in the same piece.
  static func call(
    at address: SimulatedDeviceAddress, _ method: String, _ parameters: [String: WireValue] = [:],
    waitsForPerson: Bool = false
  ) throws(DeviceSimulatorError) -> (answer: WireValue, process: DaemonConnection) {
    let limit = waitsForPerson ? nil : answerLimit
    var process = try running(address)
    var answers = process.ask((waitsForPerson ? [("getDomainState", [:])] : []) + [(method, parameters)])
    if case .failure(let error) = answers[0].outcome(within: answerLimit),
      error.name == DeviceSimulatorError.appTerminated || !process.isOpen
    {
      running.withLock { running in
        if running[address] === process { running[address] = nil }
      }
      // If there is no daemon any more, the call was lost with the connection that it went through.
      guard let next = try? running(address) else { throw error }
      process = next
      answers = process.ask([(method, parameters)])
    }
    return (try answers[answers.count - 1].outcome(within: limit).get(), process)
  }

  /// How many seconds a daemon may take for what waits for nobody.
  private static let answerLimit = 10.0

  private static func running(
    _ address: SimulatedDeviceAddress
  ) throws(DeviceSimulatorError) -> DaemonConnection {
    try running.withLock { running throws(DeviceSimulatorError) in
      if let process = running[address], process.isOpen { return process }
      var common: [String: WireValue] = [:]
      common["device"] = address.device.map(WireValue.string)
      common["app"] = address.app.map(WireValue.string)
      let process = try DaemonConnection(path: address.socketPath, common: common)
      running[address] = process
      return process
    }
  }

  /// Forgets the process at an address, which closes its connection.
  static func forget(_ address: SimulatedDeviceAddress) {
    _ = running.withLock { $0.removeValue(forKey: address) }
  }
}
