/// Responses armed ahead of time: coming prompts consume them, one by one.
extension Device {
  /// - Returns: How many wait now, for a prompt or for their time.
  mutating func arm(_ responses: [ArmedResponse]) throws(Failure) -> Int {
    for armed in responses {
      if case .scan(let scan) = armed.response { try checkModality(scan) }
    }
    armed += responses
    return armed.count
  }

  mutating func disarm() -> [ArmedResponse] {
    defer {
      armed = []
      armedDue = nil
    }
    return armed
  }

  /// Lets the prompt on screen have what is armed, as long as it takes it.
  mutating func useArmedResponses(_ effects: inout [Effect]) {
    while let next = armed.first {
      guard let prompt, takes(next.response, prompt) else {
        armedDue = nil
        return
      }
      let due = armedDue ?? clock.now + next.delay
      if due > clock.now {
        armedDue = due
        return
      }
      armed.removeFirst()
      armedDue = nil
      // A passcode refused in a back-off is used up, as a typed one is.
      _ = try? respond(next.response, &effects)
    }
  }
}
