import Platform
import Presentation

/// The files and options of `run`.
struct RunOptions {
  let files: [String]
  let isTAP: Bool
  let junit: String?
  private(set) var jobs = 1
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
    guard invocation.options.device == nil || files.count == 1 else {
      throw .usage("--device takes one scenario only")
    }
  }

  /// Whether the results of the steps are printed.
  var showsResults: Bool { files == [Self.standardInput] && !isTAP }

  /// Reads every file.
  ///
  /// - Returns: the scenarios, and what is wrong in any of them.
  func scenarios() throws(ToolError) -> (scenarios: [Scenario], complaints: [String]) {
    var scenarios: [Scenario] = []
    var complaints: [String] = []
    for file in files {
      switch Scenario.parse(try Self.text(of: file), file: file) {
      case .success(let scenario): scenarios.append(scenario)
      case .failure(let errors): complaints += errors.lines
      }
    }
    return (scenarios, complaints)
  }

  private static func text(of file: String) throws(ToolError) -> String {
    let bytes: [UInt8]
    do {
      bytes = try file == standardInput ? FileSystem.readToEnd(.standardInput) : FileSystem.read(file)
    } catch {
      throw .usage("cannot read the scenario '\(file)': \(error.reason)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .usage("the scenario '\(file)' is not UTF-8 text")
    }
    return text
  }
}
