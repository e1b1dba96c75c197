import Platform
import TestSupport
import Testing

/// What the panel answers on its port is in `ControlPanelTests`, and what a person does there in `Tests/Browser`.
@Suite("panel")
struct PanelTests {
  /// Starts the panel, whose standard input is `input`, and waits for its address.
  private func whileServing(
    _ script: String, input: String = "</dev/null", before: String = ""
  ) throws -> Sandbox.Outcome {
    try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      \(before)
      devicesim panel \(input) 3>&- >"$HOME/address" 2>"$HOME/complaints" & panel=$!
      for i in $(seq 500); do [ -s "$HOME/address" ] && break; sleep 0.01; done
      address=$(cat "$HOME/address")
      \(script)
      """)
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

  @Test("signals end it, as the terminal's end does", arguments: [("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131)])
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

  @Test("it listens on 127.0.0.1 only, and tells no program its address", .enabled(if: InstalledPrograms.has("strace")))
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

  @Test("its options are those of the live view")
  func options() throws {
    let outcome = try Sandbox().run(
      "for words in --json --wait x; do devicesim panel $words; echo $?; done; devicesim panel --help | head -1")
    expect(outcome.lines, are: ["2", "2", "2", "usage: devicesim panel"])
  }
}
