import Presentation
import WireProtocol

/// The page that shows a recorded session: what it was, a timeline as overview, and the story step by step.
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
    let steps = StepList(story)
    let name = PlainText.escaped(name)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(name)</title>
      <style>
      \(Stylesheet.base)
      \(Self.style)
      \(StepList.style)
      </style>
      </head>
      <body>
      \(Icon.definitions())
      <header>
      <h1>\(name)</h1>
      <dl class="facts">
      \(facts.map { "<div><dt>\($0.name)</dt><dd>\(PlainText.escaped($0.value))</dd></div>" }.joined(separator: "\n"))
      </dl>
      </header>
      <main>
      <section>
      <h2 id="timeline">Timeline</h2>
      <div class="timeline\(drawing.isLong ? " long" : "")">\(drawing.labels)
      <div class="scroll" style="--width: \(drawing.width)" tabindex="0" role="region" aria-labelledby="timeline">\(drawing.picture)</div></div>
      \(legend)
      </section>
      <section>
      <h2 id="steps">Steps</h2>
      <div class="sticky" tabindex="0" role="region" aria-label="What is shown">\(steps.filter)</div>
      \(steps.html)
      </section>
      </main>
      <footer><p>Made by \(Product.name) \(Product.version). Passcodes and other secrets are \(MaskedRequest.mask)
      unless the page was made with --show-secrets.</p></footer>
      </body>
      </html>

      """
  }

  private var facts: [(name: String, value: String)] {
    let header = story.header
    var facts = [("Sensor", story.sensor.name)]
    if let command = header.command { facts.append(("Command", command)) }
    if let status = story.status { facts.append(("Exit status", "\(status)")) }
    if let date = header.date { facts.append(("Recorded", Self.readable(date))) }
    facts.append(("Recorded by", "\(Product.name) \(header.product)"))
    let length = TimeText.duration(nanoseconds: story.moments.last?.time ?? 0)
    facts.append(("Device’s clock", "\(length), \(header.clock == "manual" ? "moved by hand" : "real time")"))
    facts.append(("Commands", "\(story.commands)"))
    facts.append(("Prompts", Self.counts(story.prompts.map(\.sign))))
    facts.append(("Scans, taps", Self.counts(story.marks.map(\.sign))))
    facts.append(("Lockouts", "\(story.lockouts.count)"))
    return facts
  }

  /// `2026-01-31T09:05:00.123Z`: `2026-01-31 09:05 UTC`
  private static func readable(_ date: String) -> String {
    let parts = date.split(separator: "T")
    guard parts.count == 2, parts[1].hasSuffix("Z") else { return date }
    return "\(parts[0]) \(parts[1].prefix(5)) UTC"
  }

  private static func counts(_ signs: [Sign]) -> String {
    let parts = Sign.allCases.compactMap { sign in
      let count = signs.count { $0 == sign }
      return count == 0 ? nil : "\(count) \(sign.name)"
    }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }

  /// The signs of the timeline, and what its shapes mean.
  private var legend: String {
    let signs = Sign.allCases.filter { sign in
      story.marks.contains { $0.sign == sign } || story.prompts.contains { $0.sign == sign }
    }
    var items = signs.map { "<li>\($0.html) \($0.name)</li>" }
    if story.moments.contains(where: { $0.jump > 0 }) {
      items.append("<li>dashed: the clock was moved on</li>")
    }
    items.append(
      story.header.clock == "manual"
        ? "<li>equal distances: time stands still</li>" : "<li>time is not to scale</li>")
    return "<ul class=\"legend\">\(items.joined())</ul>"
  }

  private static let style = """
    html { scroll-padding-top: 6rem; }
    body { margin: 0 auto; max-width: 76rem; padding: 1.5rem 1.25rem; }
    h1 { font-size: 1.375rem; overflow-wrap: anywhere; }
    h2 { font-size: 1.0625rem; margin: 1.5rem 0 .5rem; }
    .facts { display: flex; flex-wrap: wrap; gap: .5rem 1.75rem; margin: .5rem 0 0; }
    .facts dt { font-size: .75rem; color: var(--faint); } .facts dd { margin: 0; overflow-wrap: anywhere; }
    .timeline { display: flex; font-size: .75rem; }
    .timeline > svg { flex: none; } .scroll { overflow-x: auto; flex: auto; }
    .timeline svg { display: block; font: 12px system-ui, sans-serif; }
    .timeline rect, .timeline use { fill: currentColor; }
    .timeline text { fill: var(--text); }
    .timeline text.lane, .timeline text.time, .timeline text.small { fill: var(--faint); }
    .timeline .time, .timeline .count, .timeline .jumptext { text-anchor: middle; font-size: 11px; }
    .timeline .small { font-size: 11px; }
    .timeline text.on, .timeline use.on { fill: var(--page); }
    .timeline rect.ground { fill: var(--ground); } .tick { stroke: var(--line); }
    .timeline rect.jump { fill: var(--warning); fill-opacity: .12; stroke: var(--warning); stroke-dasharray: 3 3; }
    .timeline .jumptext { font-weight: 600; }
    .legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-top: .5rem; font-size: .8125rem;
      color: var(--faint); }
    .sticky { position: sticky; top: 0; z-index: 1; overflow-x: auto; background: var(--page);
      border-bottom: 1px solid var(--line); padding: .5rem 0; }
    .filter { border: 0; margin: 0; padding: 2px; display: flex; flex-wrap: wrap; align-items: center; gap: .375rem; }
    .filter label { display: flex; align-items: center; gap: .375rem; border: 1px solid var(--faint);
      border-radius: 1rem; padding: .125rem .625rem; font-size: .875rem; cursor: pointer; }
    .filter label:has(:checked) { border-color: var(--info); box-shadow: inset 0 0 0 1px var(--info); }
    .filter input { margin: 0; } .filter a { font-size: .875rem; } .filter span { color: var(--faint); }
    @supports not selector(:has(a)) { .sticky { display: none; } }
    .step { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr) 26rem; gap: .25rem 1rem; padding: .75rem .25rem;
      border-bottom: 1px solid var(--line); }
    /* What is not in the window is laid out when it comes there. */
    @media screen { .step { content-visibility: auto; contain-intrinsic-size: auto 12rem; } }
    .step:target { background: var(--ground); box-shadow: inset 3px 0 var(--info); }
    .when { font-size: .8125rem; font-variant-numeric: tabular-nums; color: var(--faint); }
    .when span { display: block; }
    .what h3 { font-size: 1rem; font-weight: 600; overflow-wrap: anywhere; }
    .what p { margin-top: .125rem; color: var(--faint); }
    .what ul { margin-top: .25rem; font-size: .875rem; } .what li { overflow-wrap: anywhere; }
    .what h3, .what li { padding-left: 1.375em; text-indent: -1.375em; }
    .quiet:not(.refusals) h3 { font-weight: 400; color: var(--faint); }
    .seen { display: flex; flex-wrap: wrap; align-items: stretch; align-content: start; gap: .5rem; }
    .then { align-self: center; color: var(--faint); }
    footer { margin-top: 1.5rem; font-size: .8125rem; color: var(--faint); }
    @media (max-width: 799px) { .filter { flex-wrap: nowrap; min-width: max-content; }
      .step { grid-template-columns: 4.5rem minmax(0, 1fr); } .seen { grid-column: 2; } }
    @media (max-width: 599px) {
      body { padding: 1rem .75rem; }
      .step { grid-template-columns: minmax(0, 1fr); } .seen { grid-column: 1; flex-wrap: nowrap; }
      .when span { display: inline; } .seen .phone { flex: 0 1 12rem; min-width: 0; }
    }
    @media print {
      body { max-width: none; padding: 0; font-size: 10pt; print-color-adjust: exact; }
      .sticky, .timeline.long { display: none; }
      .step, .phone { break-inside: avoid; } h2 { break-after: avoid; }
      /* Names and picture keep their proportion. */
      .timeline { align-items: start; } .timeline > svg { flex: \(TimelineDrawing.labelWidth) 1 0; min-width: 0; height: auto; }
      .scroll { flex: var(--width) 1 0; overflow: visible; } .scroll svg { width: 100%; height: auto; }
      a { color: inherit; text-decoration: none; }
    }
    """
}
