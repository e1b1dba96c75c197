import Dispatch
import SimulatedLocalAuthentication
import Synchronization

/// The steps that a test takes on a device; notices when it stops at one that failed.
///
/// A test that does not catch the error of a step is over, but cannot end while a call that it started with
/// `async let` waits for its prompt.
final class Steps: Sendable {
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "devicesim.steps")

  /// How long a test may do something else after a failed step.
  private static let patience = DispatchTimeInterval.seconds(1)

  private struct State {
    var begun = 0
    var running = 0
    var stop: DeviceSimulatorError?
  }

  /// The error of the step that the test stopped at, once that is known.
  var stop: DeviceSimulatorError? { state.withLock { $0.stop } }

  func begin() {
    state.withLock {
      $0.begun += 1
      $0.running += 1
    }
  }

  func end() { state.withLock { $0.running -= 1 } }

  /// Asks `isStuck` every second, until the test has handled the error or takes another step. If it is, the test
  /// has stopped, and `giveUp` is called.
  ///
  /// - Parameter step: what the error holds.
  func watch(
    _ step: FailedStep, _ error: DeviceSimulatorError, isStuck: @escaping @Sendable () -> Bool,
    giveUp: @escaping @Sendable () -> Void
  ) {
    let begun = state.withLock { $0.begun }
    check(step, error, begun, isStuck, giveUp)
  }

  private func check(
    _ step: FailedStep, _ error: DeviceSimulatorError, _ begun: Int,
    _ isStuck: @escaping @Sendable () -> Bool, _ giveUp: @escaping @Sendable () -> Void
  ) {
    queue.asyncAfter(deadline: .now() + Self.patience) { [weak self, weak step] in
      // Without the step, somebody has handled its error.
      guard let self, let step else { return }
      let mayStop = isStuck()
      let hasStopped = state.withLock { state -> Bool? in
        if state.begun != begun || state.stop != nil { return nil }
        guard state.running == 0, mayStop else { return false }
        state.stop = error
        return true
      }
      switch hasStopped {
      case true?: giveUp()
      case false?: check(step, error, begun, isStuck, giveUp)
      case nil: return
      }
    }
  }
}
