import DeviceModel
import JSON
import Schema
import Testing

/// Section 1 of the rulebook, "Failures by order".
@Suite("Failures by order")
struct FailureOrderTests {
  private func order(_ story: Story, _ order: FailureOrder) throws { try story.verb(.failNext(order)) }

  private func orders(_ story: Story) -> [FailureOrder] { story.state.failureOrders }

  @Test("C73 the next call of a method fails as it was ordered, without a prompt, and the one after does not")
  func once() throws {
    let story = try Story()
    let app = story.connect()
    try order(story, .init(.localAuthentication(.systemCancel), of: .evaluatePolicy))
    #expect(orders(story).map(\.times) == [1])
    #expect(app.evaluate(control: .biometryAny).outcome == .pending)
    try story.respond(.tapCancel)
    #expect(app.evaluate(.biometrics).outcome == .error(.systemCancel) && story.prompt == nil)
    #expect(orders(story).isEmpty)
    #expect(app.evaluate(.biometrics).outcome == .pending)
  }

  @Test("an order for an app is for no other whose name only looks the same")
  func bytes() throws {
    let story = try Story()
    let (composed, decomposed) = (story.connect("caf\u{E9}"), story.connect("cafe\u{301}"))
    try order(story, .init(.localAuthentication(.systemCancel), of: .canEvaluatePolicy, app: "caf\u{E9}"))
    #expect(try decomposed.error(for: .biometrics) == nil)
    #expect(try composed.error(for: .biometrics) == .systemCancel)
  }

  @Test("the first order that fits comes first, whatever it names, and the next one after it")
  func firstOfMany() throws {
    let story = try Story()
    let client = story.connect("a")
    try order(story, .init(.localAuthentication(.appCancel), app: "b", times: nil))
    try order(story, .init(.localAuthentication(.systemCancel), times: 2))
    try order(story, .init(.localAuthentication(.userCancel), of: .canEvaluatePolicy, app: "a"))
    try order(story, .init(.number(-77), of: .canEvaluatePolicy, times: nil))
    let met = try (0..<5).map { _ in try client.error(for: .biometrics)?.rawValue }
    #expect(met == [LAErrorCode.systemCancel, .systemCancel, .userCancel].map(\.rawValue) + [-77, -77])
    #expect(orders(story).map(\.used) == [0, 2])
  }

  @Test("C73 the keychain fails out of nothing, now and then or for ever")
  func keychain() throws {
    let (story, app) = try Story.with(nil)
    try order(story, .init(.keychain(.missingEntitlement), of: .secItemCopyMatching, times: 2))
    #expect(app.read().outcome == .status(.missingEntitlement))
    #expect(app.update().outcome == .updated(1))
    #expect(app.read().outcome == .status(.missingEntitlement))
    #expect(app.read().outcome == .items(["new"]))
    try order(story, .init(.keychain(.notAvailable), times: nil))
    for _ in 0..<3 {
      #expect(app.read().outcome == .status(.notAvailable))
      #expect(app.add("L") == .status(.notAvailable))
      #expect(app.update().outcome == .status(.notAvailable))
      #expect(app.delete() == .status(.notAvailable))
    }
    #expect(orders(story).map(\.used) == [12] && orders(story).map(\.times) == [nil])
    #expect(try app.error(for: .biometrics) == nil)
    try story.harness(.disarm)
    #expect(app.read().outcome == .items(["new"]))
  }

  @Test("without a method an error waits for the first call that can fail so, and a number for any")
  func anyMethod() throws {
    let (story, app) = try Story.with(nil)
    try order(story, .init(.localAuthentication(.biometryDisconnected)))
    #expect(app.read().outcome == .items(["value of K"]))
    #expect(try app.error(for: .biometrics) == .biometryDisconnected)
    #expect(try app.error(for: .biometrics) == nil)
    try order(story, .init(.keychain(.decode)))
    #expect(app.evaluate(.owner).outcome == .pending)
    #expect(app.read().outcome == .status(.decode))
    try order(story, .init(.number(-4711), times: 2))
    #expect(app.delete() == .status(OSStatusCode(rawValue: -4711)))
    #expect(try app.error(for: .owner) == LAErrorCode(rawValue: -4711))
  }

