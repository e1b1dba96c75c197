import Client
import Platform

extension Tool {
  /// Runs scenarios and reports how they went.
  func runScenarios() throws(ToolError) -> ExitStatus {
    let plan = try RunPlan(invocation)
    let (scenarios, complaints) = try plan.scenarios()
    guard complaints.isEmpty else {
      // As a compiler reports it: the place comes first.
      for complaint in complaints { Output.complaint(complaint) }
      return .usage
    }
    let report = try plan.junit.map { path throws(ToolError) in try Self.openReport(path) }
    let outcomes: [ScenarioOutcome]
    if try clientIfRunning() != nil {
      outcomes = try run(scenarios, plan, on: location.path)
    } else {
      if invocation.options.socket != nil || invocation.options.device != nil { throw noDaemon }
      let daemon = try PrivateDaemon()
      defer { daemon.stop() }
      try Self.stopAtSignal(daemon)
      outcomes = try run(scenarios, plan, on: daemon.sockets.socket)
    }
    try self.report(outcomes, plan, junit: report)
    return outcomes.contains { $0.failure != nil } ? .refused : .done
  }

  /// Whoever interrupts the run is not to find a daemon's folder left over.
  private static func stopAtSignal(_ daemon: PrivateDaemon) throws(ToolError) {
    do {
      // Before the other threads begin, for they take over what is held back.
      let signals = try SignalSource([Signal.interrupt, Signal.terminate, Signal.hangUp])
      _ = try WorkerThread {
        _ = try? signals.descriptor.wait(for: .readable, until: .never)
        guard let signal = signals.next() else { return }
        daemon.stop()
        CurrentProcess.exitImmediately(128 + signal)
      }
    } catch {
      throw ToolError(.refused, error.description)
    }
  }

  private func run(
    _ scenarios: [Scenario], _ plan: RunPlan, on socket: String
  ) throws(ToolError) -> [ScenarioOutcome] {
    let progress = ProgressLine(total: scenarios.count, isShown: !plan.showsResults)
    let showsResults = plan.showsResults
    let patience = plan.patience
    let queue = ScenarioQueue(scenarios) { scenario, number in
      run(scenario, number, on: socket, patience: patience, showsResults: showsResults)
    } progress: { finished, outcome in
      progress.show(finished, outcome)
    }
    defer { progress.clear() }
    do {
      return try queue.work(jobs: plan.jobs)
    } catch {
      throw ToolError(.refused, error.description)
    }
  }

  private func run(
    _ scenario: Scenario, _ number: Int, on socket: String, patience: Double, showsResults: Bool
  ) -> ScenarioOutcome {
    let start = HostClock.monotonic
    var outcome = ScenarioOutcome(scenario: scenario, steps: 0, seconds: 0, failure: nil)
    let named = invocation.options.device
    let connections: ScenarioConnections
    do {
      connections = try ScenarioConnections(
        self, socket: socket, device: named ?? "run-\(CurrentProcess.id)-\(number + 1)",
        header: named == nil ? scenario.creation : nil)
    } catch {
      outcome.failure = ScenarioFailure(
        file: scenario.file, line: scenario.creation.line, text: scenario.creation.text,
        message: error.message, differences: [])
      return outcome
    }
    var run = ScenarioRun(
      scenario, over: connections, patience: patience, show: showsResults ? Self.show : nil)
    do {
      try run.run()
    } catch {
      outcome.failure = error
    }
    outcome.steps = run.count
    outcome.seconds = Double(HostClock.monotonic - start) / 1e9
    return outcome
  }

  /// Prints the result of a step; a reader that is gone does not keep the steps from being done.
  private static func show(_ result: String) {
    do { try Output.line(result) } catch { return }
  }

  private func report(
    _ outcomes: [ScenarioOutcome], _ plan: RunPlan, junit: FileDescriptor?
  ) throws(ToolError) {
    if let junit {
      defer { junit.close() }
      do {
        try junit.writeAll(ScenarioReport.junit(outcomes))
      } catch {
        throw ToolError(.refused, "cannot write '\(plan.junit ?? "")': \(error.reason)")
      }
    }
    guard plan.isTAP || plan.showsResults else {
      _ = try Output.line(ScenarioReport.lines(outcomes).joined(separator: "\n"))
      return
    }
    if plan.isTAP { try Output.line(ScenarioReport.tap(outcomes).joined(separator: "\n")) }
    // Standard output is for the results, or for the program that reads the protocol and shows little of it.
    for failure in outcomes.compactMap(\.failure) {
      for line in failure.lines { Output.complaint(plan.isTAP ? "# \(line)" : line) }
    }
  }

  /// Opened before anything runs, so that nobody waits for a report that has no place.
  private static func openReport(_ path: String) throws(ToolError) -> FileDescriptor {
    do {
      try FileSystem.write([], to: path, mode: 0o644)
      return try FileSystem.openForAppending(path)
    } catch {
      throw .usage("cannot write '\(path)': \(error.reason)")
    }
  }
}

/// How far a run is, on a terminal only.
struct ProgressLine: Sendable {
  let total: Int
  private let columns: Int?

  init(total: Int, isShown: Bool) {
    self.total = total
    columns = isShown ? Terminal.columns(of: .standardError) : nil
  }

  func show(_ finished: Int, _ outcome: ScenarioOutcome) {
    guard let columns else { return }
    let text = "[\(finished)/\(total)] \(PlainText.oneLine(outcome.scenario.name))"
    write("\r\(text.prefix(max(0, columns - 1)))\u{1B}[K")
  }

  /// Takes the line away.
  func clear() {
    if columns != nil { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    do { try FileDescriptor.standardError.writeAll(text) } catch { return }
  }
}
