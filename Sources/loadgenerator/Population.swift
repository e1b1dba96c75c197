import JSON
import Platform

/// Fills a server, so that its memory can be measured.
enum Population {
  private static let batch = 100

  /// Sends numbered requests over one connection and fails at the first error.
  static func send(_ arguments: inout ArgumentList) throws(LoadError) -> [UInt8] {
    let count = try arguments.count("COUNT")
    let link = try Link(try arguments.text("SOCKET"))
    let template = try arguments.text("REQUEST")
    let start = HostClock.monotonic
    try link.check(Link.request(template, 1))
    var sent = 1
    while sent < count {
      let size = min(batch, count - sent)
      try link.exchange((1...size).flatMap { Link.request(template, sent + $0) }, lines: size)
      sent += size
    }
    return report(count, since: start)
  }

  /// Opens connections, sends a request over each, and keeps them until the standard input ends.
  static func hold(_ arguments: inout ArgumentList) throws(LoadError) -> [UInt8] {
    let count = try arguments.count("COUNT")
    let socket = try arguments.text("SOCKET")
    let request = try arguments.text("REQUEST")
    CurrentProcess.raiseDescriptorLimit(to: count + 64)
    let start = HostClock.monotonic
    var links: [Link] = []
    for number in 1...count {
      let link = try Link(socket)
      try link.check(Link.request(request, number))
      links.append(link)
    }
    try? FileDescriptor.standardOutput.writeAll(report(count, since: start))
    withExtendedLifetime(links) {
      withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
        while let count = try? FileDescriptor.standardInput.read(into: buffer), count > 0 {}
      }
    }
    return []
  }

  private static func report(_ count: Int, since start: Int64) -> [UInt8] {
    let elapsed = HostClock.monotonic - start
    return Latency.line { $0.member("each", Int(elapsed) / count) }
  }
}
