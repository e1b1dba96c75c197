import TestSupport
import Testing

/// What a request costs among a hundred times as much of what it does not touch: about the same. Counted in
/// instructions, so that it is the same on a busy machine; a daemon that was not optimised grows alike.
@Suite(.enabled(if: CostMeter.has("valgrind"), "needs valgrind, and a build in $DEVICESIM_BIN"))
struct GrowthTests {
  /// A request among many of something.
  struct Growth: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// How many there may be.
    var most = 2000
    /// What it is among: so many of these requests.
    let population: @Sendable (Int) -> [String]
    /// Requests of a turn, which leave everything as it was. Those that wait are answered within the turn.
    let requests: @Sendable (Int) -> [String]
  }

  private static func request(_ method: String, _ params: JSONTree = [:]) -> String {
    TestClient.request(method, params, id: 1)
  }

  private static func item(_ number: Int, app: String = "com.example.app") -> JSONTree {
    [
      "app": .string(app), "class": "genericPassword", "account": .string("account \(number)"),
      "service": .string("service \(number)"), "label": .string("label \(number)"), "value": "v",
    ]
  }

  private static let items: @Sendable (Int) -> [String] = { count in
    (0..<count).map { request("secItemAdd", item($0)) }
  }

  private static func search(_ params: JSONTree) -> @Sendable (Int) -> [String] {
    { _ in [request("secItemCopyMatching", params)] }
  }

  static let growths: [Growth] = [
    Growth(
      testDescription: "a search by service", population: items,
      requests: search(["class": "genericPassword", "service": "service 7", "returnData": true])),
    Growth(
      testDescription: "a search by account", population: items,
      requests: search(["class": "genericPassword", "account": "account 7", "returnData": true])),
    Growth(
      testDescription: "a search by label", population: items,
      requests: search(["class": "genericPassword", "label": "label 7", "returnData": true])),
    Growth(
      testDescription: "a search by class for the oldest", population: items,
      requests: search(["class": "genericPassword", "returnData": true])),
    Growth(
      testDescription: "an item that comes and goes", population: items,
      requests: { _ in
        [
          request("secItemAdd", ["class": "genericPassword", "account": "new", "value": "v"]),
          request(
            "secItemUpdate",
            [
              "query": ["class": "genericPassword", "account": "new"], "attributes": ["value": "w"],
            ]),
          request("secItemDelete", ["class": "genericPassword", "account": "new"]),
        ]
      }),
    Growth(
      testDescription: "a change after a saved state, and back", population: items,
      requests: { _ in
        [
          request("saveSnapshot", ["name": "s"]),
          request("secItemAdd", ["class": "genericPassword", "account": "new", "value": "v"]),
          request("restoreSnapshot", ["name": "s"]),
        ]
      }),
    Growth(
      testDescription: "an app that comes to the front among many",
      population: { count in
        (0..<count).map { request("canEvaluatePolicy", ["app": .string("app \($0)"), "policy": "owner"]) }
      },
      requests: { _ in
        [
          request("canEvaluatePolicy", ["app": "app 7", "policy": "owner"]),
          request("activateApp", ["app": "app 7"]), request("activateApp", ["app": "app 8"]),
        ]
      }),
    Growth(
      testDescription: "an app's first call after a saved state, and back",
      population: { count in
        (0..<count).map { request("canEvaluatePolicy", ["app": .string("app \($0)"), "policy": "owner"]) }
      },
      requests: { _ in
        [
          request("saveSnapshot", ["name": "s"]),
          request("canEvaluatePolicy", ["app": "new", "policy": "owner"]),
          request("restoreSnapshot", ["name": "s"]),
        ]
      }),
    Growth(
      testDescription: "a call that meets none of the ordered failures",
      population: { count in
        (0..<count).map {
          request(
            "failNext", ["error": "userCancel", "method": "evaluatePolicy", "app": .string("app \($0)")])
        }
      },
      requests: { _ in [request("canEvaluatePolicy", ["policy": "owner"])] }),
    Growth(
      testDescription: "an app that ends beside calls that wait", most: 1000,
      population: { count in
        [request("setState", ["behavior": ["concurrency": "serialize"]])]
          + (0..<count).map { _ in
            TestClient.request("evaluatePolicy", ["policy": "owner", "reason": "r"])
          }
      },
      requests: { _ in
        [
          request("launchApp", ["app": "other", "inBackground": true]),
          request("terminateApp", ["app": "other"]),
        ]
      }),
  ]

  @Test("costs the same among a hundred times as many", arguments: growths)
  func growth(_ growth: Growth) throws {
    func cost(among count: Int) throws -> Double {
      var meter = CostMeter(requests: growth.requests(count))
      meter.population = growth.population(count)
      return try meter.callgrind([])["all", default: 0]
    }
    let (few, many) = (try cost(among: growth.most / 100), try cost(among: growth.most))
    // Trees are a level or two deeper and their leaves fuller; what is looked at one by one would be a hundredfold.
    #expect(many < 2.5 * few, "\(few) among \(growth.most / 100), \(many) among \(growth.most)")
  }
}
