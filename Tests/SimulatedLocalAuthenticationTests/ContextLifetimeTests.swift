import DeviceSimulatorTesting
import Dispatch
import LocalAuthentication
import Security
import Synchronization
import Testing

/// How a handler was called, for whoever waits for it.
private struct Ending: Sendable {
  private let stream: AsyncStream<LAError.Code?>
  private let end: AsyncStream<LAError.Code?>.Continuation

  init() { (stream, end) = AsyncStream.makeStream() }

  func come(_ success: Bool, _ error: (any Error)?) {
    end.yield(success ? nil : (error as? LAError)?.code ?? .invalidDimensions)
    end.finish()
  }

  /// `nil`: success.
  var code: LAError.Code? {
    get async {
      for await code in stream { return code }
      return .invalidDimensions
    }
  }
}

/// Code that keeps its context nowhere, as most apps have it.
private func unlock(_ policy: LAPolicy, _ ending: Ending) {
  let context = LAContext()
  context.evaluatePolicy(policy, localizedReason: "Open the vault") { ending.come($0, $1) }
}

@Suite struct ContextLifetimeTests {
  private static let policies: [LAPolicy] = [
    .deviceOwnerAuthentication, .deviceOwnerAuthenticationWithBiometrics,
  ]

  @Test("C68: a context that nobody holds shows its prompt, and is answered", arguments: policies)
  func nobody(policy: LAPolicy) async throws {
    try await withSimulatedDevice { device in
      let ending = Ending()
      unlock(policy, ending)
      try await Task.sleep(for: .milliseconds(200))
      #expect(try await device.state().prompt?.reason == "Open the vault")
      try await device.matchingFace()
      #expect(await ending.code == nil)
    }
  }

  @Test("C68: it is told of a cancel as well")
  func cancelled() async throws {
    try await withSimulatedDevice { device in
      let ending = Ending()
      unlock(.deviceOwnerAuthentication, ending)
      try await Task.sleep(for: .milliseconds(200))
      try await device.tapCancel()
      #expect(await ending.code == .userCancel)
    }
  }

  @Test("the same holds for an access control")
  func accessControl() async throws {
    try await withSimulatedDevice { device in
      let access = try #require(
        SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .biometryAny, nil))
      let ending = Ending()
      LAContext().evaluateAccessControl(access, operation: .useItem, localizedReason: "Open") {
        ending.come($0, $1)
      }
      try await Task.sleep(for: .milliseconds(200))
      try await device.matchingFace()
      #expect(await ending.code == nil)
    }
  }

  @Test("the same holds for a subclass")
  func subclass() async throws {
    final class Context: LAContext {}
    try await withSimulatedDevice { device in
      let ending = Ending()
      Context().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Open") { ending.come($0, $1) }
      try await Task.sleep(for: .milliseconds(200))
      try await device.matchingFace()
      #expect(await ending.code == nil)
    }
  }

  @Test("the same holds for code that blocks the main thread until the reply")
  @MainActor func semaphore() async throws {
    func unlock() -> Bool {
      let outcome = Mutex(false)
      let replied = DispatchSemaphore(value: 0)
      LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Open") { success, _ in
        outcome.withLock { $0 = success }
        replied.signal()
      }
      replied.wait()
      return outcome.withLock { $0 }
    }
    try await withSimulatedDevice { device in
      async let scan: Void = {
        try await Task.sleep(for: .milliseconds(200))
        try await device.matchingFace()
      }()
      #expect(unlock())
      try await scan
    }
  }

  @Test("a context is released after its reply, and not before")
  func released() async throws {
    try await withSimulatedDevice { device in
      weak var context: LAContext?
      let ending = Ending()
      do {
        let strong = LAContext()
        context = strong
        strong.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Open") { ending.come($0, $1) }
      }
      try await device.waitFor(.promptShown)
      #expect(context != nil)
      try await device.matchingFace()
      #expect(await ending.code == nil)
      for _ in 1...100 where context != nil { try await Task.sleep(for: .milliseconds(20)) }
      #expect(context == nil)
    }
  }

  @Test("a context that asked nothing is gone as soon as it is released")
  func unused() async throws {
    try await withSimulatedDevice { _ in
      weak var context: LAContext?
      do {
        let strong = LAContext()
        #expect(strong.obstacle() == nil)
        context = strong
      }
      #expect(context == nil)
    }
  }
}
