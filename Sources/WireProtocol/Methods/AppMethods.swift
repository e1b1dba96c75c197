import DeviceModel
import Schema

extension MethodTable {
  static let appMethods: [Method] = [
    Method(
      "setApp", .apps, "Sets what an app may do; an unknown app is registered, not launched.",
      details: "Changing the permission of a running app terminates it, as Settings does.",
      positional: 1,
      result: [.changed], errors: ["refused"],
      example: (#"{"app":"com.example.app","permission":"denied"}"#, #"{"changed":true,"seq":4}"#)
    ) {
      Parameters(.app, .members) { .command(.setApp($0, $1)) }
    },
    Method(
      "launchApp", .apps, "Launches an app into the foreground.",
      details: "One that runs comes to the foreground, unless it is to be launched in the background.",
      positional: 1, result: [.changed], errors: ["refused"],
      example: (#"{"app":"com.example.app"}"#, #"{"changed":true,"seq":5}"#)
    ) {
      Parameters(
        .app,
        .optional(
          "inBackground", .boolean, default: false,
          "launch it where nobody sees it, as a push does; default: false")
      ) { .command(.launchApp($0, inBackground: $1)) }
    },
    verb("activateApp", "Brings a running app to the foreground.", of: .app, errors: ["refused"]) {
      .activateApp($0)
    },
    verb(
      "backgroundApp", "Sends an app to the background; its prompt ends with systemCancel.",
      errors: ["refused"]
    ) {
      .backgroundApp($0)
    },
    verb(
      "coverApp", "Covers the app in front, as a call or the app switcher does: it is inactive.",
      errors: ["refused"]
    ) { .coverApp($0) },
    verb("uncoverApp", "Uncovers an app.", errors: ["refused"]) { .uncoverApp($0) },
    verb(
      "terminateApp", "Terminates an app; its connections get appTerminated from then on.",
      errors: ["refused"]
    ) {
      .terminateApp($0)
    },
    verb("installApp", "Installs an app; its permission is then notDetermined.", of: .app) {
      .installApp($0)
    },
    verb("uninstallApp", "Uninstalls an app.", errors: ["refused"]) { .uninstallApp($0) },
  ]

  private static func verb(
    _ name: String, _ summary: String, of app: Parameter<String> = .knownApp,
    errors: @autoclosure @escaping @Sendable () -> [String] = [],
    _ command: @escaping @Sendable (String) -> Command
  ) -> Method {
    Method(
      name, .apps, summary, positional: 1, result: [.changed], errors: errors(),
      example: (#"{"app":"com.example.app"}"#, #"{"changed":true,"seq":5}"#)
    ) { Parameters(app) { .command(command($0)) } }
  }
}
