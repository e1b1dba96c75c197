import DeviceModel
import Schema
import TestSupport
import Testing

/// Section 6 of the rulebook.
@Suite("The keychain as a whole")
struct KeychainPropertyTests {
  /// What a keychain of unprotected items is, in the fewest words: items in their order.
  private struct Reference {
    struct Item: Equatable {
      var account: String
      var service: String
      var value: String
    }

    var items: [Item] = []

    func index(_ account: String, _ service: String) -> Int? {
      items.firstIndex { $0.account == account && $0.service == service }
    }

    func matches(_ account: String?, _ service: String?) -> [Int] {
      items.indices.filter { index in
        (account ?? items[index].account) == items[index].account
          && (service ?? items[index].service) == items[index].service
      }
    }
  }

  @Test(
    "agrees with a list of items, whatever is added, read, changed and deleted",
    arguments: 0..<12 as Range<UInt64>)
  func reference(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let story = try Story()
    let client = story.connect()
    var reference = Reference()
    let names = ["", "a", "b", "c"]
    for step in 0..<150 {
      let (account, service) = (
        names.randomElement(using: &random) ?? "", names.randomElement(using: &random) ?? ""
      )
      let asked = (Bool.random(using: &random) ? account : nil, Bool.random(using: &random) ? service : nil)
      let narrow = { (query: inout KeychainQuery) in
        query.attributes[.service] = asked.1.map { .text($0) }
        query.limit = .max
      }
      let found = reference.matches(asked.0, asked.1)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let outcome = client.add(account) {
          $0.attributes[.service] = .text(service)
          $0.value = Secret("\(step)")
        }
        let isNew = reference.index(account, service) == nil
        #expect(outcome == (isNew ? .added : .status(.duplicateItem)))
        if isNew { reference.items.append(.init(account: account, service: service, value: "\(step)")) }
      case 1:
        let values = found.map { reference.items[$0].value }
        #expect(
          client.read(asked.0, with: narrow).outcome
            == (found.isEmpty ? .status(.itemNotFound) : .items(values)))
      case 2:
        // Renaming onto the changed items' own new names is a clash, onto their old ones is none.
        let outcome = client.update(asked.0, to: "\(step)") { query, changes in
          narrow(&query)
          changes.attributes[.account] = .text(account)
        }.outcome
        let services = found.map { reference.items[$0].service }
        let clashes =
          Set(services).count < services.count
          || services.contains { service in
            reference.index(account, service).map { !found.contains($0) } ?? false
          }
        switch (found.isEmpty, clashes) {
        case (true, _): #expect(outcome == .status(.itemNotFound))
        case (_, true): #expect(outcome == .status(.duplicateItem))
        default:
          #expect(outcome == .updated(found.count))
          for index in found {
            (reference.items[index].account, reference.items[index].value) = (account, "\(step)")
          }
        }
      default:
        #expect(
          client.delete(asked.0, with: narrow)
            == (found.isEmpty ? .status(.itemNotFound) : .deleted(found.count)))
        for index in found.reversed() { reference.items.remove(at: index) }
      }
      #expect(story.state.keychain.map(\.count) == (reference.items.isEmpty ? [] : [reference.items.count]))
    }
  }

  @Test(
    "whatever happens: one reply for each call, and no secret in an event, a state or a failure",
    arguments: 0..<12 as Range<UInt64>)
  func secrecy(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let story = try Story(.knob { $0.concurrency = seed.isMultiple(of: 2) ? .replace : .serialize })
    let clients = [story.connect(), story.connect(), story.connect("other")]
    var contexts = try clients.map { try $0.createContext() }
    let canary = "canary-\(seed)"
    // As a secret shows that does not hide itself.
    let bytes = canary.utf8.map(String.init).joined(separator: ", ")
    var dumpedBytes = ""
    dump(Array(canary.utf8), to: &dumpedBytes)
    dumpedBytes = dumpedBytes.split(separator: "\n").dropFirst().prefix(3).joined(separator: "\n")
    let protections: [AccessControlFlags?] = [
      nil, [], .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .applicationPassword,
      [.biometryAny, .and, .devicePasscode], [.biometryCurrentSet, .or, .devicePasscode],
      [.biometryAny, .devicePasscode],
    ]
    for _ in 0..<200 {
      let which = Int.random(in: 0..<3, using: &random)
      let (client, context) = (clients[which], Bool.random(using: &random) ? contexts[which] : nil)
      let account = ["a", "b", nil].randomElement(using: &random) ?? nil
      switch Int.random(in: 0..<18, using: &random) {
      case 0...3:
        client.add(account ?? "c", protections.randomElement(using: &random) ?? nil, in: context) {
          $0.value = Secret(canary)
          $0.itemClass = KeychainClass.allCases.randomElement(using: &random) ?? .key
        }
      case 4...6:
        client.read(account, in: context) {
          $0.limit = Int.random(in: 0...2, using: &random)
          $0.authenticationUI = AuthenticationUI.allCases.randomElement(using: &random) ?? .allow
        }
      case 7: client.update(account, to: canary, in: context)
      case 8: client.delete(account, in: context)
      case 9: client.evaluate(control: .userPresence, in: context)
      case 10: story.send(.setCredential(app: nil, contexts[which], Secret(canary)), from: client.client)
      case 11...13:
        let responses: [PromptResponse] = [
          .match, .nonMatch, .tapTryAgain, .tapFallback, .tapCancel, .enterPasscode("1234"),
        ]
        story.send(.respond(responses.randomElement(using: &random) ?? .match))
      case 14:
        let commands: [Command] = [
          .enroll(identity: "second"), .unenroll(identity: "second"), .lock, .unlock(.passcode("1234")),
          .clearPasscode, .setPasscode("1234"), .backgroundApp(Device.defaultApp), .resetKeychain(app: nil),
          .activateApp(Device.defaultApp), .listKeychainItems(app: nil),
        ]
        story.send(commands.randomElement(using: &random) ?? .lock)
      case 15: story.send(.invalidateContext(app: nil, contexts[which]), from: client.client)
      case 16:
        if case .success(.context(let fresh))? = story.reply(
          to: story.send(.createContext(app: client.app, .init()), from: client.client))
        {
          contexts[which] = fresh
        }
      default: story.pass(.seconds(1))
      }
    }
    let last = story.send(.shutDown)
    for call in 1...last.rawValue { #expect(story.reply(to: CallID(call)) != nil) }

    for effect in story.effects {
      if case .reply(_, .success(.keychainItems)) = effect { continue }
      #expect(!"\(effect)".contains(canary) && !"\(effect)".contains(bytes))
    }
    var dumped = ""
    dump(story.state, to: &dumped)
    dump(story.effects, to: &dumped)
    dump(story.device, to: &dumped)
    #expect(!dumped.contains(canary) && !dumped.contains(dumpedBytes))
    #expect(!"\(story.device)".contains(canary) && !"\(story.device)".contains(bytes))
  }

  @Test("a command that carries a secret does not print it")
  func commands() {
    var addition = KeychainAddition(.genericPassword)
    addition.value = Secret("canary")
    let command = Command.secItemAdd(app: nil, addition)
    #expect(!"\(command)".contains("canary") && !String(reflecting: command).contains("canary"))
    // "canary" in numbers.
    #expect(!"\(command)".contains("99, 97, 110") && "\(addition.value)" == "(secret)")
  }

  @Test("each of a thousand items is found")
  func many() throws {
    let story = try Story()
    let client = story.connect()
    for number in 0..<1000 {
      client.add("\(number)") { $0.attributes[.service] = "s" }
    }
    #expect(story.state.keychain.map(\.count) == [1000])
    #expect(client.read("777") { $0.attributes[.service] = "s" }.outcome == .items(["value of 777"]))
  }
}
