import DeviceModel

extension RandomCommands {
  private static let accounts: [KeychainAttributes.Value] = ["K", "L"]
  private static let protections: [AccessControlFlags] = [
    [], .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .applicationPassword,
    [.biometryAny, .and, .devicePasscode], [.biometryCurrentSet, .or, .devicePasscode],
    [.companion, .or, .biometryAny], [.biometryAny, .devicePasscode],
  ]

  mutating func keychainCall() -> Command {
    let app = random.maybe(Self.apps)
    switch random.below(10) {
    case 0...2: return .secItemAdd(app: app, addition())
    case 3...6: return .secItemCopyMatching(app: app, query())
    case 7: return .secItemUpdate(app: app, query(), changes())
    case 8:
      return random.once(in: 2)
        ? .secItemDelete(app: app, query()) : .secKeyUse(app: app, KeychainQuery(.key))
    default:
      let credential = random.maybe([Secret("sesame")])
      return context().map { .setCredential(app: app, $0, credential) } ?? .listKeychainItems(app: app)
    }
  }

  mutating func accessControl() -> AccessControl {
    AccessControl(accessible: random.pick(Accessibility.allCases), flags: random.pick(Self.protections))
  }

  private mutating func addition() -> KeychainAddition {
    var addition = KeychainAddition(itemClass(), [.account: random.pick(Self.accounts)])
    addition.value = random.pick([Secret("v"), Secret("\u{1F511}\n\u{0}"), Secret(bytes: [0, 255])])
    addition.context = context()
    if random.once(in: 3) {
      addition.accessible = random.pick(Accessibility.allCases)
    } else {
      addition.accessControl = accessControl()
    }
    addition.isSynchronizable = random.once(in: 12)
    if addition.itemClass == .key {
      addition.attributes[.keyClass] = random.pick(["private", "public"])
      if random.once(in: 2) { addition.attributes[.tokenID] = "com.apple.setoken" }
      addition.isPermanent = !random.once(in: 8)
    }
    return addition
  }

  private mutating func query() -> KeychainQuery {
    var query = KeychainQuery(itemClass())
    query.attributes[.account] = random.maybe(Self.accounts)
    query.context = context()
    query.limit = random.once(in: 2) ? 1 : .max
    query.returning = KeychainReturn(
      data: !random.once(in: 4), attributes: random.once(in: 4), reference: random.once(in: 4))
    query.authenticationUI = random.once(in: 4) ? random.pick(AuthenticationUI.allCases) : .allow
    query.synchronizable = random.once(in: 4) ? .any : .no
    if random.once(in: 6) { query.accessible = random.pick(Accessibility.allCases) }
    return query
  }

  private mutating func changes() -> KeychainChanges {
    var changes = KeychainChanges()
    changes.value = random.maybe([Secret("w")])
    changes.attributes[.account] = random.maybe(Self.accounts)
    if random.once(in: 3) { changes.accessControl = accessControl() }
    return changes
  }

  private mutating func itemClass() -> KeychainClass {
    random.once(in: 4) ? .key : .genericPassword
  }
}
