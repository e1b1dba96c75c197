import Schema
import Testing

@testable import DeviceModel

/// Section 6 of the rulebook.
@Suite("Many items in one command")
struct ManyItemsTests {
  /// A device with items of an app, without a story: each of its steps looks at all of the device.
  private static func device(_ count: Int, app: String = Device.defaultApp) throws -> Device {
    var device = try Device(clock: .manual, at: .zero, wallTime: 0)
    for number in 0..<count { try add("\(number)", to: &device, app: app) }
    return device
  }

  private static func add(_ account: String, to device: inout Device, app: String) throws {
    var addition = KeychainAddition(.genericPassword, [.account: .text(account), .service: "s"])
    addition.accessible = .whenPasscodeSetThisDeviceOnly
    _ = try run(.secItemAdd(app: app, addition), on: &device)
  }

  private static func run(_ command: Command, on device: inout Device) throws -> [Effect] {
    var effects: [Effect] = []
    device.handle(command, from: Caller(call: CallID(1), client: ClientID(1)), at: .zero, into: &effects)
    if case .reply(_, .failure(let failure))? = effects.last { throw failure }
    return effects
  }

  private static func changes(_ effects: [Effect]) -> [KeychainChange] {
    effects.compactMap { effect in
      guard case .event(let event) = effect, case .keychainChanged(let change) = event.body else {
        return nil
      }
      return change
    }
  }

  private static let all = {
    var query = KeychainQuery(.genericPassword)
    query.limit = .max
    return query
  }()

  private static let commands: [(Command, KeychainChange.Operation)] = [
    (.secItemDelete(app: nil, all), .delete),
    (.secItemUpdate(app: nil, all, KeychainChanges([.label: "new"])), .update),
    (.clearPasscode, .invalidate),
  ]

  @Test("up to a thousand items have an event each, more have one that counts them", arguments: commands)
  func events(_ command: Command, _ operation: KeychainChange.Operation) throws {
    var device = try Self.device(1000)
    let single = Self.changes(try Self.run(command, on: &device))
    #expect(single.count == 1000)
    #expect(single.allSatisfy { $0.operation == operation && $0.item != nil && $0.count == nil })

    device = try Self.device(1001)
    let whole = Self.changes(try Self.run(command, on: &device))
    #expect(whole == [KeychainChange(app: Device.defaultApp, operation: operation, count: 1001)])
  }

  @Test("a reset tells of up to a thousand apps one by one, and of more that the keychain changed")
  func reset() throws {
    var device = try Device(clock: .manual, at: .zero, wallTime: 0)
    for number in 0..<1000 { try Self.add("a", to: &device, app: "app\(number)") }
    let before = device
    #expect(Self.changes(try Self.run(.resetKeychain(app: nil), on: &device)).count == 1000)
    device = before
    try Self.add("a", to: &device, app: "more")
    let effects = try Self.run(.resetKeychain(app: nil), on: &device)
    #expect(effects.first == .event(Event(time: .zero, .stateChanged(fields: [.keychain]))))
    #expect(effects.count == 2 && device.state.keychain.isEmpty)
  }

  @Test("a reply knows what it weighs without a look at its items")
  func weight() throws {
    var device = try Self.device(3)
    var query = Self.all
    query.returning.data = true
    for command in [.secItemCopyMatching(app: nil, query), .listKeychainItems(app: nil)] as [Command] {
      guard case .reply(_, .success(let reply))? = try Self.run(command, on: &device).last else {
        throw Failure.cancelled
      }
      #expect(((3 * 256)..<1000).contains(reply.weight))
    }
    #expect(Reply.changed(true).weight == 0)
  }

  @Test("an update that cannot be for one item is for none")
  func wholeOrNothing() throws {
    var device = try Self.device(5)
    let before = device
    #expect(throws: Failure.keychain(.duplicateItem)) {
      try Self.run(.secItemUpdate(app: nil, Self.all, KeychainChanges([.account: "same"])), on: &device)
    }
    #expect(device == before)
  }
}
