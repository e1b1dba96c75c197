import Foundation
import Platform
import TestSupport
import Testing

/// What systemd and its like expect: sd_notify and socket activation.
@Suite(.enabled(if: TestDaemon.program != nil, "devicesimd is not built"))
struct ServiceManagerTests {
  /// Runs Python where sockets are needed that Swift has no short words for.
  private func python(_ script: String, _ arguments: [String]) throws -> String {
    var configuration = ChildProcess.Configuration(
      program: "python3", arguments: ["-c", script] + arguments)
    configuration.environment = Environment.all(changing: [("NOTIFY_SOCKET", nil), ("LISTEN_FDS", nil)])
    return try ChildProcess.output(of: configuration)
  }

  @Test(
    "READY=1 comes when it listens, STOPPING=1 when it stops; the name may be abstract",
    arguments: ["path", "abstract"])
  func notify(_ kind: String) throws {
    let folder = try TemporaryFolder()
    let script = """
      import os, signal, socket, subprocess, sys
      program, path, name = sys.argv[1:]
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      s.bind("\\0" + name[1:] if name[0] == "@" else name)
      s.settimeout(10)
      p = subprocess.Popen([program, "--socket", path], env={**os.environ, "NOTIFY_SOCKET": name},
                           stderr=subprocess.DEVNULL)
      first = s.recv(4096).decode()
      c = socket.socket(socket.AF_UNIX); c.connect(path)
      p.send_signal(signal.SIGTERM)
      second = s.recv(4096).decode()
      print(first.split("\\n")[0], f"MAINPID={p.pid}" in first, path in first, second, p.wait())
      """
    let name = kind == "path" ? folder.file("n") : "@\(folder.path)"
    let program = try #require(TestDaemon.program)
    #expect(try python(script, [program, folder.file("s"), name]) == "READY=1 True True STOPPING=1 0\n")
  }

  @Test("a notification socket that is not there does not keep it from starting")
  func noNotifySocket() throws {
    let folder = try TemporaryFolder()
    let daemon = try TestDaemon.start(
      in: folder, environment: [("NOTIFY_SOCKET", folder.file("nobody"))])
    #expect(try daemon.connect().result("ping") == ["seq": 0])
  }

  /// Starts the daemon with an open socket as descriptor 3, as a service manager does.
  private func activate(_ bind: String, _ pid: String, in folder: TemporaryFolder) throws -> String {
    let script = """
      import json, os, socket, sys
      program, path, bind, pid = sys.argv[1:]
      s = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM if bind != "dgram" else socket.SOCK_DGRAM)
      s.bind(path)
      if bind == "listen": s.listen()
      r, w = os.pipe()
      child = os.fork()
      if child == 0:
          os.dup2(w, 9)
          if s.fileno() != 3: os.dup2(s.fileno(), 3)
          os.set_inheritable(3, True)
          os.environ["LISTEN_FDS"] = "1"
          os.environ["LISTEN_PID"] = str(os.getpid()) if pid == "own" else "1"
          os.environ["DEVICESIM_SOCKET"] = path + "-own"
          os.execv(program, [program, "--ready-fd", "9"])
      os.close(w)
      line = os.fdopen(r).read()
      if line:
          where = json.loads(line)["socket"]
          c = socket.socket(socket.AF_UNIX); c.connect(where)
          f = c.makefile("rw")
          f.write('{"jsonrpc":"2.0","id":1,"method":"shutdown"}\\n'); f.flush()
          print(where == path, f.readline().strip(), f.readline() == "")
      print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), os.path.exists(path),
            os.path.exists(path + ".lock"))
      """
    return try python(script, [try #require(TestDaemon.program), folder.file("s"), bind, pid])
  }

  @Test("an activated daemon serves the socket it is handed, and neither locks nor removes it")
  func activation() throws {
    let folder = try TemporaryFolder()
    #expect(
      try activate("listen", "own", in: folder)
        == #"True {"jsonrpc":"2.0","id":1,"result":{"seq":0}} True"# + "\n0 True False\n")
  }

  @Test("descriptors that are meant for another process are not touched")
  func otherProcess() throws {
    let folder = try TemporaryFolder()
    let output = try activate("listen", "other", in: folder)
    #expect(output.hasPrefix("False "))
    #expect(output.hasSuffix("\n0 True False\n"))
  }

  @Test("a descriptor that is no listening stream socket is refused", arguments: ["bind", "dgram"])
  func wrongSocket(_ kind: String) throws {
    #expect(try activate(kind, "own", in: try TemporaryFolder()) == "64 True False\n")
  }
}
