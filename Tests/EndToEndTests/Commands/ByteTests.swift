import Foundation
import TestSupport
import Testing

@Suite("Words that are not text")
struct ByteTests {
  @Test(
    "exec and record pass every byte on, in arguments and in variables",
    arguments: ["exec", "record \"$HOME/r\""])
  func passedOn(_ command: String) throws {
    let outcome = try Sandbox().run(
      #"""
      export ODD=$'v\xff\xc3'; odd=$'a\xff\xfe='
      devicesim \#(command) -- sh -c 'printf %s "$1" "$ODD" "$2"' sh "$odd" $'\xc3\xa4' | od -An -tx1
      mkdir "$HOME/"$'\xff'; printf '#!/bin/sh\necho it runs' >"$HOME/"$'\xff'/x; chmod +x "$HOME/"$'\xff'/x
      devicesim \#(command) -- "$HOME/"$'\xff'/x
      devicesim \#(command) -- "$HOME/"$'\xff'/y; echo $?
      """#)
    expect(outcome.lines, are: [" 61 ff fe 3d 76 ff c3 c3 a4", "it runs", "127"])
    #expect(outcome.errors.contains(#"\xFF/y"#))
  }

  @Test(
    "where text is wanted anything else is wrong usage, and shown as it is",
    arguments: [
      #"devicesim setPasscode $'1\xff'"#, #"devicesim --device $'1\xff' ping"#, #"devicesim $'1\xff'"#,
      #"devicesim setApp name=$'1\xff'"#, #"devicesim exec failedAttempts=$'1\xff' -- true"#,
      #"devicesim record $'1\xff' -- true"#, #"devicesim start --templates $'1\xff'"#,
      #"devicesim --$'1\xff'"#,
    ])
  func refused(_ line: String) throws {
    let outcome = try Sandbox().run("cd ~; \(line)")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("devicesim: the argument '"))
    #expect(outcome.errors.contains(#"1\xFF' is not UTF-8"#))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("so it is with the variables that name something, and with the daemon's arguments")
  func variables() throws {
    for name in ["DEVICESIM_SOCKET", "DEVICESIM_DEVICE", "DEVICESIM_APP"] {
      let outcome = try Sandbox().run(#"\#(name)=$'\xff' devicesim ping"#)
      #expect(outcome.status == 2)
      #expect(outcome.errors == "devicesim: the variable \(name) is not UTF-8\n")
    }
    let outcome = try Sandbox().run(#"cd "$HOME"; devicesimd --state $'\xff'"#)
    #expect(outcome.status == 64)
    #expect(outcome.errors == "devicesimd: the argument '\\xFF' is not UTF-8, as every argument must be\n")
  }

  @Test(
    "without /proc the programs know their arguments, find each other and start",
    .enabled(if: geteuid() == 0 && InstalledPrograms.has("unshare"), "needs root and unshare"))
  func withoutProc() throws {
    let outcome = try Sandbox().run(
      """
      unshare -m sh -c 'mount -t tmpfs none /proc || exit
        devicesim --version; devicesimd --version; cd "$HOME"
        devicesim start --detach && devicesim ping && devicesim exec -- env | grep -c SWIFT_ROOT
        devicesim stop | sed "s/[0-9][0-9]*/PID/"'
      """)
    #expect(outcome.lines.first?.hasPrefix("devicesim ") == true)
    #expect(outcome.lines.dropFirst().first?.hasPrefix("devicesimd ") == true)
    #expect(outcome.lines.dropFirst(3) == ["pong", "0", "stopped: pid PID"])
    #expect(outcome.errors.isEmpty)
  }
}
