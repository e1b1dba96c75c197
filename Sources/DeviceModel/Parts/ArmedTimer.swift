/// The time that runs for the first armed response, from when a prompt could take it.
struct ArmedTimer: Equatable, Sendable {
  /// Another prompt starts the time anew.
  let prompt: PromptID
  let due: Nanoseconds
}
