import Platform
import Synchronization

/// Where the code under test finds its device, and which app it is.
///
/// Tests with `withSimulatedDevice` need none. Otherwise it comes from the environment, or from
/// ``current`` if that was set.
public struct SimulatedDeviceAddress: Hashable, Sendable {
  /// The daemon's socket.
  public var socketPath: String
  /// The device's name; `nil`: the daemon's choice.
  public var device: String?
  /// The app's bundle id; `nil`: `com.example.app`.
  public var app: String?

  /// Names a device and an app.
  public init(socketPath: String, device: String? = nil, app: String? = nil) {
    self.socketPath = socketPath
    self.device = device
    self.app = app
  }

  /// What the environment says: `DEVICESIM_APP_SOCKET`, else `DEVICESIM_SOCKET`, else the socket of
  /// `devicesim start`; `DEVICESIM_DEVICE` and `DEVICESIM_APP`.
  public static var fromEnvironment: Self {
    Self(
      socketPath: SocketLocation.forApps.path, device: Environment.nonEmpty("DEVICESIM_DEVICE"),
      app: Environment.nonEmpty("DEVICESIM_APP"))
  }

  /// The device of this process where no test has one open; `nil`, the default: the environment decides.
  public static var current: Self? {
    get { DeviceBinding.setInCode.withLock { $0 } }
    set { DeviceBinding.setInCode.withLock { $0 = newValue } }
  }
}

/// The device that the code under test means when it creates a context or uses the keychain.
package enum DeviceBinding {
  /// The device of the test that this task belongs to.
  @TaskLocal package static var ofTask: SimulatedDeviceAddress?

  private static let open = Mutex<[SimulatedDeviceAddress]>([])
  fileprivate static let setInCode = Mutex<SimulatedDeviceAddress?>(nil)

  /// Adds a device to those that are open in this process.
  package static func opened(_ address: SimulatedDeviceAddress) {
    open.withLock { $0.append(address) }
  }

  /// Removes a device, and the app's connection to it.
  package static func closed(_ address: SimulatedDeviceAddress) {
    open.withLock { $0.removeAll { $0 == address } }
    AppProcess.forget(address)
  }

  /// The task's device, else the only one that is open, else the one set in code, else the one of the
  /// environment.
  static func resolve() throws(DeviceSimulatorError) -> SimulatedDeviceAddress {
    if let address = ofTask { return address }
    let open = open.withLock { $0 }
    if open.count > 1 { throw .severalDevicesOpen }
    return open.first ?? setInCode.withLock { $0 } ?? .fromEnvironment
  }
}
