import Foundation
import Platform
import TestSupport
import Testing

@Suite("Answers that are late or wrong", .enabled(if: FakeListener.isPossible, "there is no python3"))
struct AnswerTests {
  private static let clients = URL(filePath: #filePath).appending(path: "../../../../Protocol/clients")
    .standardizedFileURL.path

  /// Runs a script in front of a listener that says the same to everything.
  private func run(saying replies: String..., script: String) throws -> Sandbox.Outcome {
    let words = replies.map { "'\($0)'" }.joined(separator: " ")
    return try Sandbox().run(
      FakeListener.functions
        + """
        fake "$DEVICESIM_SOCKET" "$HOME/log" \(words) & job=$!; fakeListens "$HOME/log"
        \(script)
        kill $job; rm "$DEVICESIM_SOCKET"
        """, environment: FakeListener.variables + [("CLIENTS", Self.clients)])
  }

  @Test("a daemon that does not answer ends every command that waits for nobody with 5, after --timeout")
  func silent() throws {
    let lines = [
      "ping", "getState", "setState failedAttempts=1", "match", "canEvaluatePolicy",
      "secItemAdd genericPassword",
      "listDevices", "subscribe", "status", "stop", "start", "exec -- true", "watch", "shutdown",
    ]
    let outcome = try run(
      script: lines.map { "timeout 8 devicesim --timeout=0.2 \($0) 2>>\"$HOME/errors\"; echo $?" }
        .joined(separator: "\n") + "\ncut -d ' ' -f 1,2,4- \"$HOME/errors\" | sort -u | sed \"s|$HOME/||\"")
    expect(
      outcome.lines,
      are: Array(repeating: "5", count: lines.count) + ["the daemon devicesim.sock does not answer"])
  }

  @Test("what waits by itself waits so long and two seconds more; a person is waited for")
  func waiting() throws {
    let outcome = try run(
      script: """
        timeout 1.5 devicesim --timeout=0.1 waitFor lockout timeout=0.1 2>/dev/null; echo $?
        timeout 9 devicesim waitFor lockout timeout=0.1 2>/dev/null; echo $?
        timeout 9 devicesim match --wait=0.1 2>/dev/null; echo $?
        for call in evaluatePolicy 'secItemCopyMatching genericPassword' 'waitFor lockout timeout=null'; do
          timeout 3 devicesim $call 2>/dev/null; echo $?
        done
        devicesim --timeout 0.1 evaluatePolicy 2>/dev/null; echo $?
        """)
    expect(outcome.lines, are: ["124", "5", "5", "124", "124", "124", "5"])
  }

  @Test(
    "an answer that is not the protocol's is an error and no success",
    arguments: [
      #"{"jsonrpc":"2.0","id":ID}"#, #"{"jsonrpc":"2.0","result":{"seq":0}}"#,
      #"{"jsonrpc":"2.0","id":null,"result":{"seq":0}}"#, #"{"jsonrpc":"2.0","id":99,"result":{"seq":0}}"#,
      #"{"jsonrpc":"2.0","id":"ID","result":{"seq":0}}"#, #"{"id":ID,"result":{"seq":0}}"#,
      #"{"jsonrpc":"2.0","id":ID,"result":{}}"#, #"{"jsonrpc":"2.0","id":ID,"result":[]}"#,
      #"{"jsonrpc":"2.0","id":ID,"result":true}"#, #"{"jsonrpc":"2.0","id":ID,"result":{"seq":"0"}}"#,
      #"{"jsonrpc":"2.0","id":ID,"result":{"seq":0},"error":{"code":1,"message":"m"}}"#,
      #"{"jsonrpc":"2.0","id":ID,"error":"no"}"#, #"{"jsonrpc":"2.0","id":ID,"error":{}}"#,
      #"[{"jsonrpc":"2.0","id":ID,"result":{"seq":0}}]"#, "HTTP/1.1 400 Bad Request",
    ])
  func wrong(_ reply: String) throws {
    let lines = [
      "ping", "canEvaluatePolicy", "getState lockedOut", "setState failedAttempts=1", "status",
      "exec -- true",
    ]
    let outcome = try run(
      saying: reply,
      script: lines.map { "timeout 8 devicesim \($0) 2>>\"$HOME/errors\"; echo $?" }
        .joined(separator: "\n") + "\ngrep -c 'does not speak the protocol: ' \"$HOME/errors\"")
    expect(outcome.lines, are: Array(repeating: "1", count: lines.count) + ["\(lines.count)"])
    #expect(outcome.output.split(separator: "\n").count == lines.count + 1)
  }

  @Test("a step of a scenario takes a wrong answer for none, and waits no longer than a command")
  func scenario() throws {
    let sandbox = try Sandbox()
    let info = #"{"name":"devicesim","version":"9","protocolVersion":1,"pid":1,"seq":0}"#
    let daemon = try FakeDaemon(at: sandbox.socket, answers: ["getServerInfo": info])
    let outcome = try sandbox.run("echo ping | devicesim run -; echo $?")
    daemon.stop()
    try FileSystem.remove(sandbox.socket)
    expect(outcome.lines, are: ["1"])
    #expect(outcome.errors.contains("does not speak the protocol: {}"))
    let wrong = try sandbox.run("echo 'ping --timeout 3' | devicesim run -")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("a step does not take --timeout"))
  }

