import Presentation

/// The timeline of a session: time runs to the right, each kind of thing has a lane.
///
/// Time is not to scale: a session is milliseconds of commands with hours of advanced clock between them.
/// Every moment gets room, and a long pause only a little more than a short one.
struct TimelineDrawing {
  private let story: SessionStory
  /// The horizontal position of each moment.
  private let places: [Int]
  private let width: Int

  private enum Lane: Int, CaseIterable {
    case time, prompts, people, lockout, lockScreen

    var title: String {
      switch self {
      case .time: "Time"
      case .prompts: "Prompts"
      case .people: "Scans, taps"
      case .lockout: "Lockout"
      case .lockScreen: "Lock screen"
      }
    }

    var top: Int { [0, 44, 112, 164, 204][rawValue] }
    var height: Int { [30, 54, 40, 28, 28][rawValue] }
    var middle: Int { top + height / 2 }
  }

  private static let height = 244
  private static let margin = 24

  init(_ story: SessionStory) {
    self.story = story
    var places: [Int] = []
    var place = Self.margin
    for (index, moment) in story.moments.enumerated() {
      if index > 0 { place += Self.gap(moment.time - story.moments[index - 1].time) }
      places.append(place)
    }
    self.places = places
    width = max(place + 90, 640)
  }

  /// 24 points, and 9 more for each factor of ten in milliseconds.
  private static func gap(_ nanoseconds: Int64) -> Int {
    var gap = 24
    var left = nanoseconds / 1_000_000
    while left > 0, gap < 110 {
      gap += 9
      left /= 10
    }
    return gap
  }

  /// The names of the lanes, which do not scroll with the picture.
  var labels: String {
    let texts = Lane.allCases.map {
      "<text x=\"0\" y=\"\($0.middle + 4)\" class=\"lane\">\($0.title)</text>"
    }
    return svg(width: 104, label: "Lanes", content: texts.joined(separator: "\n"))
  }

  /// The picture.
  var picture: String {
    var parts: [String] = []
    for lane in Lane.allCases where lane != .time {
      parts.append(
        "<rect x=\"0\" y=\"\(lane.top)\" width=\"\(width)\" height=\"\(lane.height)\" class=\"ground\"/>")
    }
    parts += axis + jumps
    parts += story.lockouts.map { span($0, in: .lockout, "lockout", "locked out") }
    parts += story.lockScreens.map { span($0, in: .lockScreen, "locked", "locked") }
    parts += story.prompts.map(bar)
    parts += marks
    return svg(width: width, label: "Timeline of the session", content: parts.joined(separator: "\n"))
  }

  private func svg(width: Int, label: String, content: String) -> String {
    """
    <svg width="\(width)" height="\(Self.height)" viewBox="0 0 \(width) \(Self.height)" role="img" \
    aria-label="\(label)">
    \(content)
    </svg>
    """
  }

  /// Times, where there is room.
  private var axis: [String] {
    var parts: [String] = []
    var free = 0
    for (moment, place) in zip(story.moments, places) {
      parts.append(
        "<line x1=\"\(place)\" x2=\"\(place)\" y1=\"34\" y2=\"\(Self.height)\" class=\"tick\"/>")
      guard place >= free else { continue }
      let text = "\(TimeText.seconds(nanoseconds: moment.time)) s"
      parts.append("<text x=\"\(place)\" y=\"26\" class=\"time\">\(text)</text>")
      free = place + text.count * 7 + 14
    }
    return parts
  }

  private var jumps: [String] {
    story.moments.indices.filter { $0 > 0 && story.moments[$0].jump > 0 }.map { index in
      let start = places[index - 1] + 6
      let end = places[index] - 6
      let jump = TimeText.duration(nanoseconds: story.moments[index].jump)
      return """
        <g><title>the clock was advanced by \(jump)</title>
        <rect x="\(start)" y="34" width="\(max(4, end - start))" height="\(Self.height - 34)" class="jump"/>
        <text x="\((start + end) / 2)" y="11" class="jumptext">+\(jump)</text></g>
        """
    }
  }

  private func end(of moment: Int?) -> Int { moment.map { places[$0] } ?? width - 8 }

