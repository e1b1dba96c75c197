import Platform
import Presentation

/// The files and options of `run`.
struct RunOptions {
  let files: [String]
  let isTAP: Bool
  let junit: String?
  private(set) var jobs = 1
  /// Whether they run again when a file changes.
  let isWatching: Bool
  /// The tag that the scenarios must have.
  let tag: String?
  /// How many seconds a call may take.
  let patience: Double

  /// The name that stands for standard input.
  static let standardInput = "-"

  /// Reads the words of `run`.
  init(_ invocation: Invocation) throws(ToolError) {
    let words = try CommandWords(invocation, of: .run)
    files = words.values
    isTAP = words["--tap"] != nil
    junit = words["--junit"]
    isWatching = words["--watch"] != nil
    tag = try words["--only"].map { tag throws(ToolError) in try ScenarioTags.checked(tag) }
    patience = invocation.options.timeout ?? 5
    if let text = words["--jobs"] {
      guard let number = Int(text), 1...256 ~= number else {
        throw .usage("--jobs must be a number from 1 to 256, not '\(text)'")
      }
      jobs = number
    }
    guard !files.isEmpty else {
      throw .usage("run needs scenarios: devicesim run FILE …, or '-' for steps on standard input")
    }
    guard files.count(where: { $0 == Self.standardInput }) < 2 else {
      throw .usage("standard input can be read once only")
    }
    guard !isWatching || !files.contains(Self.standardInput) else {
      throw .usage("--watch needs files; standard input cannot change")
    }
    guard !isWatching || !isTAP else {
      throw .usage("--tap reports one run and --watch makes many; give one of them")
    }
    guard invocation.options.device == nil || files.count == 1 else {
      throw .usage("--device takes one scenario only")
    }
  }

  /// Whether the results of the steps are printed.
  var showsResults: Bool { files == [Self.standardInput] && !isTAP }

  /// Reads every file, and chooses those with the tag.
  ///
  /// - Parameter watch: gets every file that is read, the included ones too.
  /// - Returns: the scenarios, and what is wrong in any of them.
  func scenarios(
    watchedBy watch: FileWatch? = nil
  ) throws(ToolError) -> (scenarios: [Scenario], complaints: [String]) {
    var scenarios: [Scenario] = []
    var complaints: [String] = []
    // First of all, so that a missing one stops none of the others from being watched.
    for file in files { watch?.add(file) }
    for file in files {
      let parsed = Scenario.parse(try Self.text(of: file), file: file) { path throws(ToolError) in
        watch?.add(path)
        return try Scenario.text(of: path)
      }
      switch parsed {
      case .success(let scenario): scenarios.append(scenario)
      // Several may include the same wrong file.
      case .failure(let errors): complaints += errors.lines.filter { !complaints.contains($0) }
      }
    }
    guard let tag, complaints.isEmpty else { return (scenarios, complaints) }
    return (try ScenarioTags.scenarios(scenarios, having: tag, orNone: isTAP), complaints)
  }

  private static func text(of file: String) throws(ToolError) -> String {
    guard file == standardInput else { return try Scenario.text(of: file) }
    let bytes = Result { () throws(SystemError) in try FileSystem.readToEnd(.standardInput) }
    return try Scenario.text(bytes, of: file)
  }
}