  @Test("Python and Node give up a daemon that does not speak the protocol")
  func wrongForOthers() throws {
    for reply in [
      #"{"jsonrpc":"2.0","id":7,"result":{}}"#, #"{"jsonrpc":"2.0","id":ID,"result":1,"error":2}"#, "x",
    ] {
      let outcome = try run(
        saying: reply,
        script: """
          timeout 10 python3 -B -c 'import sys; sys.path.insert(0, sys.argv[1])
          from devicesim import Device
          try: Device()
          except ConnectionError as error: print("does not speak the protocol" in str(error))' "$CLIENTS"
          command -v node >/dev/null || { echo true; exit; }
          timeout 10 node --input-type=module -e 'const { Device } = await import(`${process.argv[1]}/devicesim.mjs`);
          await Device.open().catch((error) => console.log(error.message.includes("does not speak the protocol")));' "$CLIENTS"
          """)
      expect(outcome.lines, are: ["True", "true"])
      #expect(outcome.errors.isEmpty)
    }
  }

  @Test("a daemon of another version of the protocol is refused at once, and can be stopped")
  func version() throws {
    let info =
      #"{"jsonrpc":"2.0","id":ID,"result":{"name":"devicesim","version":"9","protocolVersion":2,"pid":1,"#
      + #""info":{"x-protocolVersion":2},"methods":[],"seq":0}}"#
    let outcome = try run(
      saying: info,
      script: """
        cd "$HOME"; echo ping >steps
        for line in status start 'exec -- true' 'run steps' watch; do
          devicesim $line 2>err; echo $? $(wc -l <err) $(grep -c 'speaks version 2 of the protocol' err)
        done
        python3 -B -c 'import sys; sys.path.insert(0, sys.argv[1])
        from devicesim import Device
        try: Device()
        except ConnectionError as error: print("speaks version 2" in str(error))' "$CLIENTS"
        command -v node >/dev/null && node --input-type=module -e '
        const { Device } = await import(`${process.argv[1]}/devicesim.mjs`);
        await Device.open().catch((error) => console.log(error.message.includes("speaks version 2")));' "$CLIENTS" || echo true
        grep -c shutdown log; devicesim --timeout 0.2 stop 2>/dev/null; grep -c shutdown log
        """)
    expect(outcome.lines, are: Array(repeating: "1 1 1", count: 5) + ["True", "true", "0", "1"])
  }
}
