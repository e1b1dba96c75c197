import Foundation
import Platform
import Testing

/// The layer over the operating system.
@Suite struct SystemTests {
  @Test("the socket's place: option, variable, runtime folder, /tmp; an empty variable counts as none")
  func location() {
    func path(_ option: String?, _ variables: [String: String]) -> (String, Bool) {
      let location = SocketLocation(option: option, environment: { variables[$0] }, userID: 7)
      return (location.path, location.isDefault)
    }
    let all = ["DEVICESIM_SOCKET": "/e", "XDG_RUNTIME_DIR": "/run/user/7"]
    #expect(path("/o", all) == ("/o", false))
    #expect(path(nil, all) == ("/e", false))
    #expect(path(nil, ["XDG_RUNTIME_DIR": "/run/user/7"]) == ("/run/user/7/devicesim/devicesim.sock", true))
    #expect(path(nil, ["XDG_RUNTIME_DIR": "relative"]) == ("/tmp/devicesim-7/devicesim.sock", true))
    #expect(path(nil, [:]) == ("/tmp/devicesim-7/devicesim.sock", true))
  }

  @Test("a path counts in bytes, and one too long says both numbers")
  func addresses() throws {
    let limit = SocketAddress.maximumPathBytes
    _ = try SocketAddress(path: String(repeating: "x", count: limit))
    let long = String(repeating: "é", count: limit / 2 + 1)
    #expect(throws: SocketPathError.tooLong(path: long, bytes: limit / 2 * 2 + 2, maximum: limit)) {
      try SocketAddress(path: long)
    }
    #expect(throws: SocketPathError.empty) { try SocketAddress(path: "") }
    #expect(throws: SocketPathError.containsZero) { try SocketAddress(path: "a\0b") }
  }

  @Test("a program gets the arguments, variables and streams that it is given, and its status comes back")
  func spawning() throws {
    let pipe = try FileDescriptor.pipe()
    var configuration = ChildProcess.Configuration(
      program: "sh", arguments: ["-c", #"echo "$1 $WORD" >&2; echo out; exit 3"#, "sh", "a b"])
    configuration.environment = Environment.all(changing: [("WORD", "c d")])
    configuration.standardOutput = pipe.writing
    // Two streams may lead to one place.
    configuration.standardError = pipe.writing
    let process = try ChildProcess.spawn(configuration)
    pipe.writing.close()
    #expect(String(decoding: try FileSystem.readToEnd(pipe.reading), as: UTF8.self) == "a b c d\nout\n")
    pipe.reading.close()
    #expect(try process.wait() == .exited(status: 3))
  }

  @Test("only the descriptors that are named are handed on")
  func inheritance() throws {
    let named = try FileDescriptor.pipe()
    let other = try FileDescriptor.pipe()
    defer { for end in [named.reading, named.writing, other.reading, other.writing] { end.close() } }
    let script = "test -e /dev/fd/\(named.writing.rawValue) && ! test -e /dev/fd/\(other.writing.rawValue)"
    var configuration = ChildProcess.Configuration(program: "sh", arguments: ["-c", script])
    configuration.inherited = [named.writing]
    #expect(try ChildProcess.spawn(configuration).wait() == .exited(status: 0))
  }

  @Test("streams may change places")
  func swappedStreams() throws {
    let pipe = try FileDescriptor.pipe()
    var configuration = ChildProcess.Configuration(program: "sh", arguments: ["-c", "echo x >&2"])
    configuration.standardOutput = .standardError
    configuration.standardError = pipe.writing
    let process = try ChildProcess.spawn(configuration)
    pipe.writing.close()
    #expect(try FileSystem.readToEnd(pipe.reading) == Array("x\n".utf8))
    pipe.reading.close()
    #expect(try process.wait() == .exited(status: 0))
  }

  @Test("a program that is not there, or a signal, is told")
  func failures() throws {
    #expect(throws: SystemError.self) { try ChildProcess.spawn(.init(program: "/no/such/program")) }
    let process = try ChildProcess.spawn(.init(program: "sleep", arguments: ["60"]))
    #expect(try process.waitIfEnded() == nil)
    try process.kill(Signal.terminate)
    #expect(try process.wait().shellStatus == 128 + Signal.terminate)
    #expect(!Signal.processExists(process.id))
  }

  @Test("waiting ends at its limit, and at once for what is ready")
  func waiting() throws {
    let pair = try Socket.pair()
    defer { pair.0.close() }
    let start = HostClock.monotonic
    #expect(try pair.0.wait(for: .readable, until: .after(seconds: 0.05)) == [])
    #expect(HostClock.monotonic - start >= 50_000_000)
    #expect(try pair.0.wait(for: [.readable, .writable], until: .never) == .writable)
    pair.1.close()
    #expect(try pair.0.wait(for: .readable, until: .never).contains(.hungUp))
    let error = #expect(throws: SystemError.self) { try Socket.sendAll([1], to: pair.0) }
    #expect(error?.isDisconnected == true)
  }

  @Test("a connection nobody listens for is refused; one whose queue is full times out")
  func connecting() throws {
    let folder = try TemporaryFolder()
    let address = try SocketAddress(path: folder.file("s"))
    #expect(#expect(throws: SystemError.self) { try Socket.connect(to: address) }?.isNotFound == true)
    let listener = try Socket.make()
    try Socket.bind(listener, to: address)
    #expect(
      #expect(throws: SystemError.self) { try Socket.connect(to: address) }?.isConnectionRefused == true)
    try Socket.listen(listener, backlog: 0)
    let first = try Socket.connect(to: address)
    let error = #expect(throws: SystemError.self) {
      try Socket.connect(to: address, until: .after(seconds: 0.05))
    }
    #expect(error?.isTimeout == true)
    first.close()
    listener.close()
  }

  @Test("a lock is one process's at a time, and one open file's")
  func locking() throws {
    let folder = try TemporaryFolder()
    let first = try FileSystem.openLock(folder.file("l"))
    let second = try FileSystem.openLock(folder.file("l"))
    #expect(try first.tryLock())
    #expect(try !second.tryLock())
    try first.overwrite(with: Array("longer".utf8))
    try first.overwrite(with: Array("x".utf8))
    #expect(try FileSystem.read(folder.file("l")) == Array("x".utf8))
    first.close()
    #expect(try second.tryLock())
    second.close()
  }

  @Test(
    "paths split where the shell splits them",
    arguments: [
      ("/run/x/y", "/run/x", "y"), ("y", ".", "y"), ("/y", "/", "y"), ("a/b", "a", "b"),
    ])
  func paths(_ path: String, _ folder: String, _ name: String) {
    #expect(Path.directory(of: path) == folder)
    #expect(Path.name(of: path) == name)
  }

  @Test("variables are set anew or left out for a program, the rest stays")
  func environment() {
    let changed = Environment.all(changing: [("PATH", nil), ("DST_NEW", "a=b")]).map(\.shown)
    #expect(!changed.contains { $0.hasPrefix("PATH=") })
    #expect(changed.filter { $0.hasPrefix("DST_NEW=") } == ["DST_NEW=a=b"])
    #expect(changed.contains { $0.hasPrefix("HOME=") } == (Environment.get("HOME") != nil))
  }
}
