import DeviceModel
import Schema

extension MethodTable {
  static let appMethods: [Method] = [
    Method(
      "setApp", .apps, "Sets what an app may do; an unknown app is registered, not launched.",
      details: "Changing the permission of a running app terminates it, as Settings does.",
      positional: 1,
      result: [.changed],
      example: (#"{"app":"com.example.app","permission":"denied"}"#, #"{"changed":true,"seq":4}"#)
    ) {
      Parameters(
        .app, .optional("permission", .cases, "whether it may use Face ID or Optic ID"),
        .optional(
          "usageDescription", .boolean,
          "whether it says what it uses Face ID for; without one Face ID terminates it")
      ) { app, permission, usageDescription in
        .command(.setApp(app: app, permission: permission, usageDescription: usageDescription))
      }
    },
    verb("launchApp", "Launches an app into the foreground.", errors: ["refused"]) { .launchApp($0) },
    verb("activateApp", "Brings a running app to the foreground.", errors: ["refused"]) { .activateApp($0) },
    verb(
      "backgroundApp", "Sends an app to the background; its prompt ends with systemCancel.",
      errors: ["refused"]
    ) {
      .backgroundApp($0)
    },
    verb("terminateApp", "Terminates an app; its connections get appTerminated from then on.") {
      .terminateApp($0)
    },
    verb("installApp", "Installs an app; its permission is then notDetermined.") { .installApp($0) },
    verb("uninstallApp", "Uninstalls an app.") { .uninstallApp($0) },
  ]

  private static func verb(
    _ name: String, _ summary: String,
    errors: @autoclosure @escaping @Sendable () -> [String] = [],
    _ command: @escaping @Sendable (String) -> Command
  ) -> Method {
    Method(
      name, .apps, summary, positional: 1, result: [.changed], errors: errors(),
      example: (#"{"app":"com.example.app"}"#, #"{"changed":true,"seq":5}"#)
    ) { Parameters(.app) { .command(command($0)) } }
  }
}
