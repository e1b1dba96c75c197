import Foundation
import Platform
import TestSupport
import Testing

/// `--durability fsync`: what several clients ask for at a time shares one wait for the disk.
@Suite(.enabled(if: FaultyDisk.isPossible, "needs a C compiler, and a daemon that is linked dynamically"))
struct GroupCommitTests {
  private let disk: FaultyDisk
  private let kept: KeptDaemon

  init() throws {
    disk = try FaultyDisk()
    kept = try KeptDaemon(["--durability", "fsync"], through: disk.shell)
  }

  /// Has the disk take for ever until a client's change waits for it.
  private func holdUp() throws -> TestClient {
    let client = try kept.connect()
    let before = disk.syncs
    try disk.set(.heldSync)
    try client.start("setState", ["failedAttempts": 1])
    try waitUntil { disk.syncs > before }
    return client
  }

  private func seconds(_ client: TestClient) throws -> JSONTree? {
    try client.result("getState")["clock"]?["monotonic"]
  }

  @Test("while a change waits for the disk, others are served that need nothing of what is kept")
  func others() throws {
    let first = try holdUp()
    let other = try kept.connect()
    try other.result("ping")
    try other.result("getServerInfo")
    try other.result("getEvents")
    try other.result("createDevice", ["device": "e", "ephemeral": true])
    try other.result("setState", ["device": "e", "failedAttempts": 2])
    try other.result("deleteDevice", ["device": "e"])
    try disk.clear(.heldSync)
    #expect(try first.reply()["result"]?["changed"] == true)
  }

  @Test("changes that come while the disk is waited for are one group, whatever their number")
  func shared() throws {
    let first = try holdUp()
    let clients = try (0..<30).map { _ in try kept.connect() }
    for client in clients { try client.start("advanceClock", ["seconds": 1]) }
    // All of them were read.
    for client in clients { try client.start("ping") }
    try kept.connect().result("ping")
    HostClock.sleep(seconds: 0.05)
    let before = disk.syncs
    try disk.clear(.heldSync)
    #expect(try first.reply()["result"]?["changed"] == true)
    for client in clients {
      #expect(try client.reply()["result"]?["changed"] == true)
      // Its own requests are answered in their order.
      #expect(try client.reply()["id"] == 2)
    }
    #expect(disk.syncs - before <= 5, "\(disk.syncs - before)")
    #expect(try seconds(clients[0]) == 30)
    try kept.restart()
    #expect(try seconds(try kept.connect()) == 30)
  }

