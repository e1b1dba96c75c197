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
