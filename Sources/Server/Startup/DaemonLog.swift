import Platform
import Schema

/// The daemon's log: a line each on standard error, with the time. What clients send never gets into it.
enum DaemonLog {
  /// Writes a line, unless standard error is a pipe that nobody empties: a daemon must not wait for its log.
  static func write(_ message: String) {
    let ready = try? FileDescriptor.standardError.wait(for: .writable, until: .after(seconds: 0))
    guard ready?.contains(.writable) == true else { return }
    let line = "\(HostClock.timestamp) devicesimd[\(CurrentProcess.id)]: \(VisibleText.oneLine(message))\n"
    try? FileDescriptor.standardError.writeAll(line)
  }
}
