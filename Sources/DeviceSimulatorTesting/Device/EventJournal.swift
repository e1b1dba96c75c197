import Platform
import SimulatedLocalAuthentication
import Synchronization

/// The events of one device, as they came in.
final class EventJournal: Sendable {
  private let state = Mutex(Journal())

  private struct Journal {
    var events: [SimulatedDevice.Event] = []
    /// How far each kind was waited for.
    var positions: [SimulatedDevice.Event.Kind: Int] = [:]
  }

  var events: [SimulatedDevice.Event] { state.withLock { $0.events } }

  func append(_ event: WireValue) {
    let event = SimulatedDevice.Event(event)
    state.withLock { $0.events.append(event) }
  }

  /// From where on to wait for a kind. A kind that is a state needs no place until one was passed.
  func position(_ kind: SimulatedDevice.Event.Kind) -> Int? {
    state.withLock { $0.positions[kind] } ?? (kind.isState ? nil : 0)
  }

  func passed(_ event: SimulatedDevice.Event) {
    if !event.kind.isState { state.withLock { $0.positions[event.kind] = event.sequence } }
  }

  /// The first prompt that waited for too long.
  var unanswered: SimulatedDevice.Event? { events.first { !$0.awaited.isEmpty } }

  /// A prompt as it was last on screen.
  func shown(_ id: String?) -> SimulatedDevice.Prompt? { events.last { $0.prompt?.id == id }?.prompt }
}

/// Says something to the person who runs the tests.
func report(_ message: String) { try? FileDescriptor.standardError.writeAll("\(message)\n") }
