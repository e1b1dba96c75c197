import Schema
import TestSupport
import Testing

@testable import DeviceModel

/// Section 3 of the rulebook.
@Suite("The queue of evaluations")
struct EvaluationQueueTests {
  private static func evaluation(_ call: Int, context: Int? = nil, app: String = "a") -> Evaluation {
    Evaluation(
      caller: Caller(call: CallID(UInt64(call)), client: ClientID(UInt64(context ?? call) % 7)), app: app,
      context: context.map(ContextID.init), purpose: .policy(.deviceOwnerAuthentication),
      requirement: Policy.deviceOwnerAuthentication.requirement, reason: "r \(call)",
      options: ContextOptions())
  }

  @Test(
    "keeps the order that a list has, whoever comes, joins, leaves or is ended",
    arguments: 0..<8 as Range<UInt64>)
  func list(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var queue = EvaluationQueue()
    var list: [Evaluation] = []
    for call in 1...600 {
      let context = Bool.random(using: &random) ? Int.random(in: 0..<20, using: &random) : nil
      let next = Self.evaluation(call, context: context, app: call % 2 == 0 ? "a" : "b")
      let other = Int.random(in: 1...call, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0...4:
        if let index = list.firstIndex(where: { context != nil && $0.context == next.context }) {
          list[index].join(next)
          let hasJoined = queue.join(next)
          #expect(hasJoined)
        } else {
          let hasJoined = queue.join(next)
          #expect(!hasJoined)
          list.append(next)
          queue.append(next)
        }
      case 5, 6:
        list.insert(next, at: 0)
        queue.prepend(contentsOf: [next])
      case 7:
        let first = list.isEmpty ? nil : list.removeFirst()
        let next = queue.popFirst()
        #expect(next == first)
      case 8:
        var released = false
        if let index = list.indices.first(where: { list[$0].client(of: CallID(UInt64(other))) != nil }) {
          released = list[index].release(CallID(UInt64(other)))
        }
        let hasReleased = queue.release(CallID(UInt64(other)))
        #expect(hasReleased == released)
      case 9:
        if let index = list.firstIndex(where: { $0.isOf(CallID(UInt64(other))) }) {
          list.insert(contentsOf: list[index].releaseJoined(), at: index + 1)
        }
        queue.releaseJoined(by: CallID(UInt64(other)))
      default:
        let concerned: EvaluationQueue.Concerned =
          switch Int.random(in: 0..<4, using: &random) {
          case 0: .call(CallID(UInt64(other)))
          case 1: .context(ContextID(other % 20))
          case 2: .client(ClientID(UInt64(other % 7)))
          default: call % 50 == 0 ? .app("a") : .call(CallID(UInt64(other)))
          }
        let ended = queue.remove(concerned)
        #expect(ended == list.filter(concerned.includes))
        list.removeAll(where: concerned.includes)
      }
      if call % 10 > 0 { continue }
      #expect(queue.all == list && queue == EvaluationQueue(list))
      #expect(Set(queue.clients) == list.reduce(into: []) { $0.formUnion($1.clients) })
    }
    let ended = queue.remove(.everyone)
    #expect(ended == list && queue.isEmpty && queue.clients.isEmpty)
  }

  @Test("those who waited beside a call that ends take its place, however often that happens at one place")
  func places() {
    var queue = EvaluationQueue([Self.evaluation(1), Self.evaluation(2, context: 1), Self.evaluation(3)])
    var call = 3
    // Each time the room behind the place is cut in half.
    for _ in 0..<80 {
      call += 1
      // What asks for the same would go with it.
      let joining = Evaluation(
        caller: Caller(call: CallID(UInt64(call)), client: ClientID(1)), app: "a", context: ContextID(1),
        purpose: call % 2 == 0 ? .accessControl : .policy(.deviceOwnerAuthentication), requirement: .none,
        reason: "r", options: ContextOptions())
      let hasJoined = queue.join(joining)
      #expect(hasJoined)
      guard let ending = queue.all.dropFirst().first?.callers.first?.call else { break }
      queue.releaseJoined(by: ending)
      let ended = queue.remove(.call(ending))
      #expect(ended.count == 1)
    }
    #expect(queue.all.map { $0.callers[0].call.rawValue } == [1, 83, 3])
  }
}
