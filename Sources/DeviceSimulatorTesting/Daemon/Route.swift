package import Platform
import SimulatedLocalAuthentication

/// How a device and its app reach the daemon.
package struct Route: Sendable {
  /// The way of this task's devices. Tests of the harness put something between it and the daemon.
  @TaskLocal package static var current = Route(
    harnessPath: "(this process)", appPath: "(this process, app side)"
  ) { (isApp) throws(SystemError) in try InProcessDaemon.shared.connect(isApp: isApp) }

  /// What the harness connects to.
  package let harnessPath: String
  /// What the code under test connects to.
  let appPath: String
  private let connect: @Sendable (_ isApp: Bool) throws(SystemError) -> FileDescriptor

  package init(
    harnessPath: String, appPath: String,
    connect: @escaping @Sendable (_ isApp: Bool) throws(SystemError) -> FileDescriptor
  ) {
    self.harnessPath = harnessPath
    self.appPath = appPath
    self.connect = connect
  }

  /// Makes it known to those who connect.
  func register() {
    DaemonConnection.register(harnessPath) { [connect] () throws(SystemError) in try connect(false) }
    DaemonConnection.register(appPath) { [connect] () throws(SystemError) in try connect(true) }
  }
}
