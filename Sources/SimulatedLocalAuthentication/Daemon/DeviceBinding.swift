import Synchronization

/// Which device the code under test means, when it makes a context or uses the keychain.
package enum DeviceBinding {
  /// The device of the test that this task belongs to.
  @TaskLocal package static var ofTask: SimulatedDeviceAddress?

  private static let open = Mutex<[SimulatedDeviceAddress]>([])
  fileprivate static let setInCode = Mutex<SimulatedDeviceAddress?>(nil)

  /// Adds a device to those that are open in this process.
  package static func opened(_ address: SimulatedDeviceAddress) {
    open.withLock { $0.append(address) }
  }

  /// Takes a device away, and the app's connection to it.
  package static func closed(_ address: SimulatedDeviceAddress) {
    open.withLock { $0.removeAll { $0 == address } }
    AppProcess.forget(address)
  }

  /// The task's device, else the only one that is open, else what was set in code, else what the
  /// environment says.
  static func resolve() throws(DeviceSimulatorError) -> SimulatedDeviceAddress {
    if let address = ofTask { return address }
    let open = open.withLock { $0 }
    if open.count > 1 { throw .severalDevicesOpen }
    return open.first ?? setInCode.withLock { $0 } ?? .fromEnvironment
  }
}

extension SimulatedDeviceAddress {
  /// The device of this process where no test has one open; `nil`, as at first: the environment says which.
  public static var current: Self? {
    get { DeviceBinding.setInCode.withLock { $0 } }
    set { DeviceBinding.setInCode.withLock { $0 = newValue } }
  }
}
