import DeviceModel
import Foundation
import Platform
import Schema
import Server
import TestSupport
import Testing
import WireProtocol

/// Whoever may open the socket, or the folder that devices are kept in, owns them: who may, and who not.
@Suite(.enabled(if: TestDaemon.program != nil, "devicesimd is not built"))
struct SecurityTests {
  /// Looks at some paths all the time, and remembers every mode it saw.
  private final class ModeWatch: @unchecked Sendable {
    private let finished = DispatchSemaphore(value: 0)
    private let lock = NSLock()
    private var isDone = false
    private var seen: [String: Set<UInt32>] = [:]

    init(_ paths: [String]) {
      Thread.detachNewThread { [self] in
        var isLast = false
        while !isLast {
          // Once more after the end, for what a busy host did not let it see before.
          isLast = lock.withLock { isDone }
          for path in paths {
            if let status = try? FileSystem.status(of: path) {
              lock.withLock { _ = seen[path, default: []].insert(status.mode) }
            }
          }
        }
        finished.signal()
      }
    }

    func end() -> [String: Set<UInt32>] {
      lock.withLock { isDone = true }
      finished.wait()
      return seen
    }
  }

  @Test(
    "sockets, locks, the folder of state and its files are private from their first moment, whatever the mask",
    arguments: ["000", "022", "777"])
  func firstMoment(_ mask: String) throws {
    for _ in 0..<5 {
      let folder = try TemporaryFolder()
      let state = folder.file("state")
      let files = ["s", "s.lock", "a", "a.lock"].map(folder.file)
      let kept = ["lock", "snapshot", "snapshot.new", "journal.ndjson", "journal.ndjson.new"].map {
        "\(state)/\($0)"
      }
      let watch = ModeWatch([state] + files + kept)
      let arguments = ["--app-socket", folder.file("a"), "--state", state, "--max-journal-bytes", "300"]
      let shell = #"umask \#(mask); exec "$0" "$@""#
      do {
        let daemon = try TestDaemon.start(in: folder, arguments, through: shell)
        for count in 0..<9 {
          try daemon.connect().result("setState", ["failedAttempts": .integer(count % 3)])
        }
        try daemon.kill(Signal.kill)
        _ = try daemon.end()
      }
      try TestDaemon.start(in: folder, arguments, through: shell).connect().result("ping")
      let modes = watch.end()
      #expect(modes[state] == [0o700])
      for path in files + kept {
        // What is renamed at once may not be seen at all.
        let isPassing = path.hasSuffix(".new")
        #expect(modes[path] == [0o600] || isPassing && modes[path] == nil, "\(path): \(modes[path] ?? [])")
      }
    }
  }

  // MARK: Other users

  private static let canBecomeOthers =
    geteuid() == 0 && ["/usr/bin/setpriv", "/bin/setpriv"].contains(where: FileSystem.isExecutable)

  private static func become(_ user: Int) -> String {
    "setpriv --reuid=\(user) --regid=\(user) --clear-groups"
  }

