import JSON
import LiveView
import Presentation
import Testing

@Suite("The live view")
struct LiveScreenTests {
  private static let prompt =
    #"{"id":"p1","app":"com.example.app","pane":"biometry","reason":"Sign in","buttons":["fallback","cancel"],"#
    + #""scanning":true,"attempt":2,"fallbackTitle":"Use PIN"}"#

  private func screen(
    prompt: String = "null", failed: Int = 2, lockedOut: Bool = false, events: Int = 0
  ) throws -> LiveScreen {
    let state =
      #"{"biometryType":"faceID","identities":["face-1","face-2"],"enrolled":true,"passcodeSet":true,"#
      + #""failedAttempts":\#(failed),"lockedOut":\#(lockedOut),"lockoutReason":"failedAttempts","#
      + #""deviceLocked":false,"passcodeFailures":0,"passcodeRetryAfter":0,"unlockedSinceBoot":true,"#
      + #""apps":{"com.example.app":{"installed":true,"state":"inactive","permission":"denied"}},"#
      + #""prompt":\#(prompt),"clock":{"mode":"manual","monotonic":3.25,"wall":1767225600},"#
      + #""behavior":{"maxFailures":5}}"#
    var screen = LiveScreen(device: "default")
    try withJSON(Array(state.utf8)) { screen.show(state: $0) }
    for number in 0..<events {
      let event = #"{"seq":\#(number),"time":\#(number),"kind":"scan","matched":false}"#
      try withJSON(Array(event.utf8)) { screen.add(event: $0) }
    }
    return screen
  }

  private func text(_ screen: LiveScreen, _ columns: Int = 80, _ rows: Int = 24) -> String {
    screen.lines(columns: columns, rows: rows).map(\.text).joined(separator: "\n")
  }

  @Test("device, sensor, lockout dots, apps, the prompt with the keys of its buttons, and the last events")
  func content() throws {
    let text = text(try screen(prompt: Self.prompt, events: 3))
    for part in [
      "default  unlocked  00:00:00 UTC  3 s  manual", "Face ID  face-1, face-2", "●●○○○  2 of 5 failed",
      "com.example.app inactive denied", "p1  com.example.app  biometry", "│ Sign in",
      "[f Use PIN] [c Cancel]",
      "scanning  2 failed in this prompt", "2.000 scan matched=false", "q quit",
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test("a lockout fills the dots and says why")
  func lockout() throws {
    let text = text(try screen(failed: 5, lockedOut: true))
    #expect(text.contains("●●●●●  5 of 5 failed  LOCKED OUT (failedAttempts)"))
    #expect(text.contains("no prompt"))
  }

  @Test(
    "it fills a window of any size exactly",
    arguments: [(80, 24), (200, 60), (40, 12), (20, 6), (30, 3), (10, 2), (5, 1), (1, 1)])
  func sizes(_ columns: Int, _ rows: Int) throws {
    for prompt in ["null", Self.prompt] {
      let lines = try screen(prompt: prompt, events: 50).lines(columns: columns, rows: rows)
      #expect(lines.count == rows)
      for line in lines { #expect(line.width <= columns, "\(line.text)") }
    }
  }

  @Test("at 40 by 10 the prompt, the lockout's dots and the clock stay, also beside the result of a key")
  func small() throws {
    for message in ["", "nonMatch: no match"] {
      var screen = try screen(prompt: Self.prompt, events: 50)
      screen.message = StyledLine(message)
      let text = text(screen, 40, 10)
      for part in ["[f Use PIN] [c Cancel]", "●●○○○  2 of 5 failed", "default  unlocked  00:00:00", message] {
        #expect(part.isEmpty || text.contains(part), "\(part) in \(text)")
      }
    }
  }

  @Test("a prompt takes the width that there is")
  func width() throws {
    let reason = String(repeating: "Sign in ", count: 16)
    let prompt = Self.prompt.replacing("Sign in", with: reason)
    for line in try screen(prompt: prompt).lines(columns: 160, rows: 24) where line.text.hasPrefix(" │") {
      #expect(line.width == 160)
    }
    #expect(text(try screen(prompt: prompt), 160).contains(reason))
  }

  @Test("where time goes back, in an event or without one, a line marks the reset")
  func resets() throws {
    var screen = try screen(events: 0)
    for event in [
      #"{"seq":1,"time":5,"kind":"deviceLocked"}"#, #"{"seq":2,"time":0.25,"kind":"deviceUnlocked"}"#,
      #"{"seq":3,"time":0.25,"kind":"deviceLocked"}"#,
    ] {
      try withJSON(Array(event.utf8)) { screen.add(event: $0) }
    }
    let mark = "── back at 0.250: a reset or a snapshot ──"
    #expect(
      screen.events.map(\.text) == ["5.000 deviceLocked", mark, "0.250 deviceUnlocked", "0.250 deviceLocked"])
    try withJSON(Array(#"{"clock":{"mode":"manual","monotonic":0,"wall":0}}"#.utf8)) {
      screen.show(state: $0)
    }
    #expect(screen.events.last?.text == "── back at 0.000: a reset or a snapshot ──")
  }

  @Test("without colour there are no colours")
  func colours() throws {
    for line in try screen(prompt: Self.prompt, events: 5).lines(columns: 80, rows: 24) {
      #expect(!line.terminalText(inColor: false).contains(#/\e\[[0-9;]*3[0-9]/#))
    }
    let coloured = try screen(prompt: Self.prompt).lines(columns: 80, rows: 24)
    #expect(coloured.contains { $0.terminalText(inColor: true).contains("\u{1B}[32m") })
  }

  @Test("what an app says cannot drive the terminal")
  func controls() throws {
    let prompt = Self.prompt.replacing("Sign in", with: #"\u001b[2J\u0007"#)
    for line in try screen(prompt: prompt).lines(columns: 80, rows: 24) {
      #expect(!line.text.unicodeScalars.contains { $0.value < 0x20 })
    }
  }

  @Test("wide characters are counted as two columns")
  func wide() {
    #expect(StyledLine.width(of: "日本a") == 5)
    #expect(StyledLine("日本語").clipped(to: 4).text == "日…")
  }
}
