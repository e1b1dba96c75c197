import Presentation

/// The page that shows a recorded session: a summary, a timeline, and a list of everything.
package struct ReportPage {
  private let story: SessionStory
  private let name: String

  /// - Parameters:
  ///   - name: the name of the session.
  ///   - showsSecrets: whether passcodes, credentials and keychain values stand there as they were sent.
  package init(_ recording: RecordingFile, name: String, showsSecrets: Bool = false) {
    story = SessionStory(recording, showsSecrets: showsSecrets)
    self.name = name
  }

  /// The whole page. It has no scripts and loads nothing.
  package var html: String {
    let drawing = TimelineDrawing(story)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(PlainText.escaped(name))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <h1>\(PlainText.escaped(name))</h1>
      <ul class="facts">
      \(facts.map { "<li><b>\($0.value)</b> \($0.name)</li>" }.joined(separator: "\n"))
      </ul>
      <div class="timeline"><div class="labels">\(drawing.labels)</div>
      <div class="scroll">\(drawing.picture)</div></div>
      <p class="legend">
      <span class="key k-succeeded"></span>succeeded <span class="key k-failed"></span>failed
      <span class="key k-ended"></span>ended another way · circle: scan, with the failed scans in a row ·
      square: passcode · diamond: tap · line below a prompt: blue for biometry, yellow for other panes ·
      hatched: the clock was advanced · time is not to scale
      </p>
      <table>
      <thead><tr><th>Time</th><th>What</th><th>Details</th></tr></thead>
      <tbody>
      \(story.rows.map(row).joined(separator: "\n"))
      </tbody>
      </table>
      </body>
      </html>

      """
  }

  private var facts: [(value: String, name: String)] {
    let scans = story.marks.filter { $0.kind == .scan }
    let commands = story.rows.count { $0.kind == .command }
    var facts = [
      (PlainText.escaped(story.sensor), "sensor"), ("\(commands)", "commands"),
      ("\(story.prompts.count)", "prompts"),
    ]
    for outcome in ["succeeded", "failed", "ended"] {
      let count = story.prompts.count { $0.outcome == outcome }
      if count > 0 { facts.append(("\(count)", outcome)) }
    }
    facts.append(("\(scans.count { $0.isGood == true })", "matches"))
    facts.append(("\(scans.count { $0.isGood == false })", "failed scans"))
    facts.append(("\(story.lockouts.count)", story.lockouts.count == 1 ? "lockout" : "lockouts"))
    facts.append(
      ("\(TimeText.seconds(nanoseconds: story.moments.last?.time ?? 0)) s", "on the device’s clock"))
    if let status = story.status { facts.append(("\(status)", "exit status")) }
    return facts
  }

  private func row(_ row: SessionStory.Row) -> String {
    let name = (row.kind == .command ? "→ " : row.kind == .error ? "✗ " : "") + PlainText.escaped(row.name)
    return
      "<tr class=\"\(row.kind.rawValue)\"><td>\(TimeText.seconds(nanoseconds: row.time))</td><td>\(name)</td>"
      + "<td>\(PlainText.escaped(row.detail))</td></tr>"
  }

  private static let style = """
    :root { --page: #fff; --text: #1c1c1e; --faint: #6b6b70; --ground: #f2f2f5; --tick: #dcdce0;
      --good: #1d7f3c; --bad: #c02626; --ended: #6a6a72; --open: #2f62c9; --locked: #4a5a8a; --tap: #7a4fb0;
      --jump: #d9a400; --on: #fff; }
    @media (prefers-color-scheme: dark) {
      :root { --page: #151517; --text: #ececf0; --faint: #a0a0a8; --ground: #212125; --tick: #34343a;
        --good: #2f9e54; --bad: #dd4747; --ended: #77777f; --open: #4a7ee0; --locked: #6477b5; --tap: #9a72cf;
        --jump: #c79a12; --on: #fff; }
    }
    body { background: var(--page); color: var(--text); margin: 24px auto; max-width: 1280px; padding: 0 20px;
      font: 14px/1.45 system-ui, sans-serif; }
    h1 { font-size: 20px; margin: 0 0 10px; overflow-wrap: anywhere; }
    .facts { list-style: none; display: flex; flex-wrap: wrap; gap: 6px 20px; padding: 0; margin: 0 0 18px; }
    .facts li { color: var(--faint); } .facts b { color: var(--text); }
    .timeline { display: flex; } .labels { flex: none; } .scroll { overflow-x: auto; flex: auto; }
    svg { display: block; font: 12px system-ui, sans-serif; }
    svg text { fill: var(--text); } svg .lane, svg .time, svg .small { fill: var(--faint); }
    svg .time, svg .count, svg .jumptext { text-anchor: middle; font-size: 11px; }
    svg .small { font-size: 11px; } svg text.on { fill: var(--on); }
    .ground { fill: var(--ground); } .tick { stroke: var(--tick); }
    .succeeded, .good { fill: var(--good); } .failed, .bad, .lockout { fill: var(--bad); }
    .ended { fill: var(--ended); } .open { fill: var(--open); } .locked { fill: var(--locked); }
    .tap { fill: var(--tap); } .sign { stroke: var(--on); stroke-width: 2; fill: none; }
    .pane-biometry { fill: var(--open); } .pane-other { fill: var(--jump); }
    .jump { fill: var(--jump); fill-opacity: .18; stroke: var(--jump); stroke-dasharray: 3 3; }
    svg .jumptext { fill: var(--text); font-weight: 600; }
    .legend { color: var(--faint); font-size: 12px; }
    .key { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin: 0 4px -1px 8px; }
    .k-succeeded { background: var(--good); } .k-failed { background: var(--bad); }
    .k-ended { background: var(--ended); }
    table { border-collapse: collapse; width: 100%; font-size: 13px; }
    th { text-align: left; color: var(--faint); font-weight: 500; }
    th, td { padding: 3px 14px 3px 0; border-bottom: 1px solid var(--tick); vertical-align: top; }
    td:first-child { font-variant-numeric: tabular-nums; white-space: nowrap; color: var(--faint); }
    td:nth-child(2) { white-space: nowrap; } td:last-child { overflow-wrap: anywhere; color: var(--faint); }
    .command td:nth-child(2) { font-weight: 600; } .error td { color: var(--bad); }
    """
}
