import JSON
import Platform

/// How long whole processes take, from their start to their end or to the line by which they are ready.
enum Processes {
  /// Runs the commands in turn, and returns one line of JSON.
  static func measure(_ arguments: inout ArgumentList) throws(LoadError) -> [UInt8] {
    let count = try arguments.count("COUNT")
    let commands = try arguments.texts("PROGRAM").split(separator: ",").map(Array.init)
    var times: [[Int64]] = Array(repeating: [], count: commands.count)
    for round in 0..<count + 3 {
      for (index, command) in commands.enumerated() {
        let time = try run(command)
        // The first ones fill the caches.
        if round >= 3 { times[index].append(time) }
      }
    }
    return Latency.line { writer in
      writer.key("commands")
      writer.beginArray()
      for sample in times { Summary(sample).write(into: &writer) }
      writer.endArray()
    }
  }

  private static func run(_ command: [String]) throws(LoadError) -> Int64 {
    try reporting {
      var configuration = configuration(command)
      let nowhere = try FileSystem.openForAppending("/dev/null")
      defer { nowhere.close() }
      configuration.standardOutput = nowhere
      let start = HostClock.monotonic
      let end = try ChildProcess.spawn(configuration).wait()
      let time = HostClock.monotonic - start
      guard end == .exited(status: 0) else { throw LoadError("\(command) ended: \(end)") }
      return time
    }
  }

  /// Starts a daemon that takes `--ready-fd N`, and stops it when it is ready.
  static func measureStartup(_ arguments: inout ArgumentList) throws(LoadError) -> [UInt8] {
    let count = try arguments.count("COUNT")
    let command = try arguments.texts("PROGRAM")
    var times: [Int64] = []
    for _ in 0..<count { times.append(try startUp(command)) }
    return Latency.line { writer in
      writer.key("startup")
      Summary(times).write(into: &writer)
    }
  }

  private static func startUp(_ command: [String]) throws(LoadError) -> Int64 {
    try reporting {
      let (reading, writing) = try FileDescriptor.pipe()
      defer { reading.close() }
      var configuration = configuration(command + ["--ready-fd", "\(writing.rawValue)"])
      let nowhere = try FileSystem.openForAppending("/dev/null")
      defer { nowhere.close() }
      configuration.standardError = nowhere
      configuration.inherited = [writing]
      let start = HostClock.monotonic
      let process = try ChildProcess.spawn(configuration)
      writing.close()
      _ = try reading.wait(for: .readable, until: .after(seconds: 10))
      let time = HostClock.monotonic - start
      try process.kill(Signal.terminate)
      _ = try process.wait()
      return time
    }
  }

  private static func configuration(_ command: [String]) -> ChildProcess.Configuration {
    ChildProcess.Configuration(program: command[0], arguments: Array(command.dropFirst()))
  }
}
