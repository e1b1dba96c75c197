import Testing

/// Text that came from an app: what drives a terminal, hides, or turns the direction of writing is written out.
@Suite("Text from apps")
struct HiddenTextTests {
  private static let reason = "a\u{1B}[2Jb\u{9B}31mc\u{202E}d\u{200B}e\u{2066}f\u{7F}\n"
  private static let shown = #"a\u{1b}[2Jb\u{9b}31mc\u{202e}d\u{200b}e\u{2066}f\u{7f}\n"#
  private static let hidden = ["\u{1B}[2J", "\u{9B}", "\u{202E}", "\u{200B}", "\u{2066}", "\u{7F}"]

  private func prompted() throws -> Sandbox {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      devicesim start --detach >/dev/null
      devicesim evaluatePolicy owner "reason=$REASON" cancelTitle="$REASON" >/dev/null 2>&1 &
      devicesim waitFor promptShown
      """, environment: [("REASON", Self.reason)])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(Self.shown))
    return sandbox
  }

  private func expectNothingHidden(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    for part in Self.hidden {
      let unicode = part.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
      #expect(
        !text.unicodeScalars.contains(part.unicodeScalars), "\(unicode)", sourceLocation: sourceLocation)
    }
  }

  @Test("results, events, state and scenario messages show it written out")
  func written() throws {
    let sandbox = try prompted()
    let outcome = try sandbox.run(
      """
      devicesim getEvents; devicesim getState; devicesim getState prompt.reason
      printf 'expect reasonsShown=x\\nexpect prompt.reason=x' | devicesim --device default run - 2>&1
      printf 'device\\nevaluatePolicy owner "reason=%s" => success\\n' "$REASON" | tr -d '\\n' | devicesim run - 2>&1
      devicesim createDevice "device=$REASON" 2>&1; devicesim --device "$REASON" getState 2>&1
      devicesim exportState "$REASON" 2>&1
      """, environment: [("REASON", Self.reason)])
    expectNothingHidden(outcome.output + outcome.errors)
    #expect(outcome.lines.contains(Self.shown))
  }

  @Test(
    "JSON comes as it is, but on a terminal with escapes for what is not seen",
    .enabled(if: TerminalSession.isPossible, "there is no python3"))
  func json() throws {
    let sandbox = try prompted()
    let piped = try sandbox.run("devicesim --json getState prompt.reason")
    #expect(piped.output.contains("\u{9B}31mc\u{202E}"))
    for command in ["getState prompt.reason", "getState", "getEvents"] {
      let outcome = try TerminalSession.run(
        ["devicesim", "--json"] + command.split(separator: " ").map(String.init), in: sandbox, [])
      expectNothingHidden(outcome.output)
      #expect(outcome.output.contains(#"b\u009b31mc\u202ed\u200be\u2066f\u007f\n"#), "\(outcome)")
    }
    let connected = try TerminalSession.run(
      ["devicesim", "connect"], in: sandbox,
      [("", #"{"jsonrpc":"2.0","id":1,"method":"getState"}"# + "\r"), ("\"result\"", "\u{4}")])
    #expect(connected.output.contains(#"\u202ed\u200be"#))
  }

  @Test("the live view shows it written out", .enabled(if: TerminalSession.isPossible, "there is no python3"))
  func watched() throws {
    let outcome = try TerminalSession.run(
      ["devicesim", "watch"], in: try prompted(), [(#"\u{202e}d"#, "q")], environment: [("TERM", "xterm")])
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    for part in Self.hidden.dropFirst() { #expect(!outcome.output.contains(part)) }
  }
}

extension Sequence where Element == Unicode.Scalar {
  /// Whether the characters stand in it, in this order.
  fileprivate func contains(_ part: some Sequence<Unicode.Scalar>) -> Bool {
    let (all, part) = (Array(self), Array(part))
    return all.indices.contains { all[$0...].starts(with: part) }
  }
}
