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

  /// Called when this task is cancelled while it waits for the answer to a prompt. The prompt stays, as on a device.
  @TaskLocal package static var onCancellation: (@Sendable () -> Void)?

  private static let scopes = Mutex(Scopes())
  fileprivate static let setInCode = Mutex<SimulatedDeviceAddress?>(nil)

  /// The devices of the tests of this process.
  private struct Scopes {
    var open: [SimulatedDeviceAddress] = []
    /// Those that were deleted at the end of their tests.
    var closed: Set<SimulatedDeviceAddress> = []
  }

  /// Adds a device to those that are open in this process.
  package static func opened(_ address: SimulatedDeviceAddress) {
    scopes.withLock { $0.open.append(address) }
  }

  /// Removes a device, and the app's connection to it.
  package static func closed(_ address: SimulatedDeviceAddress) {
    scopes.withLock { scopes in
      scopes.open.removeAll { $0 == address }
      scopes.closed.insert(address)
    }
    AppProcess.forget(address)
  }

  /// Whether the device of a test was deleted at its end.
  static func isClosed(_ address: SimulatedDeviceAddress) -> Bool {
    scopes.withLock { $0.closed.contains(address) }
  }

  /// The task's device, else that of the object that calls while it is open, else the only one that is open, else
  /// the one set in code, else the one of the environment.
  ///
  /// - Parameter home: the device that the object was created on.
  static func resolve(
    home: SimulatedDeviceAddress? = nil
  ) throws(DeviceSimulatorError) -> SimulatedDeviceAddress {
    let address: SimulatedDeviceAddress
    let open = scopes.withLock { $0.open }
    if let ofTask {
      address = ofTask
    } else if let home, open.contains(home) {
      address = home
    } else if open.count > 1 {
      throw .severalDevicesOpen
    } else {
      address = open.first ?? home ?? setInCode.withLock { $0 } ?? .fromEnvironment
    }
    if isClosed(address) { throw .closed(address) }
    return address
  }
}
