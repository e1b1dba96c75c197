/// Authentication contexts. A context belongs to the connection that made it.
///
/// Apple: *LAContext*.
extension Device {
  mutating func createContext(
    _ app: String?, _ options: ContextOptions, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> ContextID {
    let app = try enter(app, nil, caller, &effects)
    lastContext += 1
    let id = ContextID(lastContext)
    contexts[id] = AuthenticationContext(client: caller.client, app: app, options: options)
    return id
  }

  /// What it evaluates ends with appCancel; whatever it is used for later fails.
  mutating func invalidate(
    _ id: ContextID, _ app: String?, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> Bool {
    _ = try enter(app, id, caller, &effects)
    guard contexts[id]?.isInvalidated == false else { return false }
    contexts[id]?.isInvalidated = true
    endEvaluations(.failed(.appCancel), &effects) { $0.context == id }
    return true
  }

  /// Gives the context an application password, or takes it away.
  ///
  /// Apple: *LAContext.setCredential(_:type:)*.
  mutating func setCredential(
    _ credential: Secret?, of id: ContextID, _ app: String?, _ caller: Caller, _ effects: inout [Effect]
  ) throws(Failure) -> Bool {
    _ = try enter(app, id, caller, &effects)
    guard let context = contexts[id], !context.isInvalidated, context.applicationPassword != credential
    else { return false }
    contexts[id]?.applicationPassword = credential
    return true
  }

  /// The connection is gone: its contexts are released, which cancels what they evaluate.
  mutating func close(_ client: ClientID, _ effects: inout [Effect]) -> Bool {
    contexts = contexts.filter { $0.value.client != client }
    for name in apps.keys {
      apps[name]?.clients.remove(client)
      apps[name]?.deadClients.remove(client)
    }
    return endEvaluations(.failed(.appCancel), &effects) { evaluation in
      evaluation.callers.contains { $0.client == client }
    }
  }

  /// Finds a context of this connection.
  func context(_ id: ContextID, of caller: Caller) throws(Failure) -> AuthenticationContext {
    guard let context = contexts[id], context.client == caller.client else { throw .unknownContext(id) }
    return context
  }

  /// Whether anybody waits for a reply.
  package var hasPendingCalls: Bool { prompt != nil || !queue.isEmpty }

  /// Whether anything on the device has to do with a connection.
  package func knows(_ client: ClientID) -> Bool {
    apps.values.contains { $0.clients.contains(client) || $0.deadClients.contains(client) }
      || contexts.values.contains { $0.client == client }
      || ([prompt?.evaluation].compactMap(\.self) + queue).contains { $0.isAsked(by: client) }
  }

  /// Every connection that anything on the device has to do with.
  package var clients: Set<ClientID> {
    var clients = Set(contexts.values.map(\.client))
    for app in apps.values { clients.formUnion(app.clients.union(app.deadClients)) }
    for evaluation in [prompt?.evaluation].compactMap(\.self) + queue {
      clients.formUnion(evaluation.clients)
    }
    return clients
  }
}
