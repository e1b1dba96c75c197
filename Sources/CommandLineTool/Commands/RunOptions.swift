import Platform
import Presentation

/// The files and options of `run`.
struct RunOptions {
  private(set) var files: [String] = []
  private(set) var isTAP = false
  private(set) var junit: String?
  private(set) var jobs = 1
  /// How many seconds a call may take.
  private(set) var patience = 5.0

  /// The name that stands for standard input.
  static let standardInput = "-"

  private static let options = ["--tap", "--junit", "--jobs", "--timeout"]

  init(_ invocation: Invocation) throws(ToolError) {
    var words = invocation.words[...]
    while let word = words.popFirst() {
      guard case .option(let text) = word else {
        files.append(word.text)
        continue
      }
      let name = String(text.prefix { $0 != "=" })
      let attached = text == name ? nil : String(text.dropFirst(name.count + 1))
      guard Self.options.contains(name) else {
        throw .unknownOption(name, of: "run", among: Self.options)
      }
      if name == "--tap" {
        guard attached == nil else { throw .usage("--tap takes no value") }
        isTAP = true
        continue
      }
      guard let value = attached ?? words.popFirst()?.text, !value.isEmpty else {
        throw .usage("\(name) needs a value")
      }
      try set(name, to: value)
    }
    guard !files.isEmpty else {
      throw .usage("run needs scenarios: devicesim run FILE …, or '-' for steps on standard input")
    }
    guard files.filter({ $0 == Self.standardInput }).count < 2 else {
      throw .usage("standard input can be read once only")
    }
    guard invocation.options.device == nil || files.count == 1 else {
      throw .usage("--device takes one scenario only")
    }
  }

  private mutating func set(_ name: String, to value: String) throws(ToolError) {
    switch name {
    case "--junit": junit = value
    case "--jobs":
      guard let number = Int(value), 1...256 ~= number else {
        throw .usage("--jobs must be a number from 1 to 256, not '\(value)'")
      }
      jobs = number
    default:
      guard let seconds = TimeText.seconds(from: value), seconds > 0 else {
        throw .usage("--timeout must be a number of seconds over 0, not '\(value)'")
      }
      patience = seconds
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
