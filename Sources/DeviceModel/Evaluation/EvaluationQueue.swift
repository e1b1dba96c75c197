import Schema

/// The evaluations that wait for the screen, the next one first. However many there are, to find those of a call, a
/// context, a connection or an app costs nothing for the others.
struct EvaluationQueue: Equatable, Sendable {
  /// The numbers of the places, in their order, with room for others between them.
  private var places = SharedOrder<Int>()
  private var waiting: [Int: Evaluation] = [:]
  private var byCall: [CallID: Int] = [:]
  private var byContext: [ContextID: SharedOrder<Int>] = [:]
  private var byClient: [ClientID: SharedOrder<Int>] = [:]
  private var byApp: [Name: SharedOrder<Int>] = [:]

  /// From the place of one to that of the next, as long as nothing has come between them.
  private static let step = 1 << 32

  init(_ evaluations: [Evaluation] = []) { append(contentsOf: evaluations) }

  static func == (left: Self, right: Self) -> Bool { left.all == right.all }

  var isEmpty: Bool { waiting.isEmpty }
  var all: [Evaluation] { places.all.compactMap { waiting[$0] } }
  var clients: some Collection<ClientID> { byClient.keys }

  func isAsked(by client: ClientID) -> Bool { byClient[client] != nil }

  mutating func append(_ evaluation: Evaluation) { append(contentsOf: [evaluation]) }

  private mutating func append(contentsOf evaluations: [Evaluation]) {
    if (places.last ?? 0) > .max - Self.step * (evaluations.count + 1) { self = Self(all) }
    for evaluation in evaluations { put(evaluation, at: (places.last ?? 0) + Self.step) }
  }

  /// Puts evaluations before all others, in their order.
  mutating func prepend(contentsOf evaluations: [Evaluation]) {
    if (places.first ?? 0) < .min + Self.step * (evaluations.count + 1) { self = Self(all) }
    for evaluation in evaluations.reversed() { put(evaluation, at: (places.first ?? 0) - Self.step) }
  }

  /// Takes the next one.
  mutating func popFirst() -> Evaluation? { places.first.flatMap { take($0) } }

  /// Has an evaluation wait for the outcome of one of the same context; returns whether there is one.
  mutating func join(_ evaluation: Evaluation) -> Bool {
    guard let place = evaluation.context.flatMap({ byContext[$0]?.first }) else { return false }
    waiting[place]?.join(evaluation)
    noteCalls(of: evaluation, at: place)
    return true
  }

  /// Lets a call go that others wait beside; returns whether it did.
  mutating func release(_ call: CallID) -> Bool {
    guard let place = byCall[call], let client = waiting[place]?.client(of: call),
      waiting[place]?.release(call) == true
    else { return false }
    byCall[call] = nil
    if waiting[place]?.isAsked(by: client) != true { byClient.remove(place, of: client) }
    return true
  }

  /// Those who wait beside a call that is about to end wait for themselves, at its place.
  mutating func releaseJoined(by call: CallID) {
    guard let place = byCall[call], waiting[place]?.isOf(call) == true, var ending = take(place) else {
      return
    }
    let joined = ending.releaseJoined()
    put(ending, at: place)
    var next: Int?
    places.walk(from: place + 1) { found in
      next = found
      return false
    }
    guard let next else { return append(contentsOf: joined) }
    let room = (next - place) / (joined.count + 1)
    if room == 0 {
      // Too many have come between the two: all get places anew.
      let index = places.rank(of: place) + 1
      var evaluations = all
      evaluations.insert(contentsOf: joined, at: index)
      self = Self(evaluations)
    } else {
      for (index, evaluation) in joined.enumerated() { put(evaluation, at: place + room * (index + 1)) }
    }
  }

  /// Takes those that are meant out, in their order.
  mutating func remove(_ concerned: Concerned) -> [Evaluation] {
    let candidates: [Int]
    switch concerned {
    case .everyone:
      defer { self = Self() }
      return all
    case .about: candidates = places.all
    case .app(let app): candidates = byApp[Name(app)]?.all ?? []
    case .context(let context): candidates = byContext[context]?.all ?? []
    case .client(let client): candidates = byClient[client]?.all ?? []
    case .call(let call): candidates = [byCall[call]].compactMap(\.self)
    }
    return candidates.compactMap { place in
      waiting[place].map(concerned.includes) == true ? take(place) : nil
    }
  }

  /// Numbers the calls anew, in their order.
  mutating func renumberCalls(after last: inout UInt64) {
    var evaluations = all
    for index in evaluations.indices { evaluations[index].renumberCalls(after: &last) }
    self = Self(evaluations)
  }

  /// Which evaluations something concerns.
  enum Concerned {
    case everyone
    case app(String)
    case context(ContextID)
    case client(ClientID)
    case call(CallID)
    /// Those about any of some items.
    case about(Set<PrimaryKey>)

    func includes(_ evaluation: Evaluation) -> Bool {
      switch self {
      case .everyone: true
      case .app(let app): evaluation.app.isSameText(as: app)
      case .context(let context): evaluation.context == context
      case .client(let client): evaluation.callers.contains { $0.client == client }
      case .call(let call): evaluation.isOf(call)
      case .about(let keys): !keys.isDisjoint(with: evaluation.purpose.items.keys)
      }
    }
  }
}

extension EvaluationQueue {
  private mutating func put(_ evaluation: Evaluation, at place: Int) {
    places.insert(place)
    waiting[place] = evaluation
    if let context = evaluation.context { byContext[context, default: SharedOrder()].insert(place) }
    byApp[Name(evaluation.app), default: SharedOrder()].insert(place)
    noteCalls(of: evaluation, at: place)
  }

  private mutating func noteCalls(of evaluation: Evaluation, at place: Int) {
    for caller in evaluation.callers {
      byCall[caller.call] = place
      byClient[caller.client, default: SharedOrder()].insert(place)
    }
    for other in evaluation.joined { noteCalls(of: other, at: place) }
  }

  private mutating func take(_ place: Int) -> Evaluation? {
    guard let evaluation = waiting.removeValue(forKey: place) else { return nil }
    places.remove(at: place)
    if let context = evaluation.context { byContext.remove(place, of: context) }
    byApp.remove(place, of: Name(evaluation.app))
    forgetCalls(of: evaluation, at: place)
    return evaluation
  }

  private mutating func forgetCalls(of evaluation: Evaluation, at place: Int) {
    for caller in evaluation.callers {
      byCall[caller.call] = nil
      byClient.remove(place, of: caller.client)
    }
    for other in evaluation.joined { forgetCalls(of: other, at: place) }
  }
}

extension Dictionary where Value == SharedOrder<Int> {
  fileprivate mutating func remove(_ place: Int, of key: Key) {
    self[key]?.remove(at: place)
    if self[key]?.isEmpty == true { self[key] = nil }
  }
}
