import Foundation

/// `Scripts/shims`, as a harness finds it.
enum Shims {
  static let folder =
    URL(filePath: #filePath).appending(path: "../../../../Scripts/shims").standardizedFileURL.path

  /// Runs a script with a daemon, and the shims in front of the search path. `E` and `S` are the keys of the simulator,
  /// shortened.
  static func run(_ script: String, in sandbox: Sandbox? = nil) throws -> Sandbox.Outcome {
    try (sandbox ?? Sandbox()).run(
      """
      export PATH="\(folder):$PATH"
      E=com.apple.BiometricKit.enrollmentChanged; S=com.apple.BiometricKit_Sim
      devicesim start --detach >/dev/null
      \(script)
      """)
  }
}
