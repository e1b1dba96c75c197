import DeviceModel
import Testing

/// What a keychain call came to.
enum KeychainOutcome: Equatable, Sendable {
  case pending
  /// What came back of the items' values; `nil` where none was asked for.
  case items([String?])
  case updated(Int)
  case deleted(Int)
  case status(OSStatusCode)
  /// Answered with something else than an OSStatus.
  case failure(Failure)

  static let added = Self.items([])

  init(_ result: Result<Reply, Failure>?) {
    switch result {
    case nil: self = .pending
    case .success(.keychainItems(let items)): self = .items(items.map { $0.value.map(\.text) })
    case .success(.updated(let count)): self = .updated(count)
    case .success(.deleted(let count)): self = .deleted(count)
    case .success(let reply): preconditionFailure("not a keychain call's reply: \(reply)")
    case .failure(.keychain(let status, _, _)): self = .status(status)
    case .failure(let failure): self = .failure(failure)
    }
  }
}

extension Secret {
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A keychain call on its way.
struct KeychainCall {
  let story: Story
  let id: CallID

  var outcome: KeychainOutcome { KeychainOutcome(story.reply(to: id)) }

  var results: [KeychainResult] {
    guard case .success(.keychainItems(let items)) = story.reply(to: id) else { return [] }
    return Array(items)
  }
}

extension AppClient {
  private func call(_ command: Command) -> KeychainCall {
    KeychainCall(story: story, id: story.send(command, from: client))
  }

  /// Adds a generic password that keeps "value of" its account.
  @discardableResult
  func add(
    _ account: String = "K", _ flags: AccessControlFlags? = nil, accessible: Accessibility? = nil,
    in context: ContextID? = nil, with change: (inout KeychainAddition) -> Void = { _ in }
  ) -> KeychainOutcome {
    var addition = KeychainAddition(.genericPassword, [.account: .text(account)])
    addition.value = Secret("value of \(account)")
    if let flags {
      addition.accessControl = AccessControl(accessible: accessible ?? .whenUnlocked, flags: flags)
    } else {
      addition.accessible = accessible
    }
    addition.context = context
    change(&addition)
    return call(.secItemAdd(app: app, addition)).outcome
  }

  /// Reads the value of a generic password, or of the first there is.
  @discardableResult
  func read(
    _ account: String? = "K", in context: ContextID? = nil,
    with change: (inout KeychainQuery) -> Void = { _ in }
  ) -> KeychainCall {
    var query = query(account, in: context)
    query.returning.data = true
    change(&query)
    return call(.secItemCopyMatching(app: app, query))
  }

  @discardableResult
  func update(
    _ account: String? = "K", to value: String? = "new", in context: ContextID? = nil,
    with change: (inout KeychainQuery, inout KeychainChanges) -> Void = { _, _ in }
  ) -> KeychainCall {
    var (query, changes) = (query(account, in: context), KeychainChanges())
    changes.value = value.map { Secret($0) }
    change(&query, &changes)
    return call(.secItemUpdate(app: app, query, changes))
  }

  @discardableResult
  func delete(
    _ account: String? = "K", in context: ContextID? = nil,
    with change: (inout KeychainQuery) -> Void = { _ in }
  ) -> KeychainOutcome {
    var query = query(account, in: context)
    change(&query)
    return call(.secItemDelete(app: app, query)).outcome
  }

  @discardableResult
  func evaluate(
    control flags: AccessControlFlags, in context: ContextID? = nil,
    _ change: (inout EvaluationRequest) -> Void = { _ in }
  ) -> Call {
    var request = EvaluationRequest(
      .accessControl(AccessControl(flags: flags)), reason: "Open", context: context)
    change(&request)
    return Call(story: story, id: story.send(.evaluate(app: app, request), from: client))
  }

  @discardableResult
  func setCredential(_ credential: String?, of context: ContextID) throws -> Bool {
    try send(.setCredential(app: app, context, credential.map { Secret($0) })) == .changed(true)
  }

  private func query(_ account: String?, in context: ContextID?) -> KeychainQuery {
    var query = KeychainQuery(.genericPassword)
    query.attributes[.account] = account.map { .text($0) }
    query.context = context
    return query
  }
}

extension Story {
  /// A device with one app that stored one item under its own account, "K".
  static func with(
    _ flags: AccessControlFlags?, accessible: Accessibility? = nil, on settings: Setting...
  ) throws -> (Story, AppClient) {
    let story = try Story(settings)
    let client = story.connect()
    #expect(client.add("K", flags, accessible: accessible) == .added)
    #expect(story.prompt == nil)
    return (story, client)
  }

  /// The items of all apps.
  func listing(of app: String? = nil) throws -> [KeychainListing] {
    guard case .keychainListing(let items) = try harness(.listKeychainItems(app: app)) else { return [] }
    return Array(items)
  }

  /// The operations on keychains since the beginning.
  var keychainChanges: [KeychainChange] {
    events.compactMap { if case .keychainChanged(let change) = $0 { change } else { nil } }
  }
}
