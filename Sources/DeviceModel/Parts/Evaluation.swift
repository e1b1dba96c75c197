/// A call that needs the device owner: who asked for what, with the context's settings as they were then.
struct Evaluation: Equatable, Sendable {
  /// Who is answered: the first to ask, and those who asked the same with the same context meanwhile.
  private(set) var callers: [Caller]
  /// What else was asked with the same context meanwhile.
  private(set) var joined: [Evaluation] = []
  let app: String
  /// `nil`: a fresh context of its own that nobody can name.
  let context: ContextID?
  let purpose: Purpose
  let requirement: Requirement
  let reason: String
  /// `nil`: the default title. Empty: no fallback button.
  let fallbackTitle: String?
  let cancelTitle: String?
  let reuseDuration: Nanoseconds
  let interactionNotAllowed: Bool

  /// What becomes of the outcome.
  enum Purpose: Equatable, Sendable {
    case policy(Policy)
    case accessControl
    case keychainRead([PrimaryKey], KeychainReturn)
    case keychainUpdate([PrimaryKey], KeychainChanges)

    /// The items it is about.
    var keys: [PrimaryKey] {
      switch self {
      case .policy, .accessControl: []
      case .keychainRead(let keys, _), .keychainUpdate(let keys, _): keys
      }
    }
  }

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
  func isAsked(by client: ClientID) -> Bool { clients.contains(client) }

  /// Another call of the same context waits for this one's outcome.
  mutating func join(_ other: Evaluation) {
    if other.purpose == purpose, other.requirement == requirement {
      callers += other.callers
    } else {
      joined.append(other)
    }
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

  var isForKeychain: Bool {
    switch purpose {
    case .policy, .accessControl: false
    case .keychainRead, .keychainUpdate: true
    }
  }

  /// Whether the user may be offered a fallback button at all.
  var offersFallback: Bool { fallbackTitle?.isEmpty != true }
}

extension Evaluation {
  init(_ reader: ArchiveReader<some ArchiveSource>) throws(ArchiveError) {
    self = try reader.object { (object) throws(ArchiveError) in
      var options = ContextOptions()
      options.fallbackTitle = try object.optional("fallbackTitle")?.string()
      options.cancelTitle = try object.optional("cancelTitle")?.string()
      options.reuseDuration = try object["reuseDuration"].time()
      options.interactionNotAllowed = try object.optional("interactionNotAllowed")?.bool() ?? false
      let calls = try object["callers"]
      let callers = try calls.array { (reader) throws(ArchiveError) in try Caller(reader) }
      guard let first = callers.first else { throw calls.mismatch("an array that is not empty") }
      var evaluation = Evaluation(
        caller: first, app: try object["app"].nonEmpty(),
        context: try object.optional("context").map { (id) throws(ArchiveError) in
          ContextID(try id.integer())
        },
        purpose: try Purpose(object["purpose"]), requirement: try Requirement(object["requirement"]),
        reason: try object["reason"].string(), options: options)
      evaluation.callers = callers
      evaluation.joined =
        try object.optional("joined")?.array { (reader) throws(ArchiveError) in try Evaluation(reader) } ?? []
      return evaluation
    }
  }

  func write(into sink: inout some ArchiveSink & ~Copyable) {
    sink.object { sink in
      sink.member("callers", each: callers) { $0.write(into: &$1) }
      if !joined.isEmpty { sink.member("joined", each: joined) { $0.write(into: &$1) } }
      sink.member("app", app)
      if let context { sink.member("context", context.number) }
      purpose.write("purpose", into: &sink)
      requirement.write("requirement", into: &sink)
      sink.member("reason", reason)
      sink.member(optional: "fallbackTitle", fallbackTitle)
      sink.member(optional: "cancelTitle", cancelTitle)
      sink.member("reuseDuration", reuseDuration)
      sink.flag("interactionNotAllowed", interactionNotAllowed)
    }
  }
}