  @Test("what concerns kept devices waits in its order: it sees the change, and follows it in the journal")
  func order() throws {
    let first = try holdUp()
    let reader = try kept.connect()
    try reader.start("getState")
    let maker = try kept.connect()
    try maker.start("createDevice", ["device": "d"])
    try maker.start("setState", ["device": "d", "failedAttempts": 3])
    try maker.start("saveSnapshot", ["device": "d", "name": "s"])
    try maker.start("deleteDevice", ["device": "d"])
    try maker.start("getState", ["device": "d"])
    try kept.connect().result("ping")
    try disk.clear(.heldSync)
    _ = try first.reply()
    #expect(try reader.reply()["result"]?["failedAttempts"] == 1)
    for _ in 0..<4 { #expect(try maker.reply()["result"] != nil) }
    #expect(try maker.reply()["error"]?["data"]?["name"] == "unknownDevice")
    let before = try reader.export()
    try kept.restart()
    #expect(try kept.connect().export() == before)
    #expect(!(try kept.log()).contains("other results"))
  }

  @Test("a batch goes on where it had to wait, and is answered in its order")
  func batch() throws {
    let first = try holdUp()
    let client = try kept.connect()
    let methods: [(String, JSONTree)] = [
      ("ping", [:]), ("advanceClock", ["seconds": 2]), ("getState", [:]), ("advanceClock", ["seconds": 3]),
      ("ping", [:]), ("getState", [:]),
    ]
    let requests = methods.enumerated().map { index, request -> JSONTree in
      ["jsonrpc": "2.0", "id": .integer(index), "method": .string(request.0), "params": request.1]
    }
    try client.send(JSONTree.array(requests).bytes + [0x0A])
    try disk.clear(.heldSync)
    _ = try first.reply()
    let replies = try client.message()
    for index in methods.indices { #expect(replies[index]?["id"] == .integer(index)) }
    #expect(replies[2]?["result"]?["clock"]?["monotonic"] == 2)
    #expect(replies[5]?["result"]?["clock"]?["monotonic"] == 5)
  }

  @Test("if the disk fails, nobody's change is made, everybody is told, and it goes on when the disk does")
  func failure() throws {
    let first = try holdUp()
    let clients = try (0..<5).map { _ in try kept.connect() }
    for client in clients { try client.start("advanceClock", ["seconds": 1]) }
    try kept.connect().result("ping")
    try disk.set(.failingSync)
    try disk.clear(.heldSync)
    for client in [first] + clients {
      let error = try WireFailure(try client.reply())
      #expect(error.name == "notStored")
      #expect(error.message.contains("Input/output error"), "\(error)")
    }
    #expect(try first.result("getState")["failedAttempts"] == 0)
    #expect(try seconds(first) == 0)
    try disk.clear(.failingSync)
    try first.result("advanceClock", ["seconds": 7])
    try kept.restart()
    #expect(try seconds(try kept.connect()) == 7)
  }

  @Test("a client that goes while its change waits for the disk leaves nothing behind")
  func gone() throws {
    let first = try holdUp()
    let app = try kept.connect()
    try app.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
    app.close()
    let other = try kept.connect()
    try other.start("waitFor", ["kind": "promptDismissed", "where": ["prompt": "p1"]])
    try kept.connect().result("ping")
    try disk.clear(.heldSync)
    _ = try first.reply()
    _ = try other.reply()
    #expect(try other.result("getState")["prompt"] == JSONTree.null)
  }

  @Test("a response that waits for a prompt is in the journal before it is given")
  func parked() throws {
    let harness = try kept.connect()
    try harness.start("nonMatchingFace", ["whenPrompted": true])
    let second = try kept.connect()
    try second.start("matchingFace", ["whenPrompted": true])
    try harness.descriptor.setNonBlocking(false)
    let app = try kept.connect()
    try app.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
    #expect(try app.reply()["result"]?["method"] == "biometry")
    #expect(try harness.reply()["result"] != nil)
    #expect(try second.reply()["result"] != nil)
    #expect(try harness.result("getState")["failedAttempts"] == 0)
    let before = try harness.export()
    try kept.restart()
    #expect(try kept.connect().export() == before)
    #expect(!(try kept.log()).contains("other results"))
  }

  @Test("a stop while the disk is waited for answers what it made, and keeps it")
  func stop() throws {
    let first = try holdUp()
    let other = try kept.connect()
    try other.start("advanceClock", ["seconds": 1])
    try kept.connect().result("ping")
    try kept.daemon.kill(Signal.terminate)
    HostClock.sleep(seconds: 0.05)
    try disk.clear(.heldSync)
    #expect(try first.reply()["result"]?["changed"] == true)
    let reply = try other.reply()
    #expect(try kept.daemon.end().status == 0)
    try kept.start()
    let done: JSONTree = reply["result"] == nil ? 0 : 1
    #expect(try kept.connect().result("getState")["failedAttempts"] == 1)
    #expect(try seconds(try kept.connect()) == done)
  }

  @Test("the journal is folded while groups are written, and nothing is lost when the daemon is killed")
  func folding() throws {
    let kept = try KeptDaemon(["--durability", "fsync", "--max-journal-bytes", "3000"], through: disk.shell)
    let clients = try (0..<4).map { _ in try kept.connect() }
    for _ in 0..<100 {
      for client in clients { try client.start("advanceClock", ["seconds": 1]) }
      for client in clients { #expect(try client.reply()["result"] != nil) }
    }
    try waitUntil { (try FileSystem.status(of: kept.journal)?.size ?? .max) < 20_000 }
    try kept.restart()
    #expect(try seconds(try kept.connect()) == 400)
  }

  @Test("a rename that fails leaves the old files in their place, and the journal goes on")
  func failingRename() throws {
    let client = try kept.connect()
    try client.result("advanceClock", ["seconds": 1])
    try disk.set(.failingRename)
    try client.result("advanceClock", ["seconds": 2])
    try client.result("shutdown")
    #expect(try kept.daemon.end().errors.contains("could not be folded and goes on"))
    try disk.clear(.failingRename)
    try kept.start()
    #expect(try seconds(try kept.connect()) == 3)
  }
}
