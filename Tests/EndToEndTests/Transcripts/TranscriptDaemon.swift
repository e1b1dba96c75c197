import Client
import Foundation
import Platform

/// A daemon of its own for one transcript: the device `default` has a manual clock, so that every byte is
/// the same each time.
final class TranscriptDaemon {
  let folder: URL
  private let process = Process()
  private var connections: [String: LineConnection] = [:]

  init() throws {
    folder = URL(filePath: "/tmp/devicesim-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process.executableURL = Self.program
    process.arguments = [
      "--socket", folder.appending(path: "main").path, "--app-socket", folder.appending(path: "app").path,
      "--clock", "manual", "--exit-with-parent",
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// The built daemon: `$DEVICESIM_BIN`, or the one next to the tests.
  private static var program: URL {
    if let path = ProcessInfo.processInfo.environment["DEVICESIM_BIN"] {
      return URL(filePath: path).appending(path: "devicesimd")
    }
    let tests = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var folder = tests.deletingLastPathComponent()
    // On a Mac the tests are in a bundle.
    while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
    return folder.appending(path: "devicesimd")
  }

  var socketPath: String { folder.appending(path: "main").path }

  /// The connection of that name; made at its first use.
  func connection(_ name: String) throws -> LineConnection {
    if let known = connections[name] { return known }
    let path = name == "app" ? folder.appending(path: "app").path : socketPath
    let made = try LineConnection(path: path)
    connections[name] = made
    return made
  }

  /// The names of the connections there are.
  var connectionNames: [String] { connections.keys.sorted() }

  func stop() {
    connections = [:]
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}

/// A connection that sends bytes and receives lines.
final class LineConnection {
  private let connection: Connection

  /// Connects as soon as the daemon listens.
  init(path: String) throws {
    let limit = ContinuousClock.now + .seconds(10)
    while true {
      do {
        connection = try Connection(path: path, until: .never)
        return
      } catch {
        if ContinuousClock.now > limit { throw error }
        usleep(2000)
      }
    }
  }

  func send(_ bytes: [UInt8]) throws { try connection.send(bytes) }

  /// The next line; `nil` if none comes.
  func receive() throws -> String? {
    do {
      return String(decoding: try connection.line(until: .after(seconds: 10)), as: UTF8.self)
    } catch ClientError.timedOut, ClientError.connectionLost {
      return nil
    }
  }

  /// Everything that is to be read by now: what comes before the reply to a ping.
  func drain() throws -> [String] {
    try send(Array("{\"jsonrpc\":\"2.0\",\"id\":\"drained\",\"method\":\"ping\"}\n".utf8))
    var lines: [String] = []
    while let line = try receive(), !line.hasPrefix(#"{"jsonrpc":"2.0","id":"drained","#) {
      lines.append(line)
    }
    return lines
  }
}
