import Presentation
import Recording

/// A short recording, line by line.
let sampleRecording: [String] = [
  #"{"format":"devicesim recording","version":1,"product":"0.1.0","clock":"manual","settings":{},"#
    + #""state":{"biometryType":"faceID","lockedOut":false,"deviceLocked":false}}"#,
  #"{"time":0,"connection":1,"request":{"id":1,"method":"evaluatePolicy","params":{"reason":"R"}}}"#,
  #"{"event":{"seq":1,"time":0,"kind":"promptShown","prompt":"p1","app":"a","pane":"biometry","#
    + #""reason":"<script>alert('&')</script>"}}"#,
  #"{"time":0,"connection":2,"request":{"id":1,"method":"nonMatch"}}"#,
  #"{"event":{"seq":2,"time":0,"kind":"scan","prompt":"p1","matched":false,"failedAttempts":5}}"#,
  #"{"event":{"seq":3,"time":0,"kind":"lockout","reason":"failedAttempts"}}"#,
  #"{"event":{"seq":4,"time":0,"kind":"promptDismissed","prompt":"p1","outcome":"failed","error":"x"}}"#,
  #"{"time":0,"connection":2,"request":{"id":2,"method":"advanceClock","params":{"seconds":7200}}}"#,
  #"{"event":{"seq":5,"time":7200,"kind":"clockAdvanced","seconds":7200}}"#,
  #"{"time":7200,"end":true,"status":3}"#,
]

/// The recording that these lines make.
func recording(_ lines: [String], isEnded: Bool = true) throws(ToolError) -> RecordingFile {
  try RecordingFile(Array((lines.joined(separator: "\n") + (isEnded ? "\n" : "")).utf8), path: "F")
}
