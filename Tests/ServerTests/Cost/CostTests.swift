import TestSupport
import Testing

/// What keeps the daemon fast: bounds on what can be counted. Whoever passes one has made a request dearer; whoever
/// makes it cheaper should lower it.
@Suite struct CostTests {
  private static let hasCallgrind = CostMeter.has("valgrind")
  private static let hasStrace = CostMeter.has("strace")
  private static let changes = [1, 2].map { request("setState", ["failedAttempts": .integer($0)]) }

  private static func request(_ method: String, _ params: JSONTree? = nil) -> String {
    TestClient.request(method, params, id: 1)
  }

  private static func item(_ method: String, _ params: [String: JSONTree]) -> String {
    let whose: [String: JSONTree] = ["app": app, "class": "genericPassword", "account": "a"]
    return request(method, .object(whose.merging(params) { $1 }))
  }

  private static let app: JSONTree = "com.example.app"

  /// Many in line, as from a client that does not wait.
  private static func inLine(_ requests: [String]) -> CostMeter {
    CostMeter(requests: (0..<32).map { requests[$0 % requests.count] })
  }

  /// What each of some requests may cost.
  struct Cost: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What is done before.
    var preparation: [String] = []
    let requests: [String]
    /// Instructions at most.
    let bound: Double
    /// Whether the daemon refuses them.
    var isRefused = false
    /// Whether memory is taken for each of them.
    var allocates = true
  }

  static let costs: [Cost] = [
    Cost(testDescription: "ping", requests: [request("ping")], bound: 2_750, allocates: false),
    Cost(testDescription: "setState and its event", requests: changes, bound: 6_930, allocates: false),
    Cost(
      testDescription: "advanceClock and its event", requests: [request("advanceClock", ["seconds": 1])],
      bound: 6_000, allocates: false),
    Cost(
      testDescription: "a scan that reaches nobody", requests: [request("matchingFace")], bound: 8_220,
      isRefused: true),
    Cost(
      testDescription: "canEvaluatePolicy",
      requests: [request("canEvaluatePolicy", ["app": app, "policy": "biometrics"])], bound: 11_960),
    Cost(
      testDescription: "evaluatePolicy and its match, half of both",
      preparation: [request("activateApp", ["app": app])],
      requests: [
        request("evaluatePolicy", ["app": app, "policy": "biometrics", "reason": "unlock"]),
        request("matchingFace"),
      ], bound: 22_050),
    Cost(
      testDescription: "secItemCopyMatching of one item",
      preparation: [item("secItemAdd", ["service": "s", "value": "v"])],
      requests: [item("secItemCopyMatching", ["returnData": true])], bound: 22_910),
    Cost(testDescription: "getState", requests: [request("getState")], bound: 97_600),
    Cost(
      testDescription: "a method that there is not", requests: [request("noSuchMethod")], bound: 32_900,
      isRefused: true),
    Cost(
      testDescription: "a value of a wrong type", requests: [request("setState", ["failedAttempts": "x"])],
      bound: 17_200, isRefused: true),
  ]

  @Test(
    "a request takes few instructions, and no memory where it needs none",
    .enabled(if: hasCallgrind, "needs valgrind, and an optimised build in $DEVICESIM_BIN"), arguments: costs)
  func instructions(_ cost: Cost) throws {
    var meter = Self.inLine(cost.requests)
    meter.population = cost.preparation
    if cost.isRefused { meter.answer = "error" }
    let measured = try meter.callgrind(["malloc"])
    #expect(measured["all", default: 0] < cost.bound, "\(measured)")
    // Only the output buffer grows a few times in each turn of 32.
    if !cost.allocates { #expect(measured["malloc", default: 0] < 0.2, "\(measured)") }
  }

  @Test(
    "a request takes a wait, a read and a send, and nothing else of the system",
    .enabled(if: hasStrace, "needs strace, and an optimised build in $DEVICESIM_BIN"))
  func systemCalls() throws {
    let calls = try CostMeter(requests: [Self.changes[0]]).systemCalls()
    #expect(calls["total", default: 0] <= 3.05, "\(calls)")
  }

  @Test(
    "many requests that come together share them",
    .enabled(if: hasStrace, "needs strace, and an optimised build in $DEVICESIM_BIN"))
  func sharedSystemCalls() throws {
    let calls = try Self.inLine(Self.changes).systemCalls()
    #expect(calls["total", default: 0] <= 4.0 / 32, "\(calls)")
  }
}
