import JSON
import LiveView
import Presentation
import Recording
import TestSupport
import Testing
import WireProtocol

/// What a daemon answers and what a recording says may have any number.
@Suite("Numbers from a daemon or a recording")
struct ExtremeNumberTests {
  /// Every number of a value in turn, replaced by each extreme one.
  private func forEachExtreme(of text: String, _ body: (JSONTree) throws -> Void) throws {
    let tree = try JSONTree(parsing: text)
    for index in 0..<tree.numberCount {
      for number in JSONTree.extremeNumbers {
        var changed = tree
        changed.replaceNumber(index, with: number)
        try body(changed)
      }
    }
  }

  @Test("the live view shows a state with any number")
  func liveView() throws {
    guard let method = MethodTable.find("getState") else { return }
    try forEachExtreme(of: method.example.result) { state in
      var screen = LiveScreen(device: "default")
      try withJSON(state.bytes) { screen.show(state: $0) }
      #expect(screen.lines(columns: 80, rows: 24).count == 24)
    }
  }

  @Test("a report is made of a recording with any number")
  func reports() throws {
    for (index, line) in sampleRecording.enumerated() {
      try forEachExtreme(of: line) { changed in
        var lines = sampleRecording
        lines[index] = String(decoding: changed.bytes, as: UTF8.self)
        // A number that no recording has is an error with the place.
        guard let recording = try? recording(lines) else { return }
        #expect(ReportPage(recording, name: "session").html.contains("</svg>"))
      }
    }
  }

  @Test("an event is shown with any time, also before its clock's beginning")
  func events() throws {
    try forEachExtreme(of: #"{"seq":1,"time":2.5,"kind":"clockAdvanced","seconds":7200}"#) { event in
      try withJSON(event.bytes) { #expect(EventRendering.line($0).contains("clockAdvanced")) }
    }
    #expect(TimeText.fixed(-0.25) == "-0.250" && TimeText.seconds(nanoseconds: -1_500_000_000) == "-1.5")
    #expect(TimeText.fixed(1e300).hasSuffix(".807") && TimeText.fixed(.nan) == "0.000")
  }

  @Test("events count from any number")
  func sequences() {
    for origin in [Int.min, -1, 0, 1 << 53, .max] {
      var numbers = SequenceNumbers(origin: origin)
      for sequence in [Int.min, -1, 0, 1, 1 << 53, .max] {
        numbers.hide(sequence)
        #expect(numbers.number(of: sequence) >= 0 && numbers.sequence(of: sequence) >= 0)
      }
    }
  }
}
