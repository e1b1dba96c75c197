import JSON
import Platform

/// How long one request of one client takes. The servers take turns, so that noise affects all alike. A request
/// of several lines ends when as many lines came back.
enum Latency {
  private static let block = 200

  /// Measures, and returns one line of JSON.
  static func measure(_ arguments: inout ArgumentList) throws(LoadError) -> [UInt8] {
    let count = try arguments.count("COUNT")
    var targets: [(link: Link, request: [UInt8], lines: Int)] = []
    while let socket = arguments.next() {
      let template = try arguments.text("REQUEST")
      let lines = template.count { $0 == "\n" } + 1
      targets.append((try Link(socket), Link.request(template, 0), lines))
    }
    if targets.isEmpty { throw LoadError("SOCKET is missing; see --help") }
    for target in targets {
      for _ in 0..<block { try target.link.exchange(target.request, lines: target.lines) }
    }

    var times: [[Int64]] = Array(repeating: [], count: targets.count)
    for index in targets.indices { times[index].reserveCapacity(count + block) }
    while times[0].count < count {
      for (index, target) in targets.enumerated() {
        for _ in 0..<block {
          let start = HostClock.monotonic
          try target.link.exchange(target.request, lines: target.lines)
          times[index].append(HostClock.monotonic - start)
        }
      }
    }
    return line { writer in
      writer.key("targets")
      writer.beginArray()
      for sample in times { Summary(sample).write(into: &writer) }
      writer.endArray()
    }
  }

  /// Returns an object on a line.
  static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    JSONWriter.object(members) + [UInt8(ascii: "\n")]
  }
}

/// The summary of a sample of times.
struct Summary {
  let median: Int64
  let percentile99: Int64
  let minimum: Int64

  init(_ sample: [Int64]) {
    let sorted = sample.sorted()
    median = sorted[sorted.count / 2]
    percentile99 = sorted[sorted.count * 99 / 100]
    minimum = sorted[0]
  }

  /// Writes it as an object.
  func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("p50", Int(median))
    writer.member("p99", Int(percentile99))
    writer.member("minimum", Int(minimum))
    writer.endObject()
  }
}