  @Test("each method that can fail can be ordered to", arguments: FailableMethod.allCases)
  func everyMethod(_ method: FailableMethod) throws {
    let (story, app) = try Story.with(.biometryAny)
    try order(story, .init(.number(-77), of: method))
    let before = story.device
    switch method {
    case .canEvaluatePolicy: #expect(try app.error(for: .biometrics) == LAErrorCode(rawValue: -77))
    case .evaluatePolicy:
      #expect(app.evaluate(.biometrics).outcome == .error(LAErrorCode(rawValue: -77)))
    case .evaluateAccessControl:
      #expect(app.evaluate(control: .biometryAny).outcome == .error(LAErrorCode(rawValue: -77)))
    case .secItemAdd: #expect(app.add("L") == .status(OSStatusCode(rawValue: -77)))
    case .secItemCopyMatching: #expect(app.read().outcome == .status(OSStatusCode(rawValue: -77)))
    case .secItemUpdate: #expect(app.update().outcome == .status(OSStatusCode(rawValue: -77)))
    case .secItemDelete: #expect(app.delete() == .status(OSStatusCode(rawValue: -77)))
    case .secKeyUse:
      let use = story.send(.secKeyUse(app: nil, KeychainQuery(.key)), from: app.client)
      guard case .failure(.localAuthentication(LAErrorCode(rawValue: -77), _)) = story.reply(to: use) else {
        Issue.record("\(String(describing: story.reply(to: use)))")
        return
      }
    }
    #expect(story.prompt == nil && orders(story).isEmpty)
    // The call did nothing else.
    #expect(story.state.keychain == before.state.keychain)
  }

  @Test("an order may be for one app, and orders are met in their order")
  func apps() throws {
    let story = try Story()
    let (first, second) = (story.connect("a"), story.connect("b"))
    try order(story, .init(.localAuthentication(.appCancel), app: "b"))
    try order(story, .init(.localAuthentication(.userCancel)))
    try order(story, .init(.localAuthentication(.userFallback)))
    #expect(first.evaluate(.owner).outcome == .error(.userCancel))
    #expect(second.evaluate(.owner).outcome == .error(.appCancel))
    #expect(second.evaluate(.owner).outcome == .error(.userFallback))
  }

  @Test("the call launches its app, but one of a dead app or without its context is answered as ever")
  func launches() throws {
    let story = try Story()
    let app = story.connect()
    try order(story, .init(.localAuthentication(.userCancel), of: .evaluatePolicy))
    #expect(app.evaluate(.biometrics, in: ContextID(9)).outcome == .failure(.unknownContext(ContextID(9))))
    #expect(story.appState() == nil && orders(story).count == 1)
    #expect(app.evaluate(.biometrics).outcome == .error(.userCancel) && story.appState() == .foreground)
    try order(story, .init(.localAuthentication(.userCancel), of: .evaluatePolicy))
    try story.verb(.terminateApp(Device.defaultApp))
    #expect(app.evaluate(.biometrics).outcome == .failure(.appTerminated(app: Device.defaultApp)))
    #expect(orders(story).count == 1)
  }

  @Test("an error that the method cannot have is refused, and so are more orders than there is room for")
  func refused() throws {
    let story = try Story()
    let before = story.device
    for wrong in [
      FailureOrder(.keychain(.decode), of: .evaluatePolicy),
      FailureOrder(.localAuthentication(.userCancel), of: .secItemAdd),
    ] {
      let reply = story.reply(to: story.send(.failNext(wrong)))
      guard case .failure(.invalidParameter("error", _)) = reply else {
        Issue.record("\(String(describing: reply))")
        continue
      }
    }
    #expect(story.device == before)
  }

  @Test("disarming removes them and returns those that too few calls met")
  func disarm() throws {
    let story = try Story()
    let app = story.connect()
    let orders = [
      FailureOrder(.localAuthentication(.userCancel), of: .evaluatePolicy, times: 3),
      FailureOrder(.keychain(.decode), times: nil),
      FailureOrder(.localAuthentication(.appCancel), times: nil),
    ]
    for order in orders { try self.order(story, order) }
    _ = app.evaluate(.biometrics)
    _ = try app.error(for: .biometrics)
    let mark = story.mark
    guard case .disarmed(unused: [], let failures) = try story.harness(.disarm) else {
      Issue.record("other responses")
      return
    }
    #expect(failures.map(\.times) == [2, nil] && failures.map(\.used) == [1, 0])
    #expect(story.events(since: mark) == [.stateChanged(fields: [.failNext])])
    #expect(self.orders(story).isEmpty)
    #expect(try story.harness(.disarm) == .disarmed(unused: []))
  }

  @Test("a reset drops them; a snapshot and an archive keep them")
  func kept() throws {
    let story = try Story()
    try order(story, .init(.localAuthentication(.userCancel), of: .evaluatePolicy, app: "a", times: 4))
    try order(story, .init(.number(-9), times: nil))
    try order(story, .init(.keychain(.decode)))
    story.connect("b").evaluate(.owner)
    let orders = orders(story)
    #expect(orders.map(\.used) == [0, 1, 0])
    var writer = JSONWriter()
    story.device.write(at: .unknown, into: &writer)
    let copy = try withJSON(writer.bytes) { try Device($0, at: .unknown) }
    #expect(copy.state.failureOrders == orders)
    let snapshot = story.device.snapshot
    try story.verb(.reset)
    #expect(self.orders(story).isEmpty)
    #expect(Device(snapshot, at: .zero).state.failureOrders == orders)
  }
}
