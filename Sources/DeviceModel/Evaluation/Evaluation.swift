package import Schema

/// A call that needs the device owner: who asked for what, with the context's settings as they were then.
struct Evaluation: Equatable, Sendable {
  /// Who is answered: the first to ask, and those who asked the same with the same context meanwhile.
  fileprivate(set) var callers: [Caller] = []
  /// What else was asked with the same context meanwhile.
  fileprivate(set) var joined: [Evaluation] = []
  fileprivate(set) var app = Device.defaultApp
  /// `nil`: a fresh context of its own that nobody can name.
  fileprivate(set) var context: ContextID?
  fileprivate(set) var purpose = Purpose.accessControl
  fileprivate(set) var requirement = Requirement.none
  fileprivate(set) var reason = ""
  /// `nil`: the default title. Empty: no fallback button.
  fileprivate(set) var fallbackTitle: String?
  fileprivate(set) var cancelTitle: String?
  fileprivate(set) var reuseDuration = Nanoseconds.zero
  fileprivate(set) var interactionNotAllowed = false

  /// What becomes of the outcome.
  enum Purpose: Equatable, Sendable {
    case policy(Policy)
    case accessControl
    case keychainRead(AskedItems, KeychainReturn)
    case keychainUpdate(AskedItems, KeychainChanges)
    case keyUse(AskedItems)

    /// The items it is about.
    var items: AskedItems {
      switch self {
      case .policy, .accessControl: .none
      case .keychainRead(let items, _), .keychainUpdate(let items, _), .keyUse(let items): items
      }
    }

    /// Whether the call is answered as the functions of the keychain answer, with a status.
    var answersWithStatus: Bool {
      switch self {
      case .policy, .accessControl, .keyUse: false
      case .keychainRead, .keychainUpdate: true
      }
    }
  }

  /// One to be read into.
  static let blank = Evaluation()
  private init() {}

  init(
    caller: Caller, app: String, context: ContextID?, purpose: Purpose, requirement: Requirement,
    reason: String, options: ContextOptions
  ) {
    callers = [caller]
    self.app = app
    self.context = context
    self.purpose = purpose
    self.requirement = requirement
    self.reason = reason
    fallbackTitle = options.fallbackTitle
    cancelTitle = options.cancelTitle
    reuseDuration = options.reuseDuration
    interactionNotAllowed = options.interactionNotAllowed
  }

  /// Whose calls wait for it.
  var clients: Set<ClientID> {
    joined.reduce(into: Set(callers.map(\.client))) { $0.formUnion($1.clients) }
  }

  /// Whether a connection's call waits for it.
  func isAsked(by client: ClientID) -> Bool {
    callers.contains { $0.client == client } || joined.contains { $0.isAsked(by: client) }
  }

  /// Whether it is a call's own, and not one that the call only waits beside.
  func isOf(_ call: CallID) -> Bool { callers.contains { $0.call == call } }

  /// Whose call that is; `nil`: it does not wait for it.
  func client(of call: CallID) -> ClientID? {
    if let caller = callers.first(where: { $0.call == call }) { return caller.client }
    for other in joined { if let client = other.client(of: call) { return client } }
    return nil
  }

  /// Another call of the same context waits for this one's outcome.
  mutating func join(_ other: Evaluation) {
    if other.purpose == purpose, other.requirement == requirement {
      callers += other.callers
    } else {
      joined.append(other)
    }
  }

  /// Numbers its calls anew, in their order.
  mutating func renumberCalls(after last: inout UInt64) {
    for index in callers.indices {
      last += 1
      callers[index].call = CallID(last)
    }
    for index in joined.indices { joined[index].renumberCalls(after: &last) }
  }

  /// Lets a call go that others wait beside; returns whether it did, for the first one cannot.
  mutating func release(_ call: CallID) -> Bool {
    if callers.count > 1, let index = callers.firstIndex(where: { $0.call == call }) {
      callers.remove(at: index)
      return true
    }
    for index in joined.indices where joined[index].callers.contains(where: { $0.call == call }) {
      if !joined[index].release(call) { joined.remove(at: index) }
      return true
    }
    return false
  }

