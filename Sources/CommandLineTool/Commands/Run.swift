import Platform
import Presentation
import Synchronization

extension Tool {
  /// Runs scenarios and reports the outcomes.
  func runScenarios() throws(ToolError) -> ExitStatus {
    let options = try RunOptions(invocation)
    guard options.isWatching else { return try play(options, on: nil) }
    return try withDaemon { socket throws(ToolError) in
      try RunWatch { watch throws(ToolError) in
        _ = try play(options, on: socket, watchedBy: watch)
      }.run()
    }
  }

  /// Reads the scenarios, runs and reports them once.
  ///
  /// - Parameter socket: the daemon's; `nil`: it is looked for, or started, once all files are read.
  private func play(
    _ options: RunOptions, on socket: String?, watchedBy watch: FileWatch? = nil
  ) throws(ToolError) -> ExitStatus {
    let (scenarios, complaints) = try options.scenarios(watchedBy: watch)
    guard complaints.isEmpty else {
      // The place comes first, as compilers print it.
      for complaint in complaints { Output.complaint(complaint) }
      return .usage
    }
    let report = try options.junit.map { path throws(ToolError) in try Self.openReport(path) }
    let outcomes: [ScenarioOutcome]
    if let socket {
      outcomes = try run(scenarios, options, on: socket)
    } else {
      outcomes = try withDaemon { socket throws(ToolError) in try run(scenarios, options, on: socket) }
    }
    try self.report(outcomes, options, junit: report)
    return outcomes.contains { $0.failure != nil } ? .refused : .done
  }

  /// Calls `body` with the socket of the daemon that runs, or of one that is started for it.
  private func withDaemon<R>(_ body: (_ socket: String) throws(ToolError) -> R) throws(ToolError) -> R {
    if try runningDaemon() != nil { return try body(location.path) }
    if invocation.options.socket != nil || invocation.options.device != nil { throw noDaemon }
    let daemon = try PrivateDaemon()
    defer { daemon.stop() }
    try Self.stopAtSignal(daemon)
    return try body(daemon.sockets.socket)
  }

  /// Removes the daemon's folder also when a signal ends the run.
  private static func stopAtSignal(_ daemon: PrivateDaemon) throws(ToolError) {
    try ToolError.wrapping { () throws(SystemError) in
      // Before other threads start, because they inherit which signals are blocked.
      let signals = try SignalSource([Signal.interrupt, Signal.terminate, Signal.hangUp])
      _ = try WorkerThread {
        _ = try? signals.descriptor.wait(for: .readable, until: .never)
        guard let signal = signals.next() else { return }
        daemon.stop()
        CurrentProcess.exitImmediately(128 + signal)
      }
    }
  }

  private func run(
    _ scenarios: [Scenario], _ options: RunOptions, on socket: String
  ) throws(ToolError) -> [ScenarioOutcome] {
    let progress = ProgressLine(total: scenarios.count, of: "scenarios", isShown: !options.showsResults)
    let results = options.showsResults ? ResultLines() : nil
    let patience = options.patience
    let queue = ScenarioQueue(scenarios) { scenario, number in
      run(scenario, number, on: socket, patience: patience, results: results)
    } progress: { finished, outcome in
      progress.show(finished, outcome.scenario.name)
    }
    defer { progress.clear() }
    let outcomes = try ToolError.wrapping { () throws(SystemError) in try queue.work(jobs: options.jobs) }
    if let error = results?.error { throw error }
    return outcomes
  }

  private func run(
    _ scenario: Scenario, _ number: Int, on socket: String, patience: Double, results: ResultLines?
  ) -> ScenarioOutcome {
    let start = HostClock.monotonic
    var outcome = ScenarioOutcome(scenario: scenario, steps: 0, seconds: 0, failure: nil)
    let named = invocation.options.device
    let connections: ScenarioConnections
    do {
      connections = try ScenarioConnections(
        self, socket: socket, device: named ?? "run-\(CurrentProcess.id)-\(number + 1)",
        settings: named == nil ? scenario.device.settings : nil)
    } catch {
      outcome.failure = ScenarioFailure(
        file: scenario.device.place?.file ?? scenario.file, line: scenario.device.place?.line ?? 1,
        text: scenario.device.text, message: error.message)
      return outcome
    }
    var run = ScenarioRun(scenario, over: connections, patience: patience, show: results?.show)
    do {
      try run.run()
    } catch {
      outcome.failure = error
    }
    outcome.steps = run.count
    outcome.seconds = Double(HostClock.monotonic - start) / 1e9
    return outcome
  }

  private func report(
    _ outcomes: [ScenarioOutcome], _ options: RunOptions, junit: FileDescriptor?
  ) throws(ToolError) {
    if let junit {
      defer { junit.close() }
      do {
        try junit.writeAll(ScenarioReport.junit(outcomes))
      } catch {
        throw ToolError(.refused, "cannot write '\(options.junit ?? "")': \(error.reason)")
      }
    }
    guard options.isTAP || options.showsResults else {
      _ = try Output.line(ScenarioReport.lines(outcomes).joined(separator: "\n"))
      return
    }
    if options.isTAP { try Output.line(ScenarioReport.tap(outcomes).joined(separator: "\n")) }
    // Standard output has the results, or the protocol for a program that shows little of it.
    for failure in outcomes.compactMap(\.failure) {
      for line in failure.lines { Output.complaint(options.isTAP ? "# \(line)" : line) }
    }
  }

  /// Opens the report before anything runs, so that a wrong path is found at once.
  private static func openReport(_ path: String) throws(ToolError) -> FileDescriptor {
    do {
      try FileSystem.write([], to: path, mode: 0o644)
      return try FileSystem.openForAppending(path)
    } catch {
      throw .usage("cannot write '\(path)': \(error.reason)")
    }
  }
}

/// The results of steps on standard output. The steps also run when these cannot be written, which is an error in
/// the end.
private final class ResultLines: Sendable {
  private let firstError = Mutex<ToolError?>(nil)

  /// What was wrong first.
  var error: ToolError? { firstError.withLock { $0 } }

  /// Prints the result of a step.
  @Sendable func show(_ result: String) {
    firstError.withLock { firstError in
      if firstError != nil { return }
      do throws(ToolError) { try Output.line(result) } catch { firstError = error }
    }
  }
}

/// Scenarios, and the threads that run them.
private final class ScenarioQueue: Sendable {
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

  /// Runs all scenarios, `jobs` at the same time, and returns the outcomes in the order of the files.
  func work(jobs: Int) throws(SystemError) -> [ScenarioOutcome] {
    var threads: [WorkerThread] = []
    for _ in 1..<max(1, min(jobs, scenarios.count)) {
      threads.append(try WorkerThread { self.runAll() })
    }
    runAll()
    for thread in threads { thread.join() }
    return state.withLock { $0.outcomes.compactMap { $0 } }
  }

  private func runAll() {
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