  /// What connecting as a user comes to: the first line, or the error's number.
  private func connect(as user: Int, to path: String) throws -> String {
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX)
      try: s.connect(sys.argv[1])
      except OSError as error: sys.stdout.write(str(error.errno)); sys.exit()
      sys.stdout.write(s.makefile().read())
      """
    let python = "exec \(Self.become(user)) /usr/bin/env python3 -c \"$0\" \"$1\""
    return try ChildProcess.output(
      of: ChildProcess.Configuration(program: "sh", arguments: ["-c", python, script, path]))
  }

  @Test(
    "of other users only root may use a daemon; the rest cannot open the socket, or get one line and the end",
    .enabled(if: canBecomeOthers, "needs root and setpriv"))
  func otherUsers() throws {
    let folder = try TemporaryFolder()
    try FileSystem.setMode(0o711, of: folder.path)
    let own = folder.file("own")
    try FileSystem.makeDirectory(own)
    #expect(chown(own, 65534, 65534) == 0)
    // Where that user may read it. A file that this process writes could not be run while some other child of
    // it is about to start.
    let program = folder.file("devicesimd")
    let copy = ChildProcess.Configuration(
      program: "install", arguments: ["-m", "755", try #require(TestDaemon.program), program])
    #expect(try ChildProcess.spawn(copy).wait() == .exited(status: 0))
    let path = "\(own)/s"
    let arguments = ["--socket", path, "--state", "\(own)/state"]
    // The strictest mask keeps it from none of its own files.
    let shell = #"umask 777; exec \#(Self.become(65534)) '\#(program)' "$@""#
    for _ in 0..<2 {
      let daemon = try TestDaemon(arguments, at: path, through: shell)
      try waitUntil { (try? daemon.connect()) != nil }
      #expect(try daemon.connect().result("ping") == ["seq": 0])
      #expect(try FileSystem.status(of: path)?.owner == 65534)

      // A folder of mode 0700, and a socket of mode 0600.
      #expect(try connect(as: 65533, to: path) == "\(EACCES)")
      try FileSystem.setMode(0o755, of: own)
      #expect(try connect(as: 65533, to: path) == "\(EACCES)")
      // Who a peer is, the kernel says, whatever became of the modes.
      try FileSystem.setMode(0o777, of: path)
      let lines = try connect(as: 65533, to: path).split(separator: "\n")
      #expect(lines.count == 1)
      let failure = try WireFailure(try JSONTree(parsing: String(lines.first ?? "")))
      #expect(failure.name == "notPermitted")
      #expect(failure.message.contains("user 65534"))
      try FileSystem.setMode(0o700, of: own)
      #expect(try daemon.connect().result("shutdown")["seq"] != nil)
      let end = try daemon.end()
      #expect(end.status == 0)
      #expect(end.errors.contains("refused a connection of user 65533"))
    }
  }

  @Test("a lock file of another user is none", .enabled(if: canBecomeOthers, "needs root and setpriv"))
  func otherUsersLock() throws {
    let folder = try TemporaryFolder()
    try FileSystem.setMode(0o711, of: folder.path)
    let open = folder.file("open")
    try FileSystem.makeDirectory(open)
    try FileSystem.setMode(0o777, of: open)
    try FileSystem.write(Array("precious".utf8), to: "\(open)/s.lock")
    try FileSystem.setMode(0o666, of: "\(open)/s.lock")
    let program = folder.file("devicesimd")
    let copy = ChildProcess.Configuration(
      program: "install", arguments: ["-m", "755", try #require(TestDaemon.program), program])
    #expect(try ChildProcess.spawn(copy).wait() == .exited(status: 0))
    let end = try TestDaemon(
      ["--socket", "\(open)/s"], through: #"exec \#(Self.become(65534)) '\#(program)' "$@""#
    ).end()
    #expect(end.status == 73)
    #expect(end.errors.contains("the lock file \(open)/s.lock belongs to user 0, not to user 65534"))
    #expect(try FileSystem.read("\(open)/s.lock") == Array("precious".utf8))
  }

  @Test("a folder of state that is another user's is refused", .enabled(if: geteuid() == 0, "needs root"))
  func otherUsersState() throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    try FileSystem.makeDirectory(state)
    #expect(chown(state, 65534, 65534) == 0)
    let end = try TestDaemon(["--socket", folder.file("s"), "--state", state]).end()
    #expect(end.status == 73)
    #expect(end.errors.contains("\(state) must be a directory of user 0"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: state) == [])
  }

  // MARK: What is something else than it seems

  @Test(
    "a folder of state that is a link, or no folder, is refused, and what is there is left alone",
    arguments: ["link", "link/", "file", "fifo", "socket"])
  func oddState(_ kind: String) throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    let target = folder.file("target")
    try FileSystem.makeDirectory(target)
    try Self.make(kind, at: state, target: target)
    let before = try FileSystem.status(of: state)
    let path = kind.hasSuffix("/") ? "\(state)/" : state
    let end = try TestDaemon(["--socket", folder.file("s"), "--state", path]).end()
    #expect(end.status == 73, "\(end)")
    #expect(end.errors.contains("\(state) must be a directory"))
    #expect(end.errors.split(separator: "\n").count == 1)
    #expect(try FileSystem.status(of: state) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: target) == [])
  }

  @Test(
    "a file of the state that is a link, or no file, is refused, and what is there is left alone",
    arguments: ["lock", "snapshot", "journal.ndjson"], ["link", "folder", "fifo", "socket"])
  func oddFiles(_ name: String, _ kind: String) throws {
    let kept = try KeptDaemon()
    try kept.connect().result("setState", ["failedAttempts": 1])
    try kept.kill()
    let path = "\(kept.state)/\(name)"
    let target = kept.folder.file("target")
    // The very file, elsewhere.
    try FileSystem.rename(path, to: target)
    let content = try FileSystem.read(target)
    try Self.make(kind, at: path, target: target)
    let before = try FileSystem.status(of: path)
    let end = try kept.failToStart()
    #expect([73, 74].contains(end.status), "\(end)")
    #expect(end.errors.contains(path))
    #expect(end.errors.split(separator: "\n").count == 1)
    #expect(try FileSystem.status(of: path) == before)
    #expect(try FileSystem.read(target) == content)
  }

  private static func make(_ kind: String, at path: String, target: String) throws {
    switch kind {
    case "file": try FileSystem.write(Array("precious".utf8), to: path)
    case "folder": try FileSystem.makeDirectory(path)
    case "fifo": mkfifo(path, 0o600)
    case "socket":
      let socket = try Socket.make()
      defer { socket.close() }
      try Socket.bind(socket, to: try SocketAddress(path: path))
    default: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }
  }

  // MARK: The socket for the app under test

  @Test("the socket for apps refuses every method of the harness, in whatever form it comes")
  func appSocket() throws {
    let server = try TestServer { $0.clock = .manual }
    let harness = try server.connect()
    let app = try server.connectAsApp()
    let before = try harness.result("exportState")
    for method in MethodTable.all {
      let params = try JSONTree(parsing: method.example.parameters)
      let request: JSONTree = [
        "jsonrpc": "2.0", "id": 1, "method": .string(method.name), "params": params,
      ]
      if method.isForApps {
        #expect(["server", "appSide"].contains(method.group.rawValue), "\(method.name)")
        continue
      }
      #expect(try app.error(method.name, params).name == "notPermitted", "\(method.name)")
      #expect(try app.error(method.name).name == "notPermitted", "\(method.name)")
      // In a batch, and with nobody to be told of it.
      var notification = request
      notification["id"] = nil
      try app.send(JSONTree.array([notification, request]).bytes + [0x0A])
      try app.send(notification.bytes + [0x0A])
      let replies = try app.message()
      #expect(try WireFailure(replies[0] ?? nil).name == "notPermitted", "\(method.name)")
      #expect(replies[1] == nil)
      try app.result("ping")
    }
    #expect(try harness.result("exportState") == before)
    #expect(app.events == [])
  }

  @Test("what an app's connection chose or waits for is no way around: events and devices stay the harness's")
  func appEvents() throws {
    let server = try TestServer()
    let app = try server.connectAsApp()
    let harness = try server.connect()
    try app.start("evaluatePolicy", ["policy": "biometrics", "reason": "r"])
    try harness.result("waitFor", ["kind": "promptShown"])
    // Not even what it waits for itself can be taken back through a method of the harness.
    try app.send(TestClient.request("cancelRequest", ["id": 1], id: "c"))
    #expect(try WireFailure(try app.message()).name == "notPermitted")
    try harness.result("match")
    #expect(try app.reply()["result"]?["success"] == true)
    #expect(app.events == [])
  }
}
