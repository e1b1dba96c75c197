import Foundation
import TestSupport

/// A program in a terminal of its own, typed at by a script. Python has what a terminal takes.
struct TerminalSession {
  /// What to wait for on the screen, and what to type then.
  typealias Step = (seen: String, typed: String)

  static let isPossible = InstalledPrograms.has("python3")

  /// Everything that the program wrote to its terminal.
  static func run(
    _ program: [String], in sandbox: Sandbox, _ steps: [Step],
    environment: [(name: String, value: String?)] = []
  ) throws -> Sandbox.Outcome {
    let script = try JSONEncoder().encode(steps.map { [$0.seen, $0.typed] })
    let words = ["python3", "-c", driver, String(decoding: script, as: UTF8.self)] + program
    let line = words.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
    return try sandbox.run("cd \"$HOME\"; \(line)", environment: environment)
  }

  /// Waits for what was not seen before; ends with the program, or with 1 when it waited in vain.
  private static let driver = """
    import json, os, pty, select, sys, time
    program, tty = pty.fork()
    if program == 0:
        os.execvp(sys.argv[2], sys.argv[2:])
    seen, done = b"", 0
    def read(until):
        global seen
        if not select.select([tty], [], [], max(0, until - time.monotonic()))[0]:
            sys.exit("not seen: " + wanted.decode() + " in " + repr(seen[done:]))
        try:
            chunk = os.read(tty, 65536)
        except OSError:
            chunk = b""
        seen += chunk
        return chunk
    for wanted, typed in json.loads(sys.argv[1]):
        wanted = wanted.encode()
        until = time.monotonic() + 20
        while wanted not in seen[done:]:
            if not read(until):
                sys.exit("the end came before: " + wanted.decode() + " in " + repr(seen[done:]))
        done = seen.index(wanted, done) + len(wanted)
        os.write(tty, typed.encode())
    wanted = b"the end"
    while read(time.monotonic() + 20):
        pass
    sys.stdout.buffer.write(seen)
    """
}
