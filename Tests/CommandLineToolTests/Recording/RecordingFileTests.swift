import Presentation
import Recording
import Testing

@Suite("Recording files")
struct RecordingFileTests {
  @Test("a whole recording is accepted")
  func whole() throws { _ = try recording(sampleRecording) }

  @Test("a recording that ends early is refused, with the last line there is")
  func truncated() {
    for count in 1..<sampleRecording.count {
      #expect(throws: ToolError.usage("F:\(count): truncated: the end is missing after this line")) {
        try recording(Array(sampleRecording[..<count]))
      }
      #expect(throws: ToolError.usage("F:\(count): truncated: the line ends in the middle")) {
        try recording(Array(sampleRecording[..<count]), isEnded: false)
      }
    }
    #expect(throws: ToolError.usage("F:1: truncated: the file is empty")) { try RecordingFile([], path: "F") }
  }

  @Test(
    "a damaged line is named",
    arguments: [
      (0, "{}", "F:1: not a recording of devicesim; 'devicesim record FILE -- COMMAND' makes one"),
      (
        0, #"{"format":"devicesim recording","version":2}"#,
        "F:1: the format has version 2, and this devicesim knows 1"
      ),
      (
        0, #"{"format":"devicesim recording","version":1}"#,
        "F:1: damaged: clock, settings or state is missing"
      ),
      (2, "[]", "F:3: damaged: no line of a recording"),
      (3, #"{"time":-1,"connection":1,"request":{}}"#, "F:4: damaged: no line of a recording"),
      (3, #"{"time":0,"connection":1}"#, "F:4: damaged: no line of a recording"),
      (4, #"{"time":0,"end":true}"#, "F:6: damaged: something follows the end"),
    ])
  func damaged(_ index: Int, _ line: String, _ message: String) {
    var lines = sampleRecording
    lines[index] = line
    #expect(throws: ToolError.usage(message)) { try recording(lines) }
  }

  @Test("a line that is no JSON is named with the byte")
  func syntax() {
    var lines = sampleRecording
    lines[5] = #"{"event":"#
    let error = #expect(throws: ToolError.self) { try recording(lines) }
    #expect(error?.message.hasPrefix("F:6: damaged: ") == true)
    #expect(error?.status == .usage)
  }
}
