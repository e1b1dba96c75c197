import Presentation

/// The timeline of a session: time runs to the right, each kind of thing has a lane.
///
/// Time is not to scale: a session is milliseconds of commands with hours of advanced clock between them.
/// Every moment gets room, and a long pause only a little more than a short one.
struct TimelineDrawing {
  private let story: SessionStory
  /// The horizontal position of each moment.
  private let places: [Int]
  let width: Int

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
  /// The room for the names of the lanes.
  static let labelWidth = 84

  init(_ story: SessionStory) {
    self.story = story
    var places: [Int] = []
    var place = Self.margin
    let isManual = story.header.clock == "manual"
    for (index, moment) in story.moments.enumerated() {
      if index > 0 {
        let pause = isManual ? moment.jump : moment.time - story.moments[index - 1].time
        place += isManual && pause == 0 ? Self.step : Self.gap(pause)
      }
      places.append(place)
    }
    self.places = places
    width = max(place + 90, 640)
  }

  /// Between two moments of a manual clock, which stands while things happen: all the same.
  private static let step = 40

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
    let texts = Lane.allCases.map { "<text x=\"0\" y=\"\($0.middle + 4)\" class=\"lane\">\($0.title)</text>" }
    return svg(
      width: Self.labelWidth, attributes: "aria-hidden=\"true\"", content: texts.joined(separator: "\n"))
  }

  /// Whether it is too long to be printed on a page.
  var isLong: Bool { width > 2400 }

  /// The picture.
  var picture: String {
    var parts: [String] = []
    for lane in Lane.allCases where lane != .time {
      parts.append(
        "<rect x=\"0\" y=\"\(lane.top)\" width=\"\(width)\" height=\"\(lane.height)\" class=\"ground\"/>")
    }
    parts += axis + jumps
    parts += story.lockouts.map { span($0, in: .lockout, .lockout) }
    parts += story.lockScreens.map { span($0, in: .lockScreen, .deviceLocked) }
    parts += story.prompts.map(bar)
    parts += marks
    return svg(
      width: width, attributes: "role=\"group\" aria-label=\"Timeline of the session\"",
      content: parts.joined(separator: "\n"))
  }

  private func svg(width: Int, attributes: String, content: String) -> String {
    """
    <svg width="\(width)" height="\(Self.height)" viewBox="0 0 \(width) \(Self.height)" \(attributes)>
    \(content)
    </svg>
    """
  }

  /// A part that leads to its step. The keyboard stops at prompts only; the steps below say the rest.
  private func link(_ step: Int, _ title: String, stops: Bool = false, _ content: String) -> String {
    let title = PlainText.escaped(title)
    let keyboard = stops ? "" : " tabindex=\"-1\""
    return "<a href=\"#s\(step)\"\(keyboard) aria-label=\"\(title)\"><title>\(title)</title>\(content)</a>"
  }

  /// Times, where there is room.
  private var axis: [String] {
    var parts: [String] = []
    var free = 0
    var last: Int64?
    for (moment, place) in zip(story.moments, places) {
      parts.append("<path d=\"M\(place) 34V\(Self.height)\" class=\"tick\"/>")
      guard place >= free, moment.time != last else { continue }
      let text = TimeText.duration(nanoseconds: moment.time)
      parts.append("<text x=\"\(place)\" y=\"26\" class=\"time\">\(text)</text>")
      free = place + text.count * 7 + 14
      last = moment.time
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

  private func span(_ span: SessionStory.Span, in lane: Lane, _ sign: Sign) -> String {
    let start = places[span.start]
    let length = max(8, end(of: span.end) - start)
    let label = span.label.isEmpty ? sign.name : "\(sign.name): \(span.label)"
    return link(span.step, label, box(start, lane.top + 4, length, lane.height - 8, sign, label))
  }

  /// A box with its sign, and the part of its text that fits.
  private func box(_ x: Int, _ y: Int, _ length: Int, _ height: Int, _ sign: Sign, _ text: String) -> String {
    let middle = y + height / 2
    var part = "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(length)\" height=\"\(height)\" rx=\"4\" "
    part += "class=\"\(sign.colour.rawValue)\"/>"
    guard length >= 22 else { return part }
    part += sign.icon.drawing(x: x + 12, y: middle, size: 12, style: "on")
    let shown = Self.fit(text, length - 30)
    guard !shown.isEmpty else { return part }
    return part + "<text x=\"\(x + 22)\" y=\"\(middle + 4)\" class=\"on\">\(PlainText.escaped(shown))</text>"
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
    let title = "\(prompt.id) \(prompt.app): \(prompt.reason) — \(prompt.sign.name) \(prompt.detail)"
    var part = box(start, lane.top + 4, length, 26, prompt.sign, "\(prompt.id) \(prompt.reason)")
    // The panes, below the bar.
    for (index, pane) in prompt.panes.enumerated() {
      let from = places[pane.start]
      let to = index + 1 < prompt.panes.count ? places[prompt.panes[index + 1].start] : start + length
      let name = index + 1 == prompt.panes.count && !prompt.detail.isEmpty ? prompt.detail : pane.pane
      let shown = Self.fit(name, max(to - from, 8))
      part += "<rect x=\"\(from)\" y=\"\(lane.top + 32)\" width=\"\(max(4, to - from))\" height=\"4\" "
      part += "class=\"\((pane.pane == "biometry" ? Colour.info : .warning).rawValue)\"/>"
      if !shown.isEmpty {
        part +=
          "<text x=\"\(from)\" y=\"\(lane.top + 49)\" class=\"small\">\(PlainText.escaped(shown))</text>"
      }
    }
    return link(prompt.step, title, stops: true, part)
  }

  private var marks: [String] {
    // What happened at the same moment stands side by side.
    var taken: [Int: Int] = [:]
    return story.marks.map { mark in
      let shift = taken[mark.moment, default: 0]
      taken[mark.moment] = shift + 1
      let x = places[mark.moment] + shift * 18
      let y = Lane.people.top + 14
      var part = mark.sign.icon.drawing(x: x, y: y, size: 18, style: mark.sign.colour.rawValue)
      if let count = mark.count { part += "<text x=\"\(x)\" y=\"\(y + 22)\" class=\"count\">\(count)</text>" }
      return link(mark.step, mark.title, part)
    }
  }
}
