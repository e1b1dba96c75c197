import Dispatch
import SimulatedLocalAuthentication
import Synchronization

/// The steps that a test takes on a device; notices when it stops.
///
/// A test that does not catch an error is over, but cannot end while a call that it started with `async let` waits
/// for its prompt. If it is the error of a step, somebody still holds it; otherwise the task of that call, at least,
/// is cancelled.
final class Steps: Sendable {
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "devicesim.steps")

  /// How long a test may do something else after a failed step.
  private static let patience = DispatchTimeInterval.seconds(1)

  /// What the test stopped at.
  enum Stop {
    /// A step failed.
    case failed(DeviceSimulatorError)
    /// The task of an app's call was cancelled.
    case cancelled
  }

  private struct State {
    var begun = 0
    var running = 0
    var stop: Stop?
  }

  /// What the test stopped at, once that is known.
  var stop: Stop? { state.withLock { $0.stop } }

  func begin() {
    state.withLock {
      $0.begun += 1
      $0.running += 1
    }
  }

  func end() { state.withLock { $0.running -= 1 } }

  /// Calls `giveUp` if the test takes no other step and `isStuck` holds after a second, or a later one.
  ///
  /// - Parameter isOver: whether the test has gone on in another way.
  func watch(
    _ stop: Stop, isOver: @escaping @Sendable () -> Bool, isStuck: @escaping @Sendable () -> Bool,
    giveUp: @escaping @Sendable () -> Void
  ) {
    check(stop, state.withLock { $0.begun }, isOver, isStuck, giveUp)
  }

  private func check(
    _ stop: Stop, _ begun: Int, _ isOver: @escaping @Sendable () -> Bool,
    _ isStuck: @escaping @Sendable () -> Bool, _ giveUp: @escaping @Sendable () -> Void
  ) {
    queue.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
      guard let self, !isOver() else { return }
      let mayStop = isStuck()
      let hasStopped = state.withLock { state -> Bool? in
        if state.begun != begun || state.stop != nil { return nil }
        guard state.running == 0, mayStop else { return false }
        state.stop = stop
        return true
      }
      switch hasStopped {
      case true?: giveUp()
      case false?: check(stop, begun, isOver, isStuck, giveUp)
      case nil: return
      }
    }
  }
}
