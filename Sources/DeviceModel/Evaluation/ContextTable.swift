/// The contexts of all connections, each by its id.
struct ContextTable: Equatable, Sendable {
  private var byID: [ContextID: AuthenticationContext] = [:]
  private var byClient: [ClientID: Own] = [:]
  /// Those that were invalidated, the oldest first.
  private var invalidated = SharedOrder<ContextID>()

  /// What a connection has.
  private struct Own {
    var ids: Set<ContextID> = []
    var invalidated = SharedOrder<ContextID>()
  }

  /// Whose they are, and which of them are invalidated, follows from the contexts.
  static func == (left: Self, right: Self) -> Bool { left.byID == right.byID }

  var count: Int { byID.count }
  var isEmpty: Bool { byID.isEmpty }
  var clients: some Collection<ClientID> { byClient.keys }

  /// In their order.
  var ids: [ContextID] { byID.keys.sorted() }

  /// A context keeps its client, and is invalidated by `invalidate`.
  subscript(_ id: ContextID) -> AuthenticationContext? {
    get { byID[id] }
    _modify { yield &byID[id] }
  }

  func count(of client: ClientID) -> Int { byClient[client]?.ids.count ?? 0 }

  func knows(_ client: ClientID) -> Bool { byClient[client] != nil }

  /// Adds a context; what had its id is gone.
  mutating func add(_ context: AuthenticationContext, as id: ContextID) {
    remove(id)
    byID[id] = context
    byClient[context.client, default: Own()].ids.insert(id)
    if context.isInvalidated { noteInvalidated(id, of: context.client) }
  }

  mutating func invalidate(_ id: ContextID) {
    guard let client = byID[id]?.client else { return }
    byID[id]?.isInvalidated = true
    noteInvalidated(id, of: client)
  }

  private mutating func noteInvalidated(_ id: ContextID, of client: ClientID) {
    invalidated.insert(id)
    byClient[client]?.invalidated.insert(id)
  }

  /// A connection is gone, and its contexts are released.
  mutating func remove(_ client: ClientID) {
    for id in byClient.removeValue(forKey: client)?.ids ?? [] {
      byID[id] = nil
      invalidated.remove(at: id)
    }
  }

  /// Of all connections; `nil`: none was invalidated.
  var oldestInvalidated: ContextID? { invalidated.first }

  func oldestInvalidated(of client: ClientID) -> ContextID? { byClient[client]?.invalidated.first }

  mutating func remove(_ id: ContextID) {
    guard let client = byID.removeValue(forKey: id)?.client else { return }
    invalidated.remove(at: id)
    byClient[client]?.invalidated.remove(at: id)
    byClient[client]?.ids.remove(id)
    if byClient[client]?.ids.isEmpty == true { byClient[client] = nil }
  }
}

extension ContextID: Comparable, Placed {
  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  var place: Self { self }
}
