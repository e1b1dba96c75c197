import Schema

/// A response that waits for a coming prompt.
package struct ArmedResponse: Equatable, Sendable {
  package var response: PromptResponse
  /// How long after the prompt could take it, on the device's clock.
  package var delay: Nanoseconds

  package init(_ response: PromptResponse, after delay: Nanoseconds = .zero) {
    self.response = response
    self.delay = delay
  }
}

/// The time that runs for the first armed response, from when a prompt could take it.
struct ArmedTimer: Equatable, Sendable {
  /// Another prompt starts the time anew.
  var prompt: PromptID
  var due: Nanoseconds
}

extension Coding where Value == ArmedResponse {
  /// A response and its delay, as an archive keeps them.
  static let armed = Coding<ArmedMembers>.object.map { members in
    members.response.value.map { ArmedResponse($0, after: members.delay) }
  } _: {
    ArmedMembers(response: ResponseMembers($0.response), delay: $0.delay)
  }
}

private struct ArmedMembers: Described {
  var response = ResponseMembers()
  var delay = Nanoseconds.zero

  static let record = Record<Self>(
    ResponseMembers.record.at(\.response) + [Member("after", \.delay, .nanoseconds, "how long it waits")])
}

extension ArmedTimer: Described {
  init() { self.init(prompt: PromptID(0), due: .zero) }

  static let record = Record<ArmedTimer>([
    Member("prompt", \.prompt, .number, "the prompt on screen").required(),
    Member("due", \.due, .nanoseconds, "when the response is given").required(),
  ])
}

/// Responses armed ahead of time: coming prompts consume them, one by one.
extension Device {
  /// - Returns: How many wait now, for a prompt or for their time.
  mutating func arm(_ responses: [ArmedResponse]) throws(Failure) -> Int {
    for armed in responses {
      if case .scan(let scan) = armed.response { try checkModality(scan) }
    }
    guard armed.count + responses.count <= limits.armedResponses else {
      throw .limitExceeded(
        "\(armed.count) responses are armed and \(responses.count) more would be too many; disarm, or arm fewer",
        limit: limits.armedResponses)
    }
    armed += responses
    return armed.count
  }

  mutating func disarm() -> [ArmedResponse] {
    defer {
      armed = []
      armedTimer = nil
    }
    return armed
  }

  /// Lets the prompt on screen have what is armed, as long as it takes it.
  mutating func useArmedResponses(_ effects: inout [Effect]) {
    while let next = armed.first {
      // One by one: a scan on its way has its verdict before the next response comes.
      guard let prompt, prompt.scan == nil, takes(next.response, prompt) else {
        armedTimer = nil
        return
      }
      let timer =
        armedTimer.flatMap { $0.prompt == prompt.id ? $0 : nil }
        ?? ArmedTimer(prompt: prompt.id, due: clock.now + next.delay)
      armedTimer = timer
      if timer.due > clock.now { return }
      do throws(Failure) {
        _ = try respond(next.response, &effects)
      } catch .notDelivered {
        // The sensor rejected a genuine scan that only a match could have been: it waits on.
        armedTimer = nil
        return
      } catch {
        // A passcode refused in a back-off is used up, as a typed one is.
      }
      armed.removeFirst()
      armedTimer = nil
    }
  }
}
