import Platform
import TestSupport
import Testing

/// What the panel answers on its port is in `ControlPanelTests`, and what a person does there in `Tests/Browser`.
@Suite("panel")
struct PanelTests {
  /// Starts the panel, whose standard input is `input`, and waits for its address.
  private func whileServing(
    _ script: String, input: String = "</dev/null", before: String = "",
    environment: [(name: String, value: String?)] = []
  ) throws -> Sandbox.Outcome {
    try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      \(before)
      devicesim panel \(input) 3>&- >"$HOME/address" 2>"$HOME/complaints" & panel=$!
      for i in $(seq 500); do [ -s "$HOME/address" ] && break; sleep 0.01; done
      address=$(cat "$HOME/address")
      \(script)
      """, environment: environment)
  }

  @Test("without a daemon the status is 4")
  func noDaemon() throws {
    let outcome = try Sandbox().run("devicesim panel")
    #expect(outcome.status == 4)
    #expect(outcome.errors.hasPrefix("no daemon listens on "))
  }

  @Test("it prints an address of this machine with 128 random bits, and nothing else")
  func address() throws {
    let outcome = try whileServing("kill $panel; wait $panel; cat \"$HOME/address\" \"$HOME/complaints\"")
    #expect(outcome.lines.count == 1)
    #expect(outcome.lines.first?.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\//) != nil)
  }

  @Test(
    "signals end it, as the terminal's end does",
    arguments: [("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131)])
  func signals(_ signal: String, _ status: Int) throws {
    let outcome = try whileServing("kill -\(signal) $panel; wait $panel; echo $?")
    expect(outcome.lines, are: ["\(status)"])
  }

  @Test("it ends with the program at the other end of its pipe, and reads nothing of what comes there")
  func pipe() throws {
    let outcome = try whileServing(
      """
      echo unread >&3; sleep 0.1; kill -0 $panel && echo runs
      exec 3>&-; wait $panel; echo $?
      """, input: "<\"$HOME/pipe\"", before: "mkfifo \"$HOME/pipe\"; exec 3<>\"$HOME/pipe\"")
    expect(outcome.lines, are: ["runs", "0"])
  }

  @Test(
    "it listens on 127.0.0.1 only, and tells no program its address",
    .enabled(if: InstalledPrograms.has("strace")))
  func loopback() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      strace -f -o "$HOME/trace" -e trace=bind,execve devicesim panel </dev/null >"$HOME/address" & panel=$!
      for i in $(seq 1000); do [ -s "$HOME/address" ] && break; sleep 0.01; done
      kill $(pgrep -P $panel); wait $panel
      grep -c execve "$HOME/trace"; grep AF_INET "$HOME/trace" | grep -o 'inet_addr("[^"]*")'; grep -c AF_INET6 "$HOME/trace"
      """)
    expect(outcome.lines, are: ["1", "inet_addr(\"127.0.0.1\")", "0"])
  }

  /// A page without a browser: `call(method, …)` returns the answer.
  private static let page = #"""
    import json, socket, subprocess, sys
    host, token = sys.argv[1][7:].strip("/").split("/")
    name, port = host.split(":")
    def connect(text, small=False):
        client = socket.socket()
        if small: client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect((name, int(port)))
        client.sendall(text.encode())
        return client
    def head(method, target, *more):
        lines = [f"{method} /{token}/{target} HTTP/1.1", f"Host: {host}", *more]
        return "\r\n".join(lines) + "\r\n\r\n"
    def whole(client):
        with client.makefile("rb") as file: return file.read().decode()
    cookie = "Cookie: " + whole(connect(head("GET", ""))).split("Set-Cookie: ")[1].split(";")[0]
    def call(method, **params):
        body = json.dumps({"method": method, "params": {"device": "default", **params}})
        answer = whole(connect(head("POST", "call", cookie, f"Origin: http://{host}", "Content-Type: application/json",
            f"Content-Length: {len(body)}") + body))
        return json.loads(answer.split("\r\n\r\n")[1])
    """#

  /// One page reads nothing of a prompt with 64 KiB of reason whose device changes 200 times; the other is served.
  private static let twoPages =
    page + #"""

      unread = connect(head("GET", "events?device=default", cookie), small=True)
      reading = connect(head("GET", "events?device=default", cookie))
      with reading.makefile("rb") as events:
          def until(text):
              while text not in events.readline().decode(): pass
          until("event: device")
          print(call("evaluatePolicy", policy="biometrics", reason="x" * 60000)["text"])
          for count in range(200):
              assert not call("setState", failedAttempts=count % 4)["error"]
              until(f"{count % 4} of 5 failed")
      whole(unread)
      print("ended")
      """#

  @Test(
    "a page that reads nothing keeps nobody waiting, and its connection ends",
    .enabled(if: InstalledPrograms.has("python3")))
  func unread() throws {
    let outcome = try whileServing(
      #"python3 -c "$PAGES" "$address""#, environment: [("PAGES", Self.twoPages)])
    expect(outcome.lines, are: ["waiting; what comes of it is in the log", "ended"])
    #expect(outcome.errors == "")
  }

  @Test(
    "a daemon that does not answer keeps no page waiting, and does what it was asked when it can",
    .enabled(if: InstalledPrograms.has("python3")))
  func stopped() throws {
    let outcome = try whileServing(
      #"""
      daemon=$(devicesim status | grep -o 'pid [0-9]*' | cut -d' ' -f2); kill -STOP "$daemon"
      python3 -c "$PAGE"$'\nprint(call("lockDevice")["text"])' "$address"
      kill -CONT "$daemon"; devicesim waitFor deviceLocked >/dev/null; devicesim getState deviceLocked
      """#, environment: [("PAGE", Self.page)])
    expect(outcome.lines, are: ["waiting; what comes of it is in the log", "true"])
  }

  @Test("its options are those of the live view")
  func options() throws {
    let outcome = try Sandbox().run(
      "for words in --json --wait x; do devicesim panel $words; echo $?; done; devicesim panel --help | head -1"
    )
    expect(outcome.lines, are: ["2", "2", "2", "usage: devicesim panel"])
  }
}
