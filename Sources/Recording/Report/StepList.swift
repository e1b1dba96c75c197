import Presentation

/// The steps of a session, one below the other.
struct StepList {
  private let story: SessionStory

  init(_ story: SessionStory) { self.story = story }

  /// The list.
  var html: String {
    var time: Int64 = -1
    let items = story.steps.map { step in
      defer { time = step.time }
      return item(step, showsTime: step.time != time)
    }
    return "<ol class=\"steps\">\n\(items.joined(separator: "\n"))\n</ol>"
  }

  private func item(_ step: Step, showsTime: Bool) -> String {
    let kinds = Step.Kind.allCases.filter(step.kinds.contains).map(\.rawValue).joined(separator: " ")
    let headline = step.headline
    var html = "<li id=\"s\(step.number)\" class=\"step \(kinds)\"><p class=\"when\">"
    html += "<a href=\"#s\(step.number)\">\(step.number)</a>"
    if showsTime { html += " <span>\(TimeText.duration(nanoseconds: step.time))</span>" }
    html += "</p><div class=\"what\"><h3>\(headline.sign.html) \(PlainText.escaped(headline.text))</h3>"
    if step.command != headline.text { html += "<p><code>\(PlainText.escaped(step.command))</code></p>" }
    if !step.others.isEmpty { html += "<ul>\(step.others.map(note).joined())</ul>" }
    html += "</div>"
    if !step.pictures.isEmpty {
      html +=
        "<div class=\"seen\" role=\"group\" aria-label=\"What the person sees\">\(step.pictures.map { $0.html() }.joined(separator: Self.arrow))</div>"
    }
    return html + "</li>"
  }

  private static let arrow = "<span class=\"then\" aria-hidden=\"true\">→</span>"

  private func note(_ note: Step.Note) -> String {
    let earlier = note.step.map { " <a href=\"#s\($0)\">(step \($0))</a>" } ?? ""
    return "<li>\(note.sign.html) \(PlainText.escaped(note.text))\(earlier)</li>"
  }

  /// Choices of one kind; the style does the rest, so that the page needs no script.
  var filter: String {
    var html = "<fieldset class=\"filter\"><legend class=\"hidden\">Show the steps with</legend>"
    html += choice("all", "All", story.steps.count, isChosen: true)
    for kind in Step.Kind.allCases {
      let count = story.steps.count { $0.kinds.contains(kind) }
      if count > 0 { html += choice(kind.rawValue, kind.title, count) }
    }
    return html + "<a href=\"#timeline\">Timeline</a></fieldset>"
  }

  private func choice(_ id: String, _ title: String, _ count: Int, isChosen: Bool = false) -> String {
    "<label><input type=\"radio\" name=\"kind\" id=\"only-\(id)\"\(isChosen ? " checked" : "")> \(title) "
      + "<span>\(count)</span></label>"
  }

  /// A step that the choice leaves out is hidden, unless a link leads to it.
  static let style =
    Step.Kind.allCases.map {
      "body:has(#only-\($0.rawValue):checked) .step:not(.\($0.rawValue), :target) { display: none; }"
    }.joined(separator: "\n")
}
