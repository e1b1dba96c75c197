import DeviceSimulatorTesting
import Foundation
import Schema
import SimulatedLocalAuthentication
import Testing
import WireProtocol

/// The harness against the method table of the wire.
@Suite struct MethodTests {
  /// What of the wire the harness has not, and why.
  private static let missing = [
    "ping": "the daemon is a thread of this process: whatever a test does shows that it is alive",
    "rpc.discover": "is for programs that make clients; this one is made from it",
    "useDevice": "a request of the harness names its device",
    "shutdown": "the daemon serves the other tests of the process, and ends with it",
    "unsubscribe": "a device notes its events to its end",
    "matchingTouch": "another name of matchingFinger",
    "nonMatchingTouch": "another name of nonMatchingFinger",
    "subscribe.since": "a device notes its events from its beginning",
    "subscribe.kinds": "a device notes all its events",
    "subscribe.allDevices": "a device notes its own events",
    "cancelRequest.device": "a request is cancelled by its id alone",
    "unlockDevice.with": "the two forms of unlock say how",
  ]

  @Test("every method of the wire for harnesses is there, with every parameter")
  func complete() async throws {
    let relay = Relay()
    try await relay.route { try await Self.callEverything() }
    var sent: Set<String> = []
    for request in relay.requests {
      guard let method = request["method"]?.string else { continue }
      sent.insert(method)
      for name in request["params"]?.members.keys.map(\.self) ?? [] { sent.insert("\(method).\(name)") }
    }
    for method in MethodTable.all where !method.group.isForApps {
      if !sent.contains(method.name) {
        #expect(Self.missing[method.name] != nil, "the Swift harness never sends \(method.name)")
        continue
      }
      #expect(Self.missing[method.name] == nil, "\(method.name) is there now")
      for parameter in method.accepted.map({ "\(method.name).\($0.name)" }) {
        #expect(
          sent.contains(parameter) != (Self.missing[parameter] != nil),
          "the Swift harness never sends \(parameter), or sends it now")
      }
    }
    let known = Set(
      MethodTable.all.flatMap { method in
        [method.name] + method.accepted.map { "\(method.name).\($0.name)" }
      })
    #expect(Set(Self.missing.keys).subtracting(known).isEmpty, "the wire has no such method")
  }

  /// Calls each method of the harness with all that it takes. What comes of it is for other tests.
  private static func callEverything() async throws {
    try await withSimulatedDevice(
      .touchID, .companionNear(true), permission: .granted, usageDescription: true, clock: .manual
    ) { device in
      for call in responses + stateCalls + otherCalls { try? await call(device) }
      let waiting = Task { try await device.waitFor(.lockout, timeout: nil) }
      waiting.cancel()
      _ = try? await waiting.value
    }
  }

  private typealias Step = @Sendable (SimulatedDevice) async throws -> Void

  private static let responses: [Step] = [
    { try await $0.matchingFace("a", timeout: .zero) },
    { try await $0.nonMatchingFace("a", timeout: .zero) },
    { try await $0.matchingFinger("a", timeout: .zero) },
    { try await $0.nonMatchingFinger("a", timeout: .zero) },
    { try await $0.matchingEyes("a", timeout: .zero) },
    { try await $0.nonMatchingEyes("a", timeout: .zero) },
    { try await $0.match("a", timeout: .zero) },
    { try await $0.nonMatch("a", timeout: .zero) },
    { try await $0.tapCancel(timeout: .zero) },
    { try await $0.tapFallback(timeout: .zero) },
    { try await $0.tapTryAgain(timeout: .zero) },
    { try await $0.enterPasscode("1", timeout: .zero) },
    { try await $0.enterApplicationPassword("p", timeout: .zero) },
    { try await $0.unreadableScan(timeout: .zero) },
    { try await $0.failNext(.secItemAdd, status: -34018, times: 2, app: "a") },
    { try await $0.allowPermission(timeout: .zero) },
    { try await $0.denyPermission(timeout: .zero) },
    { try await $0.approveCompanion(timeout: .zero) },
    { try await $0.arm(.match, .enterPasscode("1")) },
    { try await $0.disarm() },
  ]

  private static let stateCalls: [Step] = [
    { _ = try await $0.state() },
    {
      try await $0.set(
        .biometryType(.faceID), .sensor(.covered), .identities(["a"]), .enrolled(true), .passcode("1"),
        .failedAttempts(1),
        .lockedOut(false), .lockoutReason(nil), .passcodeFailures(0), .companionNear(false), .maxFailures(5))
    },
    { try await $0.reset() },
    { try await $0.saveSnapshot("s") },
    { _ = try await $0.snapshots() },
    { try await $0.restoreSnapshot("s") },
    { try await $0.deleteSnapshot("s") },
    { try await $0.importState(try await $0.exportState()) },
    { try await withSimulatedDevice(from: .clone(of: $0)) { _ in } },
    { try await withSimulatedDevice(from: .backup(of: $0, isEncrypted: false)) { _ in } },
    { _ in try await withSimulatedDevice(from: .template("t")) { _ in } },
    { try await $0.enroll("b") },
    { try await $0.unenroll("b") },
    { try await $0.setPasscode("1") },
    { try await $0.clearPasscode() },
    { try await $0.lock() },
    { try await $0.unlock(passcode: "1") },
    { try await $0.unlock(identity: "a") },
    { try await $0.restart() },
    { try await $0.setClock(.manual, wallTime: .now) },
    { try await $0.advanceClock(by: .seconds(1)) },
  ]

  private static let otherCalls: [Step] = [
    {
      try await $0.setApp(
        permission: .denied, usageDescription: false, kind: .extension, accessGroups: ["g"],
        teamIdentifier: "T")
    },
    { try await $0.launchApp(inBackground: true) },
    { try await $0.coverApp() },
    { try await $0.uncoverApp() },
    { try await $0.activateApp() },
    { try await $0.backgroundApp() },
    { try await $0.terminateApp() },
    { try await $0.installApp() },
    { try await $0.uninstallApp() },
    { _ = try await $0.keychainItems() },
    { try await $0.resetKeychain() },
    { try await $0.waitFor(.scan, app: "a", since: 0, timeout: .zero) },
    { _ = try await $0.events(since: 0, kinds: [.scan], limit: 1, allDevices: true) },
    { _ = try await $0.devices() },
    { _ = try await $0.serverInfo() },
  ]
}
