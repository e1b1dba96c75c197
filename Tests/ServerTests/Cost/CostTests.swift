import TestSupport
import Testing

/// What keeps the daemon fast: bounds on what can be counted, a fifth above what was measured. Whoever passes
/// one has made every request dearer; whoever makes them cheaper should lower it.
@Suite struct CostTests {
  private static let hasCallgrind = CostMeter.has("valgrind")
  private static let hasStrace = CostMeter.has("strace")
  private static let ping = TestClient.request("ping", id: 1)
  private static let changes = [1, 2].map {
    TestClient.request("setState", ["failedAttempts": .integer($0)], id: 1)
  }
  /// Many in line, as from a client that does not wait.
  private static func inLine(_ requests: [String]) -> CostMeter {
    CostMeter(requests: (0..<32).map { requests[$0 % requests.count] })
  }

  @Test(
    "a change of state, with its event and its reply, allocates nothing and takes few instructions",
    .enabled(if: hasCallgrind, "needs valgrind, and an optimised build in $DEVICESIM_BIN"))
  func change() throws {
    let cost = try Self.inLine(Self.changes).callgrind(["malloc"])
    // Only the output buffer grows a few times in each turn of 32.
    #expect(cost["malloc", default: 0] < 0.2, "\(cost)")
    #expect(cost["all", default: 0] < 7_500, "\(cost)")
  }

  @Test(
    "a ping allocates nothing and takes few instructions",
    .enabled(if: hasCallgrind, "needs valgrind, and an optimised build in $DEVICESIM_BIN"))
  func leastRequest() throws {
    let cost = try Self.inLine([Self.ping]).callgrind(["malloc"])
    #expect(cost["malloc", default: 0] < 0.2, "\(cost)")
    #expect(cost["all", default: 0] < 3_100, "\(cost)")
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
