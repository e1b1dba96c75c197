/// Calls of the device by keychain and key functions, which block their thread and may name a context.
enum DeviceCall {
  /// Calls, and returns the result.
  ///
  /// - Parameters:
  ///   - home: the device that the call is about, if it does not come from the task of a test.
  ///   - wrap: puts the parameters where the method expects them.
  static func send(
    _ method: String, _ parameters: [String: WireValue], by context: LAContext? = nil,
    home: SimulatedDeviceAddress? = nil, waitsForPerson: Bool = false,
    _ wrap: ([String: WireValue]) -> [String: WireValue] = { $0 }
  ) throws(DeviceSimulatorError) -> WireValue {
    guard let context else {
      let address = try DeviceBinding.resolve(home: home)
      return try AppProcess.call(at: address, method, wrap(parameters), waitsForPerson: waitsForPerson).answer
    }
    let place = try context.core.place(context.options)
    let parameters = parameters.merging(["context": place.id]) { $1 }
    return try place.process.call(method, wrap(parameters), within: waitsForPerson ? nil : 10)
  }

  /// Calls a keychain function, which may ask the user and asks as its context says.
  static func ask(
    _ method: String, _ parameters: [String: WireValue], by context: LAContext?,
    home: SimulatedDeviceAddress? = nil, waitsForPerson: Bool = true,
    _ wrap: ([String: WireValue]) -> [String: WireValue] = { $0 }
  ) throws(DeviceSimulatorError) -> WireValue {
    var parameters = parameters
    if let context {
      if context.interactionNotAllowed, parameters["authenticationUI"] != "skip" {
        parameters["authenticationUI"] = "fail"
      }
      if waitsForPerson, parameters["reason"] == nil { parameters["reason"] = context.options["reason"] }
    }
    return try send(method, parameters, by: context, home: home, waitsForPerson: waitsForPerson, wrap)
  }
}
