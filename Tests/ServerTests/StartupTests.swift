import Foundation
import Platform
import TestSupport
import Testing

/// How the daemon comes by its socket: .github/SECURITY.md, "Who may connect".
@Suite(.enabled(if: TestDaemon.program != nil, "devicesimd is not built"))
struct StartupTests {
  @Test("the ready line says where it listens, and comes when it does")
  func readyLine() throws {
    let folder = try TemporaryFolder()
    let pipe = try FileDescriptor.pipe()
    let daemon = try TestDaemon(
      ["--ready-fd", "\(pipe.writing.rawValue)", "--socket", folder.file("s")], at: folder.file("s"),
      inherited: [pipe.writing])
    pipe.writing.close()
    let line = try FileSystem.readToEnd(pipe.reading)
    pipe.reading.close()
    #expect(line.last == 0x0A)
    #expect(
      try JSONTree(parsing: line.dropLast().map(\.self)) == [
        "socket": .string(folder.file("s")), "pid": .integer(Int(daemon.process.id)), "version": "0.1.0",
      ])
    #expect(try daemon.connect().result("ping") == ["seq": 0])
  }

  @Test("a ready descriptor that is not open is refused before anything is made")
  func closedReadyDescriptor() throws {
    let folder = try TemporaryFolder()
    let end = try TestDaemon(["--socket", folder.file("s"), "--ready-fd", "77"]).end()
    #expect(end.status == 64)
    #expect(end.errors.contains("77"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("the socket and its lock are private whatever the umask, and the caller's folder is left alone")
  func modes() throws {
    let folder = try TemporaryFolder()
    try FileSystem.setMode(0o755, of: folder.path)
    let daemon = try TestDaemon.start(in: folder, through: #"umask 000; exec "$0" "$@""#)
    #expect(try FileSystem.status(of: daemon.path)?.mode == 0o600)
    #expect(try FileSystem.status(of: "\(daemon.path).lock")?.mode == 0o600)
    #expect(try FileSystem.status(of: folder.path)?.mode == 0o755)
    try daemon.kill(Signal.kill)
    _ = try daemon.end()
    let next = try TestDaemon.start(in: folder, through: #"umask 000; exec "$0" "$@""#)
    #expect(try FileSystem.status(of: next.path)?.mode == 0o600)
  }

  @Test("the lock file holds the pid")
  func lockFile() throws {
    let folder = try TemporaryFolder()
    let daemon = try TestDaemon.start(in: folder)
    #expect(try FileSystem.read("\(daemon.path).lock") == Array("\(daemon.process.id)\n".utf8))
  }

  @Test("a second daemon exits with 75 naming the first one's pid, and the first serves on")
  func secondDaemon() throws {
    let folder = try TemporaryFolder()
    let daemon = try TestDaemon.start(in: folder)
    let end = try TestDaemon(["--socket", daemon.path]).end()
    #expect(end.status == 75)
    #expect(end.errors.contains("pid \(daemon.process.id)"))
    #expect(end.errors.contains(daemon.path))
    #expect(end.errors.filter { $0 == "\n" }.count == 1)
    #expect(try daemon.connect().result("ping") == ["seq": 0])
  }

  @Test("the socket of a killed daemon is taken over")
  func staleSocket() throws {
    let folder = try TemporaryFolder()
    let killed = try TestDaemon.start(in: folder)
    try killed.kill(Signal.kill)
    _ = try killed.end()
    #expect(try FileSystem.status(of: killed.path)?.kind == .socket)
    #expect(try TestDaemon.start(in: folder).connect().result("ping") == ["seq": 0])
  }

  @Test("the socket of a living process without the lock is left alone, even if it does not answer")
  func foreignSocket() throws {
    let folder = try TemporaryFolder()
    let address = try SocketAddress(path: folder.file("s"))
    let listener = try Socket.make()
    try Socket.bind(listener, to: address)
    try Socket.listen(listener, backlog: 0)
    let before = try FileSystem.status(of: address.path)
    // The second time the queue is full with the first attempt, as that of a stopped process would be.
    for _ in 0..<2 {
      let end = try TestDaemon(["--socket", address.path]).end()
      #expect(end.status == 75)
      #expect(try FileSystem.status(of: address.path) == before)
    }
    listener.close()
  }

  @Test("what is no socket is refused and left as it is", arguments: ["file", "folder", "link", "fifo"])
  func noSocket(_ kind: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s")
    let target = folder.file("target")
    try FileSystem.write(Array("precious".utf8), to: target)
    switch kind {
    case "file": try FileSystem.write(Array("precious".utf8), to: path)
    case "folder": try FileSystem.makeDirectory(path)
    case "link": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    default: mkfifo(path, 0o600)
    }
    let before = try FileSystem.status(of: path)
    let end = try TestDaemon(["--socket", path]).end()
    #expect(end.status == 73)
    #expect(end.errors.contains(path))
    #expect(try FileSystem.status(of: path) == before)
    #expect(try FileSystem.read(target) == Array("precious".utf8))
  }

  @Test("a lock file that is a link or a pipe is refused", arguments: ["link", "fifo"])
  func oddLock(_ kind: String) throws {
    let folder = try TemporaryFolder()
    let lock = folder.file("s.lock")
    if kind == "link" {
      try FileSystem.write(Array("precious".utf8), to: folder.file("target"))
      try FileManager.default.createSymbolicLink(
        atPath: lock, withDestinationPath: folder.file("target"))
    } else {
      mkfifo(lock, 0o600)
    }
    let end = try TestDaemon(["--socket", folder.file("s")]).end()
    #expect(end.status == 73)
    #expect(try FileSystem.status(of: folder.file("s")) == nil)
    if kind == "link" { #expect(try FileSystem.read(folder.file("target")) == Array("precious".utf8)) }
  }

  @Test("a path of 107 bytes works, one of 108 is refused with both numbers and leaves no file")
  func longPaths() throws {
    let folder = try TemporaryFolder()
    let limit = SocketAddress.maximumPathBytes
    let room = limit - folder.path.utf8.count - 1
    let fits = folder.file(String(repeating: "é", count: room / 2) + String(repeating: "x", count: room % 2))
    #expect(fits.utf8.count == limit)
    let tooLong = try TestDaemon(["--socket", fits + "x"]).end()
    #expect(tooLong.status == 64)
    #expect(tooLong.errors.contains("\(limit + 1)"))
    #expect(tooLong.errors.contains("\(limit)"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)

    let daemon = try TestDaemon(["--socket", fits], at: fits)
    try waitUntil { try FileSystem.status(of: fits) != nil }
    #expect(try daemon.connect().result("ping") == ["seq": 0])
    try daemon.kill(Signal.terminate)
    #expect(try daemon.end().status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["\(Path.name(of: fits)).lock"])
  }

  @Test("C76: who sees the socket's file can connect, at twenty starts")
  func visibleIsConnectable() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<20 {
      let daemon = try TestDaemon(["--socket", folder.file("s")], at: folder.file("s"))
      let limit = HostClock.monotonic + Int64(15 * patience * 1e9)
      while try FileSystem.status(of: daemon.path) == nil {
        if HostClock.monotonic > limit { throw TestFailure("no socket") }
      }
      let client = try daemon.connect()
      #expect(try client.result("ping") == ["seq": 0])
      #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["s", "s.lock"])
      try daemon.kill(Signal.terminate)
      #expect(try daemon.end().status == 0)
    }
  }

  @Test("a daemon that is killed while it starts leaves nothing that the next one does not tidy up")
  func killedWhileStarting() throws {
    let folder = try TemporaryFolder()
    for round in 0..<20 {
      let daemon = try TestDaemon(["--socket", folder.file("s")])
      HostClock.sleep(seconds: Double(round) * 0.0005)
      try daemon.kill(Signal.kill)
      _ = try daemon.end()
    }
    // As if one had been killed between its bind and the new name.
    let lock = try #require(try FileSystem.status(of: folder.file("s.lock")))
    let left = try Socket.make()
    try Socket.bind(left, to: try SocketAddress(path: folder.file(".devicesim-\(lock.identity.inode)")))
    left.close()
    let daemon = try TestDaemon.start(in: folder)
    #expect(try daemon.connect().result("ping") == ["seq": 0])
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["s", "s.lock"])
  }

  @Test("a start that fails once it is bound leaves nothing but the lock")
  func nothingLeft() throws {
    let folder = try TemporaryFolder()
    // The second socket cannot be: its folder is not there.
    let end = try TestDaemon(
      ["--socket", folder.file("s"), "--app-socket", folder.file("nowhere/a")]
    ).end()
    #expect(end.status == 73)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["s.lock"])
  }

  @Test("a socket of a relative path, and one for a daemon whose own folder is gone")
  func startingFolder() throws {
    let folder = try TemporaryFolder()
    let script = #"d=$(mktemp -d) && cd "$d" && rmdir "$d" && exec "$@""#
    let program = try #require(TestDaemon.program)
    for (directory, socket) in [(#"cd "$1"; shift; exec "$0" "$@""#, "s"), (script, folder.file("t"))] {
      let path = folder.file(socket.hasPrefix("/") ? "t" : "s")
      let arguments =
        socket.hasPrefix("/") ? [program, "--socket", socket] : [folder.path, "--socket", socket]
      let daemon = try TestDaemon(arguments, at: path, through: directory)
      try waitUntil { try FileSystem.status(of: path) != nil }
      #expect(try daemon.connect().result("ping") == ["seq": 0])
    }
  }

  @Test("a new name replaces no file")
  func renameExclusively() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] { try FileSystem.write(Array(name.utf8), to: folder.file(name)) }
    #expect {
      try FileSystem.renameExclusively(folder.file("a"), to: folder.file("b"))
    } throws: {
      ($0 as? SystemError)?.exists == true
    }
    #expect(try FileSystem.read(folder.file("b")) == Array("b".utf8))
    try FileSystem.renameExclusively(folder.file("a"), to: folder.file("c"))
    #expect(try FileSystem.read(folder.file("c")) == Array("a".utf8))
    #expect(try FileSystem.status(of: folder.file("a")) == nil)
  }

  @Test("a folder that is not there is named, and not made")
  func missingFolder() throws {
    let folder = try TemporaryFolder()
    let end = try TestDaemon(["--socket", folder.file("no/s")]).end()
    #expect(end.status == 73)
    #expect(end.errors.contains(folder.file("no")))
    #expect(try FileSystem.status(of: folder.file("no")) == nil)
  }

  @Test("the default folder is made private, and refused if it is not")
  func defaultFolder() throws {
    let folder = try TemporaryFolder()
    let environment = [(name: "XDG_RUNTIME_DIR", value: Optional(folder.path))]
    let own = folder.file("devicesim")
    let path = "\(own)/devicesim.sock"
    let daemon = try TestDaemon(
      [], at: path, environment: environment, through: #"umask 000; exec "$0" "$@""#)
    try waitUntil { try FileSystem.status(of: path) != nil }
    #expect(try FileSystem.status(of: own)?.mode == 0o700)
    #expect(try daemon.connect().result("ping") == ["seq": 0])
    try daemon.kill(Signal.terminate)
    #expect(try daemon.end().status == 0)

    try FileSystem.setMode(0o750, of: own)
    let loose = try TestDaemon([], environment: environment).end()
    #expect(loose.status == 73)
    #expect(loose.errors.contains(own))
    try FileSystem.setMode(0o700, of: own)
    try FileSystem.rename(own, to: folder.file("elsewhere"))
    try FileManager.default.createSymbolicLink(atPath: own, withDestinationPath: folder.file("elsewhere"))
    #expect(try TestDaemon([], environment: environment).end().status == 73)
  }

  @Test("the environment names the socket when no option does")
  func environmentSocket() throws {
    let folder = try TemporaryFolder()
    let daemon = try TestDaemon(
      [], at: folder.file("e"), environment: [("DEVICESIM_SOCKET", folder.file("e"))])
    try waitUntil { try FileSystem.status(of: folder.file("e")) != nil }
    #expect(try daemon.connect().result("ping") == ["seq": 0])
  }

  @Test("a second socket is for apps only")
  func appSocket() throws {
    let folder = try TemporaryFolder()
    let daemon = try TestDaemon.start(in: folder, ["--app-socket", folder.file("a")])
    let app = TestClient(try Socket.connect(to: try SocketAddress(path: folder.file("a"))))
    #expect(try app.error("getState").name == "notPermitted")
    #expect(try app.result("canEvaluatePolicy", ["policy": "owner"])["canEvaluate"] == true)
    try daemon.kill(Signal.terminate)
    #expect(try daemon.end().status == 0)
    #expect(try FileSystem.status(of: folder.file("a")) == nil)
  }

  @Test("another user is refused in one line that names the owner", .enabled(if: geteuid() == 0))
  func otherUser() throws {
    let folder = try TemporaryFolder()
    let daemon = try TestDaemon.start(in: folder)
    // Modes keep others out; the check must hold even when somebody opened them.
    try FileSystem.setMode(0o755, of: folder.path)
    try FileSystem.setMode(0o777, of: daemon.path)
    let script = """
      import os, socket, sys
      os.setgid(65534); os.setuid(65534)
      s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])
      sys.stdout.write(s.makefile().read())
      """
    let output = try ChildProcess.output(
      of: ChildProcess.Configuration(program: "python3", arguments: ["-c", script, daemon.path]))
    let failure = try WireFailure(try JSONTree(parsing: Array(output.utf8.dropLast())))
    #expect(failure.code == -32007)
    #expect(failure.message.contains("user 0"))
    #expect(try daemon.connect().result("ping") == ["seq": 0])
  }
}

/// Waits for something that happens soon.
func waitUntil(within seconds: Double = 10, _ condition: () throws -> Bool) throws {
  for _ in 0..<Int(200 * seconds * patience) {
    if try condition() { return }
    HostClock.sleep(seconds: 0.005)
  }
  throw TestFailure("it did not happen")
}
