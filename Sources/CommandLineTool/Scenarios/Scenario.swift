package import Presentation
import WireProtocol

/// A story about one device, read from a file.
package struct Scenario: Sendable {
  /// The name of the file.
  package var file: String
  /// The title in the file.
  package var title: String?
  /// How its device begins.
  var device = DeviceHeader()
  package var steps: [ScenarioStep] = []

  /// Its name in reports.
  package var name: String { title ?? file }
}

/// How the device of a scenario begins.
struct DeviceHeader: Sendable {
  /// The line in the file.
  let line: Int
  /// The line's text.
  let text: String
  /// The clock is manual unless the header gives another.
  let settings: DeviceSettings

  /// A header; by default the one of a file without it.
  init(line: Int = 1, text: String = "the device", settings: DeviceSettings = DeviceSettings()) {
    var settings = settings
    if settings.clock == nil { settings.clock = Array(#""manual""#.utf8) }
    self.line = line
    self.text = text
    self.settings = settings
  }
}

/// One line of a scenario.
package struct ScenarioStep: Sendable {
  package var line: Int
  /// The line in the file.
  package var text: String
  package var action: Action

  /// What a step does.
  package enum Action: Sendable {
    /// Calls a method and checks the outcome.
    case call(ScenarioCall, Expectation)
    /// Starts a call that ends later, under a name.
    case start(ScenarioCall, name: String)
    /// Waits for the end of a call that was started and checks the outcome.
    case end(name: String, Expectation)
    /// Checks the state of a device and the totals of the scenario.
    case state([WantedValue], totals: [WantedTotal], device: String?)
    /// Looks for an event behind the one that an earlier line found.
    case event(kind: String, [WantedValue], isWanted: Bool)
    /// Advances the device's clock.
    case wait(seconds: Double)
    /// Repeats steps.
    indirect case several(Int, [ScenarioStep])
  }
}

/// A method with its parameters, and who calls it.
package struct ScenarioCall: Sendable {
  var method: Method
  /// A JSON object.
  var parameters: [UInt8]
  /// The fields of the state to print bare.
  var shownFields: [String]
  /// What the daemon may wait for before it answers.
  var waiting: MethodRequest.Waiting
  /// The app that calls; `nil` for the person at the device.
  var app: String?
  /// The device, if it is not the scenario's own.
  var device: String?
}

/// A total over the whole scenario.
package enum WantedTotal: Equatable, Sendable {
  case promptsShown(Int)
  /// The reasons that prompts showed, in order.
  case reasonsShown([String])
  /// The armed responses that no prompt took.
  case unusedAnswers(Int)

  static let names = ["promptsShown", "reasonsShown", "unusedAnswers"]
}

/// A word of a scenario.
package struct ScenarioWord: Equatable, Sendable {
  package var text: String
  /// Whether a part of it was in quotes; then it is a value.
  package var isQuoted: Bool

  /// Whether it is this sign or keyword of the grammar.
  func `is`(_ sign: String) -> Bool { !isQuoted && text == sign }
}

extension ScenarioWord {
  /// Splits a line as a shell does: blanks between words, single and double quotes, and a comment from a `#`
  /// that begins a word.
  ///
  /// - Throws: `ToolError` for a quote that does not end on its line.
  package static func split(_ line: String) throws(ToolError) -> [ScenarioWord] {
    var words: [ScenarioWord] = []
    var word: ScenarioWord?
    var quote: Unicode.Scalar?
    var scalars = line.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if let open = quote {
        if scalar == open {
          quote = nil
        } else if scalar == "\\", open == "\"", let next = scalars.first, next == "\"" || next == "\\" {
          word?.text.unicodeScalars.append(next)
          scalars.removeFirst()
        } else {
          word?.text.unicodeScalars.append(scalar)
        }
        continue
      }
      switch scalar {
      case " ", "\t":
        if let word { words.append(word) }
        word = nil
      case "#" where word == nil:
        return words
      case "\"", "'":
        quote = scalar
        word = ScenarioWord(text: word?.text ?? "", isQuoted: true)
      default:
        if word == nil { word = ScenarioWord(text: "", isQuoted: false) }
        word?.text.unicodeScalars.append(scalar)
      }
    }
    if let quote { throw .usage("the quote \(quote) does not end on its line") }
    return word.map { words + [$0] } ?? words
  }
}
