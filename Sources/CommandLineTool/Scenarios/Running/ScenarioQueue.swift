import Platform
import Synchronization

/// Scenarios and the threads that work through them.
final class ScenarioQueue: Sendable {
  private struct State {
    var next = 0
    var outcomes: [ScenarioOutcome?]
    var finished = 0
  }

  private let scenarios: [Scenario]
  private let state: Mutex<State>
  private let run: @Sendable (Scenario, _ number: Int) -> ScenarioOutcome
  private let progress: @Sendable (_ finished: Int, ScenarioOutcome) -> Void

  init(
    _ scenarios: [Scenario], run: @escaping @Sendable (Scenario, Int) -> ScenarioOutcome,
    progress: @escaping @Sendable (Int, ScenarioOutcome) -> Void
  ) {
    self.scenarios = scenarios
    self.run = run
    self.progress = progress
    state = Mutex(State(outcomes: Array(repeating: nil, count: scenarios.count)))
  }

  /// Runs all, so many at the same time, and returns how each went, in the order of the files.
  func work(jobs: Int) throws(SystemError) -> [ScenarioOutcome] {
    var threads: [WorkerThread] = []
    for _ in 1..<max(1, min(jobs, scenarios.count)) {
      threads.append(try WorkerThread { self.workOff() })
    }
    workOff()
    for thread in threads { thread.join() }
    return state.withLock { $0.outcomes.compactMap { $0 } }
  }

  private func workOff() {
    while true {
      let number = state.withLock { state in
        defer { state.next += 1 }
        return state.next
      }
      guard number < scenarios.count else { return }
      let outcome = run(scenarios[number], number)
      let finished = state.withLock { state in
        state.outcomes[number] = outcome
        state.finished += 1
        return state.finished
      }
      progress(finished, outcome)
    }
  }
}
