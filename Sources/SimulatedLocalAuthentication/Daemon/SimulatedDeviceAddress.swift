import Platform

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

  /// What the environment says: `DEVICESIM_APP_SOCKET` or else `DEVICESIM_SOCKET` or else where
  /// `devicesim start` puts it, `DEVICESIM_DEVICE` and `DEVICESIM_APP`.
  public static var fromEnvironment: Self {
    Self(
      socketPath: SocketLocation(option: Environment.nonEmpty("DEVICESIM_APP_SOCKET")).path,
      device: Environment.nonEmpty("DEVICESIM_DEVICE"), app: Environment.nonEmpty("DEVICESIM_APP"))
  }
}
