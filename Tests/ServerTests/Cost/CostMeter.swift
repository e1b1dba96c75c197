import Foundation
import Platform
import TestSupport

/// What requests cost the optimised daemon in things that can be counted, and so are the same on a busy
/// machine: instructions, allocations, system calls. Hashes are the same in each run, so that trees and tables are.
///
/// The same requests are sent once few times and once many times; what start and end cost falls out of the
/// difference.
struct CostMeter {
  /// Requests of one turn; all are sent before the first reply is read.
  var requests: [String]
  /// Requests that come before the turns, and are not counted; those without an id are not answered.
  var population: [String] = []

  /// What each request is answered with.
  var answer = "result"

  private static let turns = (few: 20, many: 120)

  /// Seconds for a step of a daemon that a tool slows down, on a busy machine.
  private static let limit: Double = 120

  /// Whether there is an optimised daemon, and the program to look into it.
  static func has(_ program: String) -> Bool {
    ProcessInfo.processInfo.environment["DEVICESIM_BIN"] != nil && InstalledPrograms.has(program)
  }

  /// Calls of a function, by its name, and instructions as `all`, for each request.
  func callgrind(_ functions: Set<String>) throws -> [String: Double] {
    try perRequest(through: "exec valgrind --tool=callgrind --callgrind-out-file=$OUT \"$0\" \"$@\"") {
      try Self.counts(inProfile: $0, of: functions)
    }
  }

  /// System calls for each request, by their names.
  func systemCalls() throws -> [String: Double] {
    try perRequest(through: "exec strace -f -c -o $OUT \"$0\" \"$@\"") { text in
      var counts: [String: Int] = [:]
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.count >= 5, let count = Int(words[3]), let name = words.last { counts[String(name)] = count }
      }
      return counts
    }
  }

  private func perRequest(
    through command: String, _ read: (String) throws -> [String: Int]
  ) throws -> [String: Double] {
    let few = try read(try run(Self.turns.few, through: command))
    let many = try read(try run(Self.turns.many, through: command))
    let count = Double((Self.turns.many - Self.turns.few) * requests.count)
    return many.reduce(into: [:]) { $0[$1.key] = Double($1.value - few[$1.key, default: 0]) / count }
  }

  /// Has a daemon answer so many turns of requests, and returns what the program wrote about it.
  private func run(_ turns: Int, through command: String) throws -> String {
    let folder = try TemporaryFolder()
    let output = folder.file("out")
    let path = folder.file("s")
    // Not `start`, for strace would keep the ready descriptor open.
    let daemon = try TestDaemon(
      ["--socket", path, "--clock", "manual"], at: path,
      environment: [("OUT", output), ("SWIFT_DETERMINISTIC_HASHING", "1")], through: command, in: folder)
    try waitUntil(within: Self.limit) { (try? daemon.connect()) != nil }
    let client = try daemon.connect()
    for start in stride(from: 0, to: population.count, by: 100) {
      let some = population[start..<min(start + 100, population.count)]
      try client.send(some.joined())
      for request in some where request.contains(#""id":"#) { _ = try client.message(within: Self.limit) }
    }
    for _ in 0..<turns {
      try client.send(requests.joined())
      for _ in requests {
        let reply = try client.message(within: Self.limit)
        guard reply[answer] != nil else { throw TestFailure("\(reply)") }
      }
    }
    try client.start("shutdown")
    _ = try client.message(within: Self.limit)
    _ = try daemon.end(within: Self.limit)
    return String(decoding: try FileSystem.read(output), as: UTF8.self)
  }

  /// Reads a profile of callgrind: names stand in full only where they come first.
  private static func counts(inProfile text: String, of functions: Set<String>) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    var names: [Substring: String] = [:]
    var called: String?
    for line in text.split(separator: "\n") {
      if line.hasPrefix("cfn=(") || line.hasPrefix("fn=(") {
        guard let start = line.firstIndex(of: "("), let end = line.firstIndex(of: ")") else { continue }
        let number = line[start...end]
        let name = line[line.index(after: end)...]
        if !name.isEmpty { names[number] = String(name.dropFirst()) }
        if line.hasPrefix("c") { called = names[number] }
      } else if line.hasPrefix("calls="), let name = called {
        guard functions.contains(name) else { continue }
        counts[name, default: 0] += Int(line.dropFirst(6).prefix(while: \.isNumber)) ?? 0
      } else if line.hasPrefix("totals: ") {
        counts["all"] = Int(line.dropFirst(8))
      }
    }
    guard counts["all"] != nil else { throw TestFailure("callgrind wrote no totals") }
    return counts
  }
}
