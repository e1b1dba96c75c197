import Client
import JSON
import Platform

/// How much a server does for many clients at once, each of which waits for its replies before it continues.
enum Throughput {
  /// What a client sends, and for how many lines it waits before its next step.
  struct Step {
    var bytes: [UInt8]
    var lines: Int
  }

  /// The same requests in turn, DEPTH of them in flight at a time.
  static func measure(_ arguments: inout ArgumentList) throws(LoadError) -> [UInt8] {
    let seconds = try arguments.number("SECONDS")
    let clients = try arguments.count("CLIENTS")
    let depth = try arguments.count("DEPTH")
    let socket = try arguments.text("SOCKET")
    let setup = try arguments.text("SETUP")
    let requests = try arguments.texts("REQUEST")
    var load = try Load(seconds)
    for client in 1...clients {
      let link = try Link(socket)
      if setup != "-" {
        for line in setup.split(separator: "\n") { try link.check(Link.request(String(line), client)) }
      }
      let cycle = requests.map { Link.request($0, client) }
      let steps = (0..<cycle.count).map { start in
        Step(bytes: (0..<depth).flatMap { cycle[(start * depth + $0) % cycle.count] }, lines: depth)
      }
      try load.add(link, steps)
    }
    let result = try load.run()
    return Latency.line { writer in
      writer.member("requests", result.all)
      writer.member("perSecond", Double(result.lines) / result.seconds)
    }
  }

  /// The same story again and again: a Touch ID device is created, locked out by failed scans at two prompts,
  /// unlocked by its passcode, and deleted.
  static func measureStories(_ arguments: inout ArgumentList) throws(LoadError) -> [UInt8] {
    let seconds = try arguments.number("SECONDS")
    let clients = try arguments.count("CLIENTS")
    let socket = try arguments.text("SOCKET")
    var load = try Load(seconds)
    for client in 1...clients { try load.add(try Link(socket), story(of: client)) }
    let result = try load.run()
    return Latency.line { writer in
      writer.member("stories", result.cycles)
      writer.member("perSecond", Double(result.cycles) / result.seconds)
    }
  }

  private static func story(of client: Int) -> [Step] {
    let device = "story-\(CurrentProcess.id)-\(client)"
    func step(_ requests: [(method: String, parameters: String)], lines: Int) -> Step {
      let bytes = requests.flatMap { method, parameters in
        Request.line(method, id: 1, Array("{\"device\":\"\(device)\"\(parameters)}".utf8))
      }
      return Step(bytes: bytes, lines: lines)
    }
    let ask = ("evaluatePolicy", #","policy":"biometrics","reason":"Log in""#)
    let fail = ("nonMatchingFinger", "")
    return [
      step([("createDevice", #","ephemeral":true,"state":{"biometryType":"touchID"}"#)], lines: 1),
      step([ask, fail], lines: 1), step([fail], lines: 1),
      // The third failure in a row ends the prompt.
      step([fail], lines: 2),
      // The fifth locks the device out.
      step([ask, fail], lines: 1), step([fail], lines: 2),
      step(
        [
          ("evaluatePolicy", #","policy":"owner","reason":"Log in""#),
          ("enterPasscode", #","passcode":"1234""#),
        ], lines: 2),
      step([("deleteDevice", "")], lines: 1),
    ]
  }
}

/// Clients and their steps, on one thread.
struct Load {
  private struct Client {
    let link: Link
    let steps: [Throughput.Step]
    var position = 0
    var missing = 0
  }

  private var clients: [Client] = []
  private let poller: Poller
  private let duration: Double

  init(_ seconds: Double) throws(LoadError) {
    duration = seconds
    poller = try reporting { try Poller() }
  }

  /// Adds a client that repeats its steps in turn.
  mutating func add(_ link: Link, _ steps: [Throughput.Step]) throws(LoadError) {
    try reporting { try poller.add(link.descriptor, for: .readable, token: UInt64(clients.count)) }
    clients.append(Client(link: link, steps: steps))
  }

  /// Runs the load. What comes in the first tenth of the time counts in `all` only.
  mutating func run() throws(LoadError) -> (lines: Int, cycles: Int, seconds: Double, all: Int) {
    for index in clients.indices { try advance(index) }
    let before = try turn(for: duration / 10)
    let start = HostClock.monotonic
    let done = try turn(for: duration)
    return (done.lines, done.cycles, Double(HostClock.monotonic - start) / 1e9, before.lines + done.lines)
  }

  private mutating func turn(for seconds: Double) throws(LoadError) -> (lines: Int, cycles: Int) {
    let end = HostClock.monotonic + Int64(seconds * 1e9)
    var done = (lines: 0, cycles: 0)
    while HostClock.monotonic < end {
      for index in try readyClients() {
        let lines = try clients[index].link.receive()
        done.lines += lines
        clients[index].missing -= lines
        guard clients[index].missing <= 0 else { continue }
        if clients[index].missing < 0 { throw LoadError("the server sent more lines than were asked for") }
        if clients[index].position == 0 { done.cycles += 1 }
        try advance(index)
      }
    }
    return done
  }

  private func readyClients() throws(LoadError) -> some Sequence<Int> {
    let count = try reporting { try poller.wait(until: .after(seconds: 5)) }
    if count == 0 { throw LoadError("no reply in 5 s") }
    return (0..<count).lazy.map { [poller] in Int(poller[$0].token) }
  }

  private mutating func advance(_ index: Int) throws(LoadError) {
    let step = clients[index].steps[clients[index].position]
    clients[index].position = (clients[index].position + 1) % clients[index].steps.count
    clients[index].missing += step.lines
    try clients[index].link.send(step.bytes)
  }
}
