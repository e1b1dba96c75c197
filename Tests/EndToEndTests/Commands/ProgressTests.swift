import Foundation
import Platform
import TestSupport
import Testing

/// Work of more than a second, on a terminal and on a pipe.
@Suite("progress of long work", .enabled(if: TerminalSession.isPossible))
struct ProgressTests {
  private static let removed = "\r\u{1B}[K"
  private static let scripts = URL(filePath: #filePath).appending(path: "../../../../Scripts")
    .standardizedFileURL.path

  private func sandbox(_ files: [String: String]) throws -> Sandbox {
    let sandbox = try Sandbox()
    for (name, text) in files { try FileSystem.write(Array(text.utf8), to: "\(sandbox.folder)/\(name)") }
    return sandbox
  }

  @Test(
    "run tells how many scenarios are done, in one line that is gone at the end; on a pipe it tells nothing")
  func run() throws {
    let slow =
      "device clock=real behavior.scanLatency=1.1\nlogin: evaluatePolicy\nmatchingFace\nlogin => biometry\n"
    let sandbox = try sandbox(["slow": slow, "quick": "ping\n"])
    let seen = try TerminalSession.run(["devicesim", "run", "slow", "quick"], in: sandbox, []).output
    #expect(seen.contains(/\r1 of 2 scenarios, \d+ s left: slow\x1B\[K/), "\(seen)")
    #expect(seen.contains("\(Self.removed)ok    slow"), "\(seen)")
    let piped = try sandbox.run("cd; devicesim run slow quick | cat; devicesim run --tap slow quick")
    #expect(piped.errors == "")
    #expect(!piped.output.contains("of 2"))
  }

  @Test("replay tells its lines; record tells at its end how much it has, for the terminal is the command's")
  func recording() throws {
    let sandbox = try sandbox(["story": "devicesim match --wait=1.1; for _ in 1 2 3; do devicesim ping; done"]
    )
    let recorded = try TerminalSession.run(
      ["devicesim", "record", "s", "--", "sh", "story"], in: sandbox, [])
    #expect(recorded.output.contains(/recorded 4 requests in \d+ s/), "\(recorded.output)")
    let seen = try TerminalSession.run(["devicesim", "replay", "s"], in: sandbox, []).output
    #expect(seen.contains(/\r\d+ of \d+ lines, \d+ s left\x1B\[K/), "\(seen)")
    #expect(seen.contains("\(Self.removed)same: 4 commands"), "\(seen)")
    let piped = try sandbox.run("cd; devicesim replay s; devicesim record t -- sh story 2>/dev/null")
    #expect(piped.errors == "")
  }

  @Test("the scripts in Bash rewrite one line on a terminal, and print one in ten seconds elsewhere")
  func shell() throws {
    let story = """
      . \(Self.scripts)/common.sh; progress_quiet=4; progress 0 4 one; SECONDS=$((SECONDS + 5))
      progress 1 4 two; progress; echo words; SECONDS=$((SECONDS + 6)); progress 2 4 three; progress 3 4 four; progress
      """
    let sandbox = try sandbox(["story": story])
    let seen = try TerminalSession.run(["bash", "story"], in: sandbox, []).output
    #expect(!seen.contains("one"))
    #expect(seen.contains(/\r1 of 4, 1\d s left: two\x1B\[K\r\x1B\[Kwords/), "\(seen)")
    #expect(seen.hasSuffix(": four\u{1B}[K\(Self.removed)"), "\(seen)")
    let piped = try sandbox.run("bash ~/story")
    #expect(piped.output == "words\n")
    #expect(piped.errors.wholeMatch(of: /2 of 4, 1\d s left: three\n/) != nil, "\(piped.errors)")
  }

  @Test("the scripts in Python do the same")
  func python() throws {
    let story = """
      import sys
      sys.path.insert(0, "\(Self.scripts)")
      from progress import Progress
      times = iter([0, 0.5, 5, 11, 12])
      progress = Progress(4, clock=lambda: next(times))
      progress.show(1, "too-early")
      progress.show(1, "two")
      progress.clear()
      print("words", flush=True)
      progress.show(2, "three")
      progress.show(3, "four")
      progress.clear()
      """
    let sandbox = try sandbox(["story": story])
    let seen = try TerminalSession.run(["python3", "-B", "story"], in: sandbox, []).output
    #expect(!seen.contains("too-early"))
    #expect(seen.contains("\r1 of 4, 15 s left: two\u{1B}[K\(Self.removed)words"), "\(seen)")
    #expect(seen.hasSuffix("\r3 of 4, 4 s left: four\u{1B}[K\(Self.removed)"), "\(seen)")
    let piped = try sandbox.run("python3 -B ~/story")
    #expect(piped.output == "words\n")
    #expect(piped.errors == "2 of 4, 11 s left: three\n")
  }

  @Test("Scripts/build shows the counts of the build in place, and hands on what else it says")
  func build() throws {
    let swift = """
      #!/bin/sh
      case "$*" in *--show-bin-path) echo ~/built; exit ;; esac
      mkdir -p ~/built; cp /bin/true ~/built/devicesim; cp /bin/true ~/built/devicesimd
      echo "Building for production..."; sleep 1.1; echo "[3/4] Compiling Device"; echo "a warning"; echo "[4/4] Linking"
      """
    let sandbox = try sandbox(["swift": swift])
    _ = try sandbox.run("mkdir ~/path; mv ~/swift ~/path/; chmod +x ~/path/swift")
    let path = [("PATH", "\(sandbox.folder)/path:/usr/bin:/bin" as String?)]
    let seen = try TerminalSession.run(
      ["\(Self.scripts)/build"], in: sandbox, [], environment: path.map { ($0.0, $0.1) }
    ).output
    #expect(seen.contains("of 4"), "\(seen)")
    #expect(seen.contains("\u{1B}[K\(Self.removed)a warning"), "\(seen)")
    let piped = try sandbox.run("\(Self.scripts)/build | cat", environment: path.map { ($0.0, $0.1) })
    #expect(!piped.output.contains("of 4") && !piped.output.contains("[3/4]"))
    #expect(piped.output.contains("a warning\n"))
    #expect(!piped.errors.contains("of 4"))
  }
}
