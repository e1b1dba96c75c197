import DeviceModel
import Schema
import WireProtocol

/// A response that waits for a prompt that takes it.
struct ParkedResponse {
  let response: PromptResponse
  let caller: Caller
}

/// The responses that wait on a device, by the methods that gave them: a prompt finds those that it may take, and no
/// others.
struct ParkedResponses {
  private var queues: [String: SerialQueue<ParkedResponse>] = [:]
  private var methods: [CallID: String] = [:]

  var isEmpty: Bool { queues.isEmpty }

  /// The oldest first.
  var all: [ParkedResponse] {
    queues.values.flatMap(\.values).sorted { $0.caller.call.rawValue < $1.caller.call.rawValue }
  }

  mutating func append(_ parked: ParkedResponse) {
    let (call, method) = (parked.caller.call, parked.response.methodName)
    methods[call] = method
    queues[method, default: SerialQueue()].append(parked, as: call.rawValue)
  }

  mutating func remove(_ call: CallID) {
    guard let method = methods.removeValue(forKey: call) else { return }
    _ = queues[method]?.remove(call.rawValue)
    if queues[method]?.isEmpty == true { queues[method] = nil }
  }

  /// The methods whose responses fit; `fits` is asked about one of each.
  func methods(where fits: (PromptResponse) -> Bool) -> [String] {
    queues.keys.filter { method in
      queues[method]?.first(after: 0).map { fits($0.value.response) } == true
    }
  }

  /// The oldest after a call that one of the methods gave.
  func first(after call: CallID, among methods: [String]) -> ParkedResponse? {
    let firsts = methods.compactMap { queues[$0]?.first(after: call.rawValue) }
    return firsts.min { $0.serial < $1.serial }?.value
  }
}