  private func span(_ span: SessionStory.Span, in lane: Lane, _ style: String, _ name: String) -> String {
    let start = places[span.start]
    let length = max(8, end(of: span.end) - start)
    let label = span.label.isEmpty ? name : "\(name): \(span.label)"
    return box(start, lane.top + 4, length, lane.height - 8, style, label, title: label)
  }

  /// A box with the part of its text that fits.
  private func box(
    _ x: Int, _ y: Int, _ length: Int, _ height: Int, _ style: String, _ text: String, title: String
  ) -> String {
    var part = "<g><title>\(PlainText.escaped(title))</title>"
    part += "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(length)\" height=\"\(height)\" rx=\"4\" "
    part += "class=\"\(PlainText.escaped(style))\"/>"
    let shown = Self.fit(text, length - 12)
    if !shown.isEmpty {
      part +=
        "<text x=\"\(x + 6)\" y=\"\(y + height / 2 + 4)\" class=\"on\">\(PlainText.escaped(shown))</text>"
    }
    return part + "</g>"
  }

  private static func fit(_ text: String, _ points: Int) -> String {
    let room = points / 7
    if StyledLine.width(of: text) <= room { return text }
    return room < 3 ? "" : StyledLine(text).clipped(to: room).text
  }

  private func bar(_ prompt: SessionStory.Prompt) -> String {
    let lane = Lane.prompts
    let start = prompt.panes.first.map { places[$0.start] } ?? 0
    let length = max(8, end(of: prompt.end) - start)
    let outcome = prompt.outcome.isEmpty ? "still on screen" : "\(prompt.outcome) \(prompt.detail)"
    let title = "\(prompt.id) \(prompt.app): \(prompt.reason) — \(outcome)"
    let style = prompt.outcome.isEmpty ? "open" : prompt.outcome
    var part = box(start, lane.top + 4, length, 26, style, "\(prompt.id) \(prompt.reason)", title: title)
    // The panes, below the bar.
    for (index, pane) in prompt.panes.enumerated() {
      let from = places[pane.start]
      let to = index + 1 < prompt.panes.count ? places[prompt.panes[index + 1].start] : start + length
      let name = index + 1 == prompt.panes.count && !prompt.detail.isEmpty ? prompt.detail : pane.pane
      let shown = Self.fit(name, max(to - from, 8))
      part += "<rect x=\"\(from)\" y=\"\(lane.top + 32)\" width=\"\(max(4, to - from))\" height=\"4\" "
      part += "class=\"pane-\(pane.pane == "biometry" ? "biometry" : "other")\"/>"
      part += "<text x=\"\(from)\" y=\"\(lane.top + 49)\" class=\"small\">\(PlainText.escaped(shown))</text>"
    }
    return part
  }

  private var marks: [String] {
    // What happened at the same moment stands side by side.
    var taken: [Int: Int] = [:]
    return story.marks.map { mark in
      let shift = taken[mark.moment, default: 0]
      taken[mark.moment] = shift + 1
      let x = places[mark.moment] + shift * 9
      let y = Lane.people.top + 14
      let style = mark.isGood.map { $0 ? "good" : "bad" } ?? "tap"
      var part = "<g><title>\(PlainText.escaped(mark.title))</title>"
      switch mark.kind {
      case .scan: part += "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"8\" class=\"\(style)\"/>"
      case .passcode:
        part += "<rect x=\"\(x - 8)\" y=\"\(y - 8)\" width=\"16\" height=\"16\" rx=\"3\" class=\"\(style)\"/>"
      case .tap: part += "<path d=\"M\(x) \(y - 8)l8 8l-8 8l-8 -8z\" class=\"\(style)\"/>"
      }
      if let isGood = mark.isGood {
        // The sign also serves readers who do not see the colour.
        part +=
          isGood
          ? "<path d=\"M\(x - 4) \(y)l3 3l5 -6\" class=\"sign\"/>"
          : "<path d=\"M\(x - 3) \(y - 3)l6 6m0 -6l-6 6\" class=\"sign\"/>"
      }
      if let count = mark.count {
        part += "<text x=\"\(x)\" y=\"\(y + 22)\" class=\"count\">\(count)</text>"
      }
      return part + "</g>"
    }
  }
}
