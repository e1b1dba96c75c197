/// One method of the wire: the only place where it is described. Dispatch, validation, the command
/// line, its help and completions, and the OpenRPC document all read it.
package struct Method: Sendable {
  package var name: String
  package var group: Group
  /// One sentence.
  package var summary: String
  /// More, with where the rule comes from; may be empty.
  package var details: String
  /// The parameters besides `device`, which every method takes. The command line takes the first
  /// `positionalCount` of them as bare values, in this order.
  package var parameters: [Field]
  package var positionalCount: Int
  package var result: [Field]
  /// The errors of its own, by name; those that any request may meet are not repeated.
  package var errors: [String]
  /// Parameters of an example request, as JSON, and its result.
  package var example: (parameters: String, result: String)
  /// Turns checked parameters into what is asked.
  package var decode: @Sendable (Arguments) throws(WireError) -> Call.Action

  /// The groups of the reference, in its order.
  package enum Group: String, CaseIterable, Sendable {
    case server, devices, enrolment, scans, prompt, ahead, passcode, apps, clock, watching, appSide

    /// Whether the code under test may call it.
    package var isForApps: Bool { self == .appSide }
  }
}
