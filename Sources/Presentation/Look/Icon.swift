/// The icons of the pages: shapes that differ without their colours. A page defines them once and then refers to them.
package enum Icon: String, CaseIterable, Sendable {
  case check, cross, triangle, keys, keysRight, keysWrong, diamond
  case noEntry, ring, lock, openLock
  case full, half, frame, corners
  case card, shieldRight, shieldWrong, person, chip
  case clock, sliders, key, dot, refusal
  case face, finger, eye, watch

  /// Its outline in a square of 16 by 16; what lies inside another outline is a hole.
  private var path: String {
    switch self {
    case .check: Self.disc + Self.tick
    case .cross: "M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" + Self.hole
    case .triangle: "M8 1l7.5 14H.5zM7.2 5.5h1.6v5H7.2zM7.2 11.7h1.6v1.6H7.2z"
    case .keys: Self.square + "M4 4h3v3H4zM9 4h3v3H9zM4 9h3v3H4zM9 9h3v3H9z"
    case .keysRight: Self.square + Self.tick
    case .keysWrong: Self.square + Self.hole
    case .diamond: "M8 .5L15.5 8 8 15.5 .5 8zM8 5.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5z"
    case .noEntry: Self.disc + "M3.5 7h9v2h-9z"
    case .ring: Self.disc + "M8 3.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9z"
    case .lock: "M5 7V4.5a3 3 0 0 1 6 0V7h1.5v8h-9V7zM6.5 7h3V4.5a1.5 1.5 0 0 0-3 0z"
    case .openLock: "M2.5 7h9v8h-9zM8.5 7V4.5a3 3 0 0 1 6 0V6H13V4.5a1.5 1.5 0 0 0-3 0V7z"
    case .full: "M2 2h12v12H2z"
    case .half: "M2 2h12v12H2zM8 3.5h4.5v9H8z"
    case .frame: "M2 2h12v12H2zM3.5 3.5v9h9v-9z"
    case .corners:
      "M2 2h4v1.5H3.5V6H2zM10 2h4v4h-1.5V3.5H10zM2 10h1.5v2.5H6V14H2zM12.5 10H14v4h-4v-1.5h2.5z"
    case .card: "M1 3h14v10H1zM3 6h10v1.5H3zM3 9h6v1.5H3z"
    case .shieldRight: Self.shield + Self.tick
    case .shieldWrong: Self.shield + Self.hole
    case .person: "M8 1.5a3 3 0 1 1 0 6a3 3 0 0 1 0-6zM2 15c0-4 2.5-6 6-6s6 2 6 6z"
    case .chip:
      "M4 4h8v8H4zM6 6v4h4V6zM5 1h1.5v2H5zM9.5 1H11v2H9.5zM5 13h1.5v2H5zM9.5 13H11v2H9.5zM1 5h2v1.5H1z"
        + "M1 9.5h2V11H1zM13 5h2v1.5h-2zM13 9.5h2V11h-2z"
    case .clock: Self.disc + "M7.2 4h1.6v3.7l2.6 2.6-1.1 1.1-3.1-3.1z"
    case .sliders:
      "M1 4h9v1.5H1zM10 2.5h2V7h-2zM12 4h3v1.5h-3zM1 10.5h3V12H1zM4 9h2v4.5H4zM6 10.5h9V12H6z"
    case .key:
      "M5 4a4 4 0 1 1 0 8a4 4 0 0 1 0-8zM5 6.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 0 0 0-3zM9 7h6.5v4H14V9h-1v2h-1.5"
        + "V9H9z"
    case .dot: "M8 5a3 3 0 1 1 0 6a3 3 0 0 1 0-6z"
    case .refusal:
      "M3.2 1.8L8 6.6l4.8-4.8 1.4 1.4L9.4 8l4.8 4.8-1.4 1.4L8 9.4l-4.8 4.8-1.4-1.4L6.6 8 1.8 3.2z"
    case .face:
      "M1 1h4v1.5H2.5V5H1zM11 1h4v4h-1.5V2.5H11zM1 11h1.5v2.5H5V15H1zM13.5 11H15v4h-4v-1.5h2.5zM5 5h1.5v2H5z"
        + "M9.5 5H11v2H9.5zM5 9.5h6c0 1.5-1.5 2.5-3 2.5s-3-1-3-2.5z"
    case .finger:
      "M8 1.5A5.5 5.5 0 0 1 13.5 7v4H12V7a4 4 0 0 0-8 0v5H2.5V7A5.5 5.5 0 0 1 8 1.5zM8 5a2.2 2.2 0 0 1 2.2 2.2"
        + "V14H8.8V7.2a.8.8 0 0 0-1.6 0V13H5.8V7.2A2.2 2.2 0 0 1 8 5z"
    case .eye:
      "M8 3.5c4 0 6.5 3 7.5 4.5-1 1.5-3.5 4.5-7.5 4.5S1.5 9.5.5 8C1.5 6.5 4 3.5 8 3.5z"
        + "M8 5.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5z"
    case .watch: "M5 1h6v2.5h1.5v9H11V15H5v-2.5H3.5v-9H5zM5 5v6h6V5z"
    }
  }

  private static let disc = "M8 1a7 7 0 1 1 0 14a7 7 0 0 1 0-14z"
  private static let square = "M3 1h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2z"
  private static let shield = "M8 0l7 2.5V8c0 4-3 6.5-7 8-4-1.5-7-4-7-8V2.5z"
  private static let tick = "M4.2 8.2L5.4 7 7 8.6l3.7-3.8L11.9 6 7 11z"
  private static let hole =
    "M5.6 4.4L4.4 5.6 6.8 8l-2.4 2.4 1.2 1.2L8 9.2l2.4 2.4 1.2-1.2L9.2 8l2.4-2.4-1.2-1.2L8 6.8z"

  /// The definitions of some, which a page has once, before all that refers to them.
  package static func definitions(of icons: some Sequence<Icon> = allCases) -> String {
    let symbols = icons.map {
      "<symbol id=\"\($0.rawValue)\" viewBox=\"0 0 16 16\"><path fill-rule=\"evenodd\" d=\"\($0.path)\"/></symbol>"
    }
    return "<svg class=\"definitions\" width=\"0\" height=\"0\" aria-hidden=\"true\">"
      + symbols.joined(separator: "\n") + "</svg>"
  }

  /// The icon in a line of text. It says nothing to a screen reader; the text beside it does.
  package var html: String { "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#\(rawValue)\"/></svg>" }

  /// The icon in a drawing, as a square around a point.
  package func drawing(x: Int, y: Int, size: Int = 16, style: String) -> String {
    "<use href=\"#\(rawValue)\" x=\"\(x - size / 2)\" y=\"\(y - size / 2)\" width=\"\(size)\" height=\"\(size)\" "
      + "class=\"\(style)\"/>"
  }
}
