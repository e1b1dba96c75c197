import Platform
import Presentation

/// `run --watch`: a run after every change of a file, until a signal ends it, or nobody reads the output.
struct RunWatch {
  /// Reads and runs all scenarios, and tells which files that took.
  let play: (FileWatch) throws(ToolError) -> Void

  /// Runs, waits, and runs again.
  func run() throws(ToolError) -> ExitStatus {
    while true {
      let files = FileWatch()
      // What is wrong is said, and the next change may mend it.
      do throws(ToolError) { try play(files) } catch { Output.complaint(error) }
      let waiting = "waiting for a change of \(PlainText.count(files.count, "file")); Ctrl-C ends"
      guard try Output.line(waiting) else { return .done }
      let changed = try ToolError.wrapping { () throws(SystemError) in
        try files.wait(whileReading: .standardOutput)
      }
      guard !changed.isEmpty else { return .done }
      let names = joined(changed.map(PlainText.oneLine), by: "and")
      guard try Output.line("\nchanged: \(names)") else { return .done }
    }
  }
}
