import Platform

extension Tool {
  /// Makes a page of a recording.
  func report() throws(ToolError) -> ExitStatus {
    let plan = try ReportPlan(invocation)
    let recording = try RecordingFile(path: plan.path)
    let name = plan.path == "-" ? "Recorded session" : Path.name(of: plan.path)
    let page = Array(ReportPage(recording, name: name).html.utf8)
    guard let output = plan.output else {
      try Output.bytes(page)
      return .done
    }
    do {
      try FileSystem.write(page, to: output, mode: 0o644)
    } catch {
      throw .usage(error.description)
    }
    return .done
  }
}

/// What `report` was told: which recording, and where the page goes.
struct ReportPlan: Equatable {
  let path: String
  /// `nil`: standard output.
  let output: String?

  init(_ invocation: Invocation) throws(ToolError) {
    var words = invocation.words[...]
    var path: String?
    var output: String?
    while let word = words.popFirst() {
      if case .option(let option) = word {
        guard option == "-o" else { throw .unknownOption(option) }
        guard let file = words.popFirst(), output == nil else {
          throw .usage("-o needs one file: devicesim report FILE -o OUT.html")
        }
        output = file.text
      } else if path == nil {
        path = word.text
      } else {
        throw .usage("report takes one recording; '\(word.text)' is too many")
      }
    }
    guard let path else { throw .usage("report needs a recording: devicesim report FILE [-o OUT.html]") }
    self.path = path
    self.output = output
  }
}
