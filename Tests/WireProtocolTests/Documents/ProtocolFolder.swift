import Foundation

/// The public form of the protocol, which tests compare with the code.
enum ProtocolFolder {
  static let url = URL(filePath: #filePath).appending(path: "../../../../Protocol").standardizedFileURL

  /// Whether generated files are written instead of compared.
  static let isRecording = ProcessInfo.processInfo.environment["DEVICESIM_RECORD"] == "1"

  static func read(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  static func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
  }
}