  /// Lets those go that asked for something else; they have to ask for themselves.
  mutating func releaseJoined() -> [Evaluation] {
    defer { joined = [] }
    return joined
  }

  /// Whether it is about items.
  var isForKeychain: Bool {
    switch purpose {
    case .policy, .accessControl: false
    case .keychainRead, .keychainUpdate, .keyUse: true
    }
  }

  /// Whether the user may be offered a fallback button at all.
  var offersFallback: Bool { fallbackTitle?.isEmpty != true }
}

extension Caller: Described {
  package init() { self.init(call: CallID(0), client: ClientID(0)) }

  package static let record = Record<Caller>([
    Member("call", \.call, Coding<UInt64>.serial.map(CallID.init, \.rawValue), "its number").required(),
    Member("client", \.client, .client, "the connection it came over").required(),
  ])
}

extension Coding where Value == Evaluation {
  /// What waits for it is part of it, and may have joined others in turn.
  static let evaluation: Coding<Evaluation> = .object(Record(members), from: { .blank })

  private static let inside = Self(
    .anyObject, read: { (node) throws(Mismatch) in try evaluation.read(node) },
    write: { value, writer in evaluation.write(value, &writer) })

  private static let members: [Member<Evaluation>] = [
    Member("callers", \.callers, .array(of: .object), "who is answered").required(),
    Member("joined", \.joined, .array(of: inside), "what the same context asked meanwhile")
      .omitted { $0.joined.isEmpty },
    Member("app", \.app, .nonEmpty, "who asks").required(),
    Member("context", \.context, optional: .number, "with which context"),
    Member("purpose", \.purpose, .purpose, "what it is for").required(),
    Member("requirement", \.requirement, .requirement, "what has to be shown").required(),
    Member("reason", \.reason, .string, "what the app says it is for"),
    Member("fallbackTitle", \.fallbackTitle, optional: .string, "title of the fallback button"),
    Member("cancelTitle", \.cancelTitle, optional: .string, "title of the cancel button"),
    Member("reuseDuration", \.reuseDuration, .nanoseconds, "for how long an unlock counts"),
    Member("interactionNotAllowed", \.interactionNotAllowed, .boolean, "whether prompts are forbidden"),
  ]
}

extension Coding where Value == Evaluation.Purpose {
  /// The member that is there tells which it is.
  static let purpose = Coding<PurposeMembers>.object.map {
    $0.purpose
  } _: {
    PurposeMembers($0)
  }
}

private struct PurposeMembers: Described {
  var policy: Policy?
  var read: [PrimaryKey]?
  var returning = KeychainReturn()
  var update: [PrimaryKey]?
  var changes = KeychainChanges()
  var key: PrimaryKey?

  init() {}

  init(_ purpose: Evaluation.Purpose) {
    switch purpose {
    case .policy(let policy): self.policy = policy
    case .accessControl: break
    case .keychainRead(let items, let returning): (read, self.returning) = (items.keys, returning)
    case .keychainUpdate(let items, let changes): (update, self.changes) = (items.keys, changes)
    case .keyUse(let items): key = items.keys.first
    }
  }

  var purpose: Evaluation.Purpose {
    if let policy { return .policy(policy) }
    if let read { return .keychainRead(AskedItems(keys: read), returning) }
    if let update { return .keychainUpdate(AskedItems(keys: update), changes) }
    if let key { return .keyUse(AskedItems(keys: [key])) }
    return .accessControl
  }

  static let record = Record<Self>([
    Member("policy", \.policy, optional: .cases, "the policy"),
    Member("read", \.read, optional: .array(of: .object), "the items to read"),
    Member("returnData", \.returning.data, .boolean, "whether to return their values")
      .omitted { $0.read == nil },
    Member("returnAttributes", \.returning.attributes, .boolean, "whether to return their attributes")
      .omitted { $0.read == nil },
    Member("returnPersistentRef", \.returning.reference, .boolean, "whether to return their references")
      .omitted { $0.read == nil },
    Member("key", \.key, optional: .object, "the private key to use"),
    Member("update", \.update, optional: .array(of: .object), "the items to change"),
    Member("changes", \.changes, .object(KeychainChanges.archive, from: { KeychainChanges() }), "the changes")
      .omitted { $0.update == nil },
  ])
}
