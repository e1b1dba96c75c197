import DeviceSimulatorTesting
import LocalAuthentication
import Security
import Testing

// The form with a handler and the awaited one are one method on Apple platforms.

private final class AwaitedFake: LAContext {
  override func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
    if policy == .deviceOwnerAuthentication { return true }
    throw LAError(.userFallback)
  }

  override func evaluateAccessControl(
    _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String
  ) async throws -> Bool {
    throw LAError(.biometryLockout)
  }
}

private final class HandlerFake: LAContext {
  override func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    reply(false, LAError(.biometryLockout))
  }
}

/// Asks the base class, in the form that it overrides.
private final class AwaitedDecorator: LAContext {
  nonisolated(unsafe) var reasons: [String] = []

  override func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
    reasons.append(localizedReason)
    return try await super.evaluatePolicy(policy, localizedReason: "\(localizedReason)!")
  }
}

private final class HandlerDecorator: LAContext {
  nonisolated(unsafe) var reasons: [String] = []

  override func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    reasons.append(localizedReason)
    super.evaluatePolicy(policy, localizedReason: "\(localizedReason)!", reply: reply)
  }
}

extension LAContext {
  /// Calls the form with a handler.
  fileprivate func ask(_ policy: LAPolicy = .deviceOwnerAuthentication) async -> LAError.Code? {
    await withCheckedContinuation { done in
      evaluatePolicy(policy, localizedReason: "Open") { success, error in
        done.resume(returning: success ? nil : (error as? LAError)?.code ?? .invalidDimensions)
      }
    }
  }
}

@Suite struct EvaluationFormTests {
  @Test("overriding the awaited form changes the one with a handler")
  func awaited() async {
    #expect(await AwaitedFake().ask() == nil)
    #expect(await AwaitedFake().ask(.deviceOwnerAuthenticationWithBiometrics) == .userFallback)
  }

  @Test("overriding the awaited form of an access control changes the one with a handler")
  func accessControl() async throws {
    let access = try #require(
      SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .biometryAny, nil))
    let code: LAError.Code? = await withCheckedContinuation { done in
      AwaitedFake().evaluateAccessControl(access, operation: .useItem, localizedReason: "Open") {
        done.resume(returning: ($1 as? LAError)?.code)
      }
    }
    #expect(code == .biometryLockout)
  }

  @Test("overriding the form with a handler changes the awaited one")
  func handler() async {
    #expect(await authenticate(with: HandlerFake()) == .biometryLockout)
  }

  @Test("an override that asks the base class asks the user once, in both forms")
  func decorators() async throws {
    try await withSimulatedDevice { device in
      let awaited = AwaitedDecorator()
      try await device.arm(.matchingFace)
      #expect(await awaited.ask() == nil)
      #expect(awaited.reasons == ["Open"])

      let handler = HandlerDecorator()
      try await device.arm(.tapCancel)
      #expect(await handler.ask() == .userCancel)
      try await device.arm(.tapCancel)
      await #expect {
        try await handler.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Open")
      } throws: { LAError.userCancel ~= $0 }
      #expect(handler.reasons == ["Open", "Open"])

      let other = AwaitedDecorator()
      try await device.arm(.tapCancel)
      await #expect {
        try await other.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Open")
      } throws: { LAError.userCancel ~= $0 }
      #expect(other.reasons == ["Open"])
      // The answer to any call comes after the events before it.
      _ = try await device.state()
      let shown = device.events.filter { $0.kind == .promptShown }.map { $0.prompt?.reason }
      #expect(shown == ["Open!", "Open!", "Open!", "Open!"])
    }
  }

  @Test("a subclass that overrides neither asks at once")
  func neither() async throws {
    final class Context: LAContext {}
    try await withSimulatedDevice { device in
      try await device.arm(.matchingFace)
      #expect(await Context().ask() == nil)
      try await device.arm(.matchingFace)
      #expect(try await Context().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Open"))
    }
  }
}
