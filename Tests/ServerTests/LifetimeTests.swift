import Foundation
import Platform
import TestSupport
import Testing

/// How the daemon ends.
@Suite(.enabled(if: TestDaemon.program != nil, "devicesimd is not built"))
struct LifetimeTests {
  @Test(
    "a signal ends what is pending, then the connections, then the process with 0; no socket is left",
    arguments: [Signal.terminate, Signal.interrupt, Signal.hangUp])
  func signals(_ signal: Int32) throws {
    let daemon = try TestDaemon.start(in: try TemporaryFolder())
    let app = try daemon.connect()
    try app.start("evaluatePolicy", ["policy": "owner", "reason": "r"])
    let harness = try daemon.connect()
    try harness.result("waitFor", ["kind": "promptShown"])
    try harness.start("waitFor", ["kind": "deviceLocked"])
    try harness.start("tapTryAgain", ["whenPrompted": true])
    let last = try daemon.connect()
    try last.result("ping")
    try daemon.kill(signal)
    #expect(try app.reply()["error"]?["code"] == -4)
    #expect(try app.line() == nil)
    for _ in 0..<2 { #expect(try WireFailure(try harness.reply()).code == -32014) }
    #expect(try harness.line() == nil)
    #expect(try daemon.end().status == 0)
    #expect(try FileSystem.status(of: daemon.path) == nil)
    #expect(try FileSystem.status(of: "\(daemon.path).lock")?.kind == .regular)
  }

  @Test("shutdown answers, ends the process, and does so even if the asker is gone")
  func shutdown() throws {
    let folder = try TemporaryFolder()
    let daemon = try TestDaemon.start(in: folder)
    let client = try daemon.connect()
    #expect(try client.result("shutdown") == ["seq": 0])
    #expect(try client.line() == nil)
    #expect(try daemon.end().status == 0)
    let next = try TestDaemon.start(in: folder)
    let vanishing = try next.connect()
    try vanishing.start("shutdown")
    vanishing.close()
    #expect(try next.end().status == 0)
  }

  @Test("a client that never reads delays the end by two seconds at most")
  func stuckClient() throws {
    let daemon = try TestDaemon.start(in: try TemporaryFolder())
    let stuck = try daemon.connect()
    for id in 0..<2000 { try stuck.send(TestClient.request("getState", id: .integer(id))) }
    let start = HostClock.monotonic
    try daemon.kill(Signal.terminate)
    #expect(try daemon.end().status == 0)
    #expect(HostClock.monotonic - start < 4_000_000_000)
    #expect(try FileSystem.status(of: daemon.path) == nil)
  }

  @Test("a second signal ends it at once")
  func secondSignal() throws {
    let daemon = try TestDaemon.start(in: try TemporaryFolder())
    let stuck = try daemon.connect()
    for id in 0..<2000 { try stuck.send(TestClient.request("getState", id: .integer(id))) }
    try daemon.kill(Signal.terminate)
    try waitUntil { try FileSystem.status(of: daemon.path) == nil }
    try daemon.kill(Signal.interrupt)
    #expect(try daemon.end().status == 128 + Signal.interrupt)
  }

  @Test("an interrupt that whoever started it ignores is ignored")
  func ignoredInterrupt() throws {
    let daemon = try TestDaemon.start(
      in: try TemporaryFolder(), through: #"trap '' INT HUP; exec "$0" "$@""#)
    try daemon.kill(Signal.interrupt)
    try daemon.kill(Signal.hangUp)
    #expect(try daemon.connect().result("ping") == ["seq": 0])
    try daemon.kill(Signal.terminate)
    #expect(try daemon.end().status == 0)
  }

  @Test("a file that took the socket's name meanwhile is left alone")
  func replacedSocket() throws {
    let daemon = try TestDaemon.start(in: try TemporaryFolder())
    try FileSystem.remove(daemon.path)
    try FileSystem.write(Array("precious".utf8), to: daemon.path)
    try daemon.kill(Signal.terminate)
    #expect(try daemon.end().status == 0)
    #expect(try FileSystem.read(daemon.path) == Array("precious".utf8))
  }

  @Test("with --idle-exit it ends when nobody was connected for so long, not before")
  func idleExit() throws {
    let daemon = try TestDaemon.start(in: try TemporaryFolder(), ["--idle-exit", "0.3"])
    let client = try daemon.connect()
    HostClock.sleep(seconds: 0.6)
    try client.result("ping")
    client.close()
    #expect(try daemon.end().status == 0)
    #expect(try FileSystem.status(of: daemon.path) == nil)
    // Nobody ever comes.
    #expect(try TestDaemon.start(in: try TemporaryFolder(), ["--idle-exit", "0.1"]).end().status == 0)
  }

  @Test("with --exit-with-parent it ends when the process that started it does, however that ends")
  func exitWithParent() throws {
    let folder = try TemporaryFolder()
    // A shell starts the daemon and is killed.
    let parent = try TestDaemon(
      ["--socket", folder.file("s"), "--exit-with-parent"], at: folder.file("s"),
      through: #""$0" "$@" & wait"#)
    try waitUntil { (try? parent.connect()) != nil }
    let client = try parent.connect()
    try client.start("evaluatePolicy", ["policy": "owner", "reason": "r"])
    try client.send(TestClient.request("ping", id: "p"))
    #expect(try client.reply()["id"] == "p")
    try parent.kill(Signal.kill)
    #expect(try client.reply()["error"]?["code"] == -4)
    #expect(try client.line() == nil)
    try waitUntil { try FileSystem.status(of: folder.file("s")) == nil }
  }

  @Test("with --exit-with-parent it outlives the thread that started it")
  func parentThread() throws {
    let folder = try TemporaryFolder()
    let started = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var daemon: TestDaemon?
    Thread.detachNewThread {
      daemon = try? TestDaemon.start(in: folder, ["--exit-with-parent"])
      started.signal()
    }
    started.wait()
    HostClock.sleep(seconds: 0.2)
    #expect(try daemon?.connect().result("ping") == ["seq": 0])
  }

  @Test("a lower limit of descriptors means fewer connections, which the log and getServerInfo say")
  func fewDescriptors() throws {
    let daemon = try TestDaemon.start(
      in: try TemporaryFolder(), through: #"ulimit -n 64; exec "$0" "$@""#)
    let first = try daemon.connect()
    let limits = try first.result("getServerInfo")["limits"]
    guard case .integer(let limit)? = limits?["maxConnections"] else { throw TestFailure("no limit") }
    #expect((2...45).contains(limit))
    let clients = [first] + (try (1..<limit).map { _ in try daemon.connect() })
    for client in clients { try client.result("ping") }
    #expect(try WireFailure(try daemon.connect().message()).code == -32008)
    try clients[0].result("shutdown")
    #expect(try daemon.end().errors.contains("at most \(limit) connections, not 10000"))
  }

  @Test("without descriptors left new clients wait, and are served when others go")
  func descriptorsUsedUp() throws {
    // More of them are taken already than the daemon sees.
    let daemon = try TestDaemon.start(
      in: try TemporaryFolder(),
      through: """
        exec bash -c 'for i in {260..319}; do eval "exec $i</dev/null"; done
        ulimit -n 320; exec "$0" "$@"' "$0" "$@"
        """)
    var clients = try (0..<280).map { _ in try daemon.connect() }
    for client in clients { try client.start("ping") }
    for client in clients.prefix(4) { #expect(try client.reply()["result"] == ["seq": 0]) }
    let last = clients.removeLast()
    #expect(try last.descriptor.wait(for: .readable, until: .after(seconds: 0.3)) == [])
    clients.removeAll()
    #expect(try last.reply()["result"] == ["seq": 0])
    try last.result("shutdown")
    let end = try daemon.end()
    #expect(end.status == 0)
    // Told once, however long it lasted.
    #expect(end.errors.split(separator: "\n").filter { $0.contains("new connections wait") }.count == 1)
  }

  @Test("standard output as the ready descriptor is led to nowhere afterwards")
  func readyOnStandardOutput() throws {
    let folder = try TemporaryFolder()
    let daemon = try TestDaemon(
      ["--socket", folder.file("s"), "--ready-fd", "1"], at: folder.file("s"),
      through: #""$0" "$@" > "${2%s}ready""#)
    try waitUntil { (try? FileSystem.read(folder.file("ready")).last) == 0x0A }
    let clients = try (0..<3).map { _ in try daemon.connect() }
    for client in clients { #expect(try client.result("ping") == ["seq": 0]) }
    try clients[0].result("shutdown")
    #expect(try daemon.end().status == 0)
  }

  @Test(
    "a pipe for the ready line that is full stops nothing: it serves, hears a signal, and says its line later"
  )
  func fullReadyPipe() throws {
    for isReadLater in [false, true] {
      let folder = try TemporaryFolder()
      let pipe = try FileDescriptor.pipe()
      defer { pipe.reading.close() }
      try pipe.writing.setNonBlocking(true)
      let bytes = [UInt8](repeating: 0x20, count: 4096)
      while (try? bytes.withUnsafeBytes { try pipe.writing.write($0) }) != nil {}
      try pipe.writing.setNonBlocking(false)
      let daemon = try TestDaemon(
        ["--socket", folder.file("s"), "--ready-fd", "\(pipe.writing.rawValue)"], at: folder.file("s"),
        inherited: [pipe.writing])
      pipe.writing.close()
      try waitUntil { (try? daemon.connect()) != nil }
      #expect(try daemon.connect().result("ping") == ["seq": 0])
      if isReadLater {
        let text = String(decoding: try FileSystem.readToEnd(pipe.reading), as: UTF8.self)
        #expect(text.contains(#"{"socket":"\#(daemon.path)""#))
      }
      try daemon.kill(Signal.terminate)
      #expect(try daemon.end().status == 0)
    }
  }

  @Test("with --remove-folder nothing is left of it but what is somebody else's")
  func removedFolder() throws {
    for isShared in [false, true] {
      let folder = try TemporaryFolder()
      let own = folder.file("own")
      try FileSystem.makeDirectory(own)
      if isShared { try FileSystem.write([], to: "\(own)/precious") }
      let daemon = try TestDaemon(
        ["--socket", "\(own)/s", "--app-socket", "\(own)/a", "--remove-folder"], at: "\(own)/s")
      try waitUntil { (try? daemon.connect()) != nil }
      try daemon.kill(Signal.terminate)
      #expect(try daemon.end().status == 0)
      let left = try? FileManager.default.contentsOfDirectory(atPath: own)
      #expect(left == (isShared ? ["precious"] : nil))
    }
  }
}
