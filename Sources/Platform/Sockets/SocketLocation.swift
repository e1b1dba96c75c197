/// Where the daemon's socket lies: the one order in which the daemon and its clients look.
package struct SocketLocation: Equatable, Sendable {
  package let path: String
  /// Whether nobody named the path: the daemon then makes the folder, and trusts it only if it is private.
  package let isDefault: Bool

  /// An option, else `DEVICESIM_SOCKET`, else `XDG_RUNTIME_DIR`, else a folder in `/tmp`.
  ///
  /// The environment is a parameter for the sake of tests.
  package init(
    option: String?, environment: (String) -> String? = Environment.nonEmpty,
    userID: UInt32 = CurrentProcess.userID
  ) {
    if let named = option ?? environment("DEVICESIM_SOCKET") {
      path = named
      isDefault = false
    } else if let runtime = environment("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
      path = "\(runtime)/devicesim/devicesim.sock"
      isDefault = true
    } else {
      path = "/tmp/devicesim-\(userID)/devicesim.sock"
      isDefault = true
    }
  }
}
