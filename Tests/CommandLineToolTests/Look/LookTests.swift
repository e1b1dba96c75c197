import DeviceModel
import Foundation
import JSON
import Presentation
import Testing
import WireProtocol

@Suite("The look that the pages share")
struct LookTests {
  /// The contrast of two colours, as WCAG 2 defines it.
  static func contrast(_ one: UInt32, _ other: UInt32) -> Double {
    func luminance(_ colour: UInt32) -> Double {
      let parts = [16, 8, 0].map { shift in
        let part = Double(colour >> UInt32(shift) & 0xFF) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let (dark, light) = (min(luminance(one), luminance(other)), max(luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
  }

  @Test(
    "every colour of text or of a sign has a contrast of 4.5 or more with page and ground, in light and dark",
    arguments: Colour.allCases)
  func contrast(of colour: Colour) {
    if [.page, .ground, .line].contains(colour) { return }
    for (shade, value) in [("light", colour.light), ("dark", colour.dark)] {
      for ground in [Colour.page, .ground] {
        let contrast = Self.contrast(value, shade == "light" ? ground.light : ground.dark)
        #expect(contrast >= 4.5, "\(shade) on \(ground): \(contrast)")
      }
    }
  }

  @Test("signs differ in name and in shape, not in colour only")
  func distinct() {
    #expect(Set(Sign.allCases.map(\.name)).count == Sign.allCases.count)
    #expect(Set(Sign.allCases.map(\.icon)).count == Sign.allCases.count)
    let definitions = Icon.definitions()
    let shapes = definitions.matches(of: #/ d="([^"]+)"/#).map { String($0.1) }
    #expect(Set(shapes).count == Icon.allCases.count)
    for icon in Icon.allCases { #expect(definitions.contains("<symbol id=\"\(icon.rawValue)\" ")) }
  }

  @Test("every kind of event has a sign and a sentence of its own", arguments: EventKind.allCases)
  func sentences(kind: EventKind) throws {
    let event = #"{"seq":1,"time":0,"kind":"\#(kind.rawValue)","app":"a","prompt":"p1","state":"inactive"}"#
    let (sign, text) = try withJSON(Array(event.utf8)) {
      (Sign(event: $0), EventSentence.text($0, sensor: .faceID))
    }
    #expect(sign != nil)
    #expect(text.first?.isUppercase == true || text.hasPrefix("a "), "\(text)")
    #expect(!text.contains(kind.rawValue))
  }

  @Test("every state of an app has its sign", arguments: AppState.allCases)
  func appStates(state: AppState) { #expect(Sign(state).rawValue == state.rawValue) }

  @Test("an end tells who ended the prompt")
  func ends() throws {
    for (error, sign) in [
      ("userCancel", Sign.endedByPerson), ("userFallback", .endedByPerson), ("systemCancel", .endedBySystem),
      ("appCancel", .endedBySystem),
    ] {
      let event = #"{"kind":"promptDismissed","outcome":"ended","error":"\#(error)"}"#
      #expect(try withJSON(Array(event.utf8)) { Sign(event: $0) } == sign)
    }
  }

  @Test("a prompt is drawn with its title, reason and buttons, whatever text they are")
  func picture() throws {
    let prompt = #"""
      {"prompt":"p1","app":"<i>","pane":"biometry","reason":"\u202e&\n","buttons":["fallback","cancel"],
      "scanning":true,"fallbackTitle":"\"PIN\""}
      """#
    let picture = try withJSON(Array(prompt.utf8)) { PromptPicture($0) }
    let html = PhonePicture(sensor: .touchID, prompt: picture, gesture: .tapped("cancel")).html()
    for part in [
      "&lt;i&gt;", #"<p class="title">Touch ID</p>"#, #"<p class="reason">\u{202e}&amp;\n</p>"#,
      #"<span class="button">&quot;PIN&quot;</span>"#, #"<span class="button pressed">Cancel</span>"#,
    ] {
      #expect(html.contains(part), "\(part)")
    }
  }

  /// What the pages of DocC call the colours.
  private static let namesOfDocC: [Colour: [String]] = [
    .page: ["fill", "documentation-intro-fill"], .ground: ["fill-secondary", "fill-tertiary"],
    .line: ["grid", "fill-gray-quaternary"],
    .text: ["text", "figure-gray", "header-text", "documentation-intro-title"],
    .faint: [
      "figure-gray-secondary", "figure-gray-secondary-alt", "figure-gray-tertiary", "secondary-label",
      "documentation-intro-figure", "documentation-intro-eyebrow",
    ], .focus: ["focus-color", "focus-border-color"], .good: ["figure-green"], .bad: ["figure-red"],
    .warning: ["figure-orange"], .info: ["link", "figure-blue", "nav-link-color"],
  ]

  @Test("the theme of the articles has the colours of the look; DEVICESIM_RECORD=1 writes it")
  func articles() throws {
    let colours = Self.namesOfDocC.flatMap { colour, names in
      names.map {
        ($0, "{ \"light\": \"\(Colour.hex(colour.light))\", \"dark\": \"\(Colour.hex(colour.dark))\" }")
      }
    }
    let lines = colours.sorted { $0.0 < $1.0 }.map { "      \"\($0.0)\": \($0.1)" }
    let theme = "{\n  \"theme\": {\n    \"color\": {\n\(lines.joined(separator: ",\n"))\n    }\n  }\n}\n"
    let file = URL(filePath: #filePath).appending(path: "../../../../Scripts/docs-theme.json")
      .standardizedFileURL
    if ProcessInfo.processInfo.environment["DEVICESIM_RECORD"] == "1" {
      try theme.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == theme)
  }
}
