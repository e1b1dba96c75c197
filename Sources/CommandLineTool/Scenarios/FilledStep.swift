import Presentation

/// A step whose captured values are known only when it runs. It is read twice: before the run with samples of
/// the values, so that a wrong word is found at once, and at its turn with the values.
package struct FilledStep: Sendable {
  let words: [ScenarioWord]
  let reader: StepReader
  /// What it does with samples.
  let sample: ScenarioStep.Action

  /// Checks the step with samples.
  init(_ words: ArraySlice<ScenarioWord>, by reader: StepReader) throws(ToolError) {
    self.words = Array(words)
    self.reader = reader
    var samples: [String] = []
    var filled: [ScenarioWord] = []
    for word in words {
      filled.append(
        try word.filled { reference throws(ToolError) in
          let type = try CapturedValue.type(of: reference, in: reader.captured)
          let sample = CapturedValue.sample(of: type) ?? ""
          samples.append("\(reference.text) as '\(sample)'")
          return sample
        })
    }
    do {
      sample = try reader.action(filled[...])
    } catch {
      throw .usage("\(error.message) (read with \(joined(samples, by: "and")))")
    }
  }

  /// What it does with the values.
  func action(with values: [String: [UInt8]]) throws(ToolError) -> ScenarioStep.Action {
    var filled: [ScenarioWord] = []
    for word in words {
      filled.append(
        try word.filled { reference throws(ToolError) in try CapturedValue.text(of: reference, in: values) })
    }
    return try reader.action(filled[...])
  }
}
