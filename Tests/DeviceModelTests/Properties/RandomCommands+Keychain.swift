import DeviceModel

/// Keychain calls of which many meet: few names, all kinds of protection.
extension RandomCommands {
  mutating func keychainCall() -> Command {
    let app = random.maybe(Self.apps)
    switch random.below(10) {
    case 0...3: return .secItemAdd(app: app, addition())
    case 4...6: return .secItemCopyMatching(app: app, query())
    case 7:
      var changes = KeychainChanges()
      if random.once(in: 2) { changes.value = secret() }
      if random.once(in: 3) { changes.attributes[.account] = .text(random.pick(["a", "b", ""])) }
      if random.once(in: 4) { changes.accessControl = accessControl() }
      return .secItemUpdate(app: app, query(), changes)
    case 8: return random.once(in: 3) ? .secItemDelete(app: app, query()) : .listKeychainItems(app: app)
    default:
      if random.once(in: 6) { return .resetKeychain(app: app) }
      return context().map { .setCredential(app: app, $0, random.once(in: 3) ? nil : secret()) } ?? .disarm
    }
  }

  private mutating func addition() -> KeychainAddition {
    var addition = KeychainAddition(random.pick(KeychainClass.allCases), attributes())
    addition.isSynchronizable = random.once(in: 8)
    if random.once(in: 3) { addition.accessible = random.pick(Accessibility.allCases) }
    if random.once(in: 2) { addition.accessControl = accessControl() }
    addition.value = secret()
    addition.returning = .init(data: random.once(in: 4), attributes: random.once(in: 4))
    addition.context = context()
    return addition
  }

  private mutating func query() -> KeychainQuery {
    var query = KeychainQuery(random.pick(KeychainClass.allCases), attributes())
    query.synchronizable = random.pick([.no, .no, .yes, .any])
    query.returning = .init(data: !random.once(in: 3), attributes: random.once(in: 2))
    query.limit = random.pick([1, 1, 2, .max])
    query.context = context()
    query.authenticationUI = random.pick([.allow, .allow, .allow, .fail, .skip])
    query.reason = random.maybe(["r"])
    return query
  }

  private mutating func attributes() -> KeychainAttributes {
    var attributes = KeychainAttributes()
    if !random.once(in: 4) { attributes[.account] = .text(random.pick(["a", "b"])) }
    if random.once(in: 8) { attributes[.label] = "\u{1F600} \"\\\u{0}" }
    if random.once(in: 8) { attributes[.accessGroup] = "group" }
    if random.once(in: 10) { attributes[.port] = 8080 }
    if random.once(in: 10) { attributes[.service] = "s" }
    return attributes
  }

  private mutating func secret() -> Secret {
    random.once(in: 2)
      ? Secret(random.pick(["", "text", "\u{1F511}\n"])) : Secret(bytes: [0, 255, UInt8(random.below(256))])
  }

  private mutating func accessControl() -> AccessControl {
    let named = AccessControlFlags.named.map(\.flag)
    var flags: AccessControlFlags = random.once(in: 6) ? [] : [random.pick(named)]
    if random.once(in: 3) { flags.formUnion([random.pick(named), random.pick([.or, .and])]) }
    return AccessControl(accessible: random.pick(Accessibility.allCases), flags: flags)
  }
}
