import SimulatedLocalAuthentication
import Synchronization

/// The events of one device, in the order in which they came.
final class EventLog: Sendable {
  private let state = Mutex(State())

  private struct State {
    var events: [SimulatedDevice.Event] = []
    /// The last event of each kind that was waited for.
    var positions: [SimulatedDevice.Event.Kind: Int] = [:]
    var promptOnScreen: SimulatedDevice.Prompt?
  }

  var events: [SimulatedDevice.Event] { state.withLock { $0.events } }

  /// The prompt that is up, as far as is known.
  var promptOnScreen: SimulatedDevice.Prompt? { state.withLock { $0.promptOnScreen } }

  func append(_ event: WireValue) {
    let event = SimulatedDevice.Event(event)
    state.withLock { state in
      state.events.append(event)
      if let prompt = event.prompt {
        state.promptOnScreen = prompt
      } else if event.kind == .promptDismissed, event.promptID == state.promptOnScreen?.id {
        state.promptOnScreen = nil
      }
    }
  }

  /// The event after which to wait for the next of a kind; `nil` for a kind that is a state.
  func position(_ kind: SimulatedDevice.Event.Kind) -> Int? {
    state.withLock { $0.positions[kind] } ?? (kind.isState ? nil : 0)
  }

  func passed(_ event: SimulatedDevice.Event) {
    if !event.kind.isState { state.withLock { $0.positions[event.kind] = event.sequence } }
  }

  /// The end of the first prompt that nobody answered in time.
  var unanswered: SimulatedDevice.Event? { events.first { !$0.awaited.isEmpty } }

  /// A prompt as it was last on screen.
  func shown(_ id: String?) -> SimulatedDevice.Prompt? { events.last { $0.prompt?.id == id }?.prompt }
}
