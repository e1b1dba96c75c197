import Schema

/// A response that waits for a coming prompt.
package struct ArmedResponse: Equatable, Sendable {
  package var response: PromptResponse
  /// How long after the prompt could take it, on the device's clock.
  package var delay: Nanoseconds
  /// Whether it serves every prompt that takes it, until it is disarmed.
  package var isStanding: Bool
  /// How often a standing one has served.
  package fileprivate(set) var used = 0

  package init(_ response: PromptResponse, after delay: Nanoseconds = .zero, isStanding: Bool = false) {
    self.response = response
    self.delay = delay
    self.isStanding = isStanding
  }
}

/// The time that runs for an armed response, from when a prompt could take it.
struct ArmedTimer: Equatable, Sendable {
  /// Another prompt starts the time anew.
  var prompt: PromptID
  /// For which standing response; `nil`: for the first of the queue.
  var standing: Int?
  var due: Nanoseconds
}

extension Coding where Value == ArmedResponse {
  /// A response and its delay, as an archive keeps them.
  static let armed = Coding<ArmedMembers>.object.map { members in
    members.response.value.map {
      var armed = ArmedResponse($0, after: members.delay, isStanding: members.isStanding)
      armed.used = members.used
      return armed
    }
  } _: {
    ArmedMembers(
      response: ResponseMembers($0.response), delay: $0.delay, isStanding: $0.isStanding, used: $0.used)
  }
}

private struct ArmedMembers: Described {
  var response = ResponseMembers()
  var delay = Nanoseconds.zero
  var isStanding = false
  var used = 0

  static let record = Record<Self>(
    ResponseMembers.record.at(\.response) + [
      Member("after", \.delay, .nanoseconds, "how long it waits"),
      Member("standing", \.isStanding, .boolean, "whether it serves every prompt").omitted { !$0.isStanding },
      Member("used", \.used, .counted, "how often it has served").omitted { $0.used == 0 },
    ])
}

extension ArmedTimer: Described {
  init() { self.init(prompt: PromptID(0), due: .zero) }

  static let record = Record<ArmedTimer>([
    Member("prompt", \.prompt, .number, "the prompt on screen").required(),
    Member("standing", \.standing, optional: .counted, "which standing response it is for"),
    Member("due", \.due, .nanoseconds, "when the response is given").required(),
  ])
}

/// Responses armed ahead of time: coming prompts consume those in the queue, one by one, and standing ones serve
/// what the queue does not.
extension Device {
  /// - Returns: How many are armed now.
  mutating func arm(_ responses: [ArmedResponse]) throws(Failure) -> Int {
    for armed in responses {
      if case .scan(let scan) = armed.response { try checkModality(scan) }
    }
    let count = armed.count + standing.count
    guard count + responses.count <= limits.armedResponses else {
      throw .limitExceeded(
        "\(count) responses are armed and \(responses.count) more would be too many; disarm, or arm fewer",
        limit: limits.armedResponses)
    }
    let standingCount = standing.count + responses.count(where: \.isStanding)
    guard standingCount <= max(limits.standingResponses, standing.count) else {
      throw .limitExceeded(
        "\(standing.count) responses stand and \(standingCount - standing.count) more would be too many; disarm, or "
          + "arm them for one prompt each", limit: limits.standingResponses)
    }
    for response in responses {
      if response.isStanding { standing.append(response) } else { armed.append(response) }
    }
    return count + responses.count
  }

  /// - Returns: Those that no prompt took, the queue first.
  mutating func disarm() -> [ArmedResponse] {
    defer {
      armed = Line()
      standing = []
      armedTimer = nil
      prompt?.standingGiven = []
    }
    return armed.all + standing.filter { $0.used == 0 }
  }

  /// An armed response by its place.
  private enum Place: Hashable {
    case queue
    case standing(Int)

    /// As a timer has it.
    var standing: Int? { if case .standing(let index) = self { index } else { nil } }
  }

  /// What the prompt takes next: the first of the queue, else the first standing response that it has not had at
  /// this step, so that no prompt is answered for ever.
  private func nextArmed(for prompt: Prompt, without rejected: Set<Place>) -> (Place, ArmedResponse)? {
    if let next = armed.first, !rejected.contains(.queue), takes(next.response, prompt) {
      return (.queue, next)
    }
    for (index, response) in standing.enumerated()
    where !prompt.standingGiven.contains(index) && !rejected.contains(.standing(index))
      && takes(response.response, prompt)
    {
      return (.standing(index), response)
    }
    return nil
  }

  /// Lets the prompt on screen have what is armed, as long as it takes it.
  mutating func useArmedResponses(_ effects: inout [Effect]) {
    if armed.isEmpty, standing.isEmpty { return }
    var rejected: Set<Place> = []
    while true {
      // One by one: a scan on its way has its verdict before the next response comes.
      guard let prompt, prompt.scan == nil, let (place, next) = nextArmed(for: prompt, without: rejected)
      else {
        armedTimer = nil
        return
      }
      let timer =
        armedTimer.flatMap { $0.prompt == prompt.id && $0.standing == place.standing ? $0 : nil }
        ?? ArmedTimer(prompt: prompt.id, standing: place.standing, due: clock.now + next.delay)
      armedTimer = timer
      if timer.due > clock.now { return }
      armedTimer = nil
      give(next, at: place, &rejected, &effects)
    }
  }

  private mutating func give(
    _ response: ArmedResponse, at place: Place, _ rejected: inout Set<Place>, _ effects: inout [Effect]
  ) {
    let given = prompt?.standingGiven ?? []
    // Before it is given: the prompt may go on to its next step, where it may be given again.
    if case .standing(let index) = place { prompt?.standingGiven.append(index) }
    do throws(Failure) {
      _ = try respond(response.response, &effects)
    } catch .notDelivered {
      // The sensor rejected a genuine scan that only a match could have been: it waits on.
      prompt?.standingGiven = given
      rejected.insert(place)
      return
    } catch {
      // A passcode refused in a back-off is used up, as a typed one is.
    }
    rejected = []
    switch place {
    case .queue: armed.removeFirst()
    case .standing(let index): standing[index].used = standing[index].used.next()
    }
  }
}
