import Presentation
import WireProtocol

/// A story about one device, read from a file.
package struct Scenario: Sendable {
  /// The name of the file.
  package var file: String
  /// The title in the file.
  package var title: String?
  /// The words by which `--only` chooses it.
  package var tags: [String] = []
  /// How its device begins.
  var device = DeviceHeader()
  package var steps: [ScenarioStep] = []

  /// Its name in reports.
  package var name: String { title ?? file }
}

/// How the device of a scenario begins.
struct DeviceHeader: Sendable {
  /// Where it stands; `nil` for a file without it.
  let place: ScenarioPlace?
  /// The line's text.
  let text: String
  /// The clock is manual unless the header gives another.
  let settings: DeviceSettings

  /// A header; by default the one of a file without it.
  init(
    at place: ScenarioPlace? = nil, text: String = "the device", settings: DeviceSettings = DeviceSettings()
  ) {
    var settings = settings
    if settings.clock == nil { settings.clock = Array(#""manual""#.utf8) }
    self.place = place
    self.text = text
    self.settings = settings
  }
}

/// A line of a scenario, or of a file that it includes.
struct ScenarioPlace: Equatable, Sendable {
  var file: String
  var line: Int

  /// How a message at another place names it.
  func seen(from other: ScenarioPlace) -> String {
    file == other.file ? "line \(line)" : "\(PlainText.oneLine(file)):\(line)"
  }
}

/// One line of a scenario.
package struct ScenarioStep: Sendable {
  var place: ScenarioPlace
  /// The line in the file.
  package var text: String
  package var action: Action

  /// What a step does.
  package enum Action: Sendable {
    /// Calls a method and checks the outcome.
    case call(ScenarioCall, Expectation)
    /// The same; the result gets a name for later steps.
    case capture(ScenarioCall, Expectation, name: String)
    /// A step with captured values in it.
    indirect case filled(FilledStep)
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
    /// The same action several times.
    indirect case times(Int, Action)
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

  /// The field of the state, if it asks for one only.
  var onlyField: String? { shownFields.count == 1 ? shownFields[0] : nil }
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
