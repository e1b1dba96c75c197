/// A story about one device, read from a file.
package struct Scenario: Sendable {
  /// The file as it was named.
  package var file: String
  /// What the file calls itself.
  package var title: String?
  /// The members of `createDevice` that the header gives, besides the device's name.
  var creation: DeviceHeader
  package var steps: [ScenarioStep]

  /// What a report calls it.
  package var name: String { title ?? file }
}

/// How the device of a scenario is to begin.
struct DeviceHeader: Sendable {
  /// The clock as JSON; a manual one unless the header says otherwise.
  var clock = Array(#""manual""#.utf8)
  /// Fields of the state, a JSON object.
  var state = Array("{}".utf8)
}

/// One line of a scenario.
package struct ScenarioStep: Sendable {
  package var line: Int
  /// The line as it stands in the file.
  package var text: String
  package var action: Action

  /// What a line does.
  package enum Action: Sendable {
    /// Calls a method and looks at how it ends.
    case call(ScenarioCall, Expectation)
    /// Begins a call that ends later, under a name.
    case begin(ScenarioCall, name: String)
    /// Looks at how a call ended, or waits until it does.
    case end(name: String, Expectation)
    /// Looks at the device's state and at the totals of the scenario.
    case state([WantedValue], totals: [WantedTotal], device: String?)
    /// Looks for an event among those that no earlier line has passed.
    case event(kind: String, [WantedValue], isWanted: Bool)
    /// Lets time pass on the device.
    case wait(seconds: Double)
    /// Does the steps several times.
    indirect case several(Int, [ScenarioStep])
  }
}

/// A method with its parameters, and where it goes.
package struct ScenarioCall: Sendable {
  var method: String
  /// A JSON object.
  var parameters: [UInt8]
  /// The fields of the state that are to be printed bare.
  var shownFields: [String]
  /// The app that calls; `nil` for what the person at the device does.
  var app: String?
  /// The device, where it is another than the scenario's own.
  var device: String?
}

/// What is counted over a whole scenario.
package enum WantedTotal: Equatable, Sendable {
  case promptsShown(Int)
  /// The reasons that prompts showed, in order.
  case reasonsShown([String])
  /// The armed answers that no prompt took.
  case unusedAnswers(Int)

  static let names = ["promptsShown", "reasonsShown", "unusedAnswers"]
}
