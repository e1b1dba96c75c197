import DeviceSimulatorTesting
import LocalAuthentication
import SimulatedLocalAuthentication
import Testing

/// A context for the app's life, as some plugins keep one.
private final class Plugin: @unchecked Sendable {
  let context = LAContext()
}

@Suite struct ContextAcrossTestsTests {
  @Test("C88: a context that outlives its test is new on the next one's device")
  func kept() async throws {
    let plugin = try await withSimulatedDevice(.touchID) { device in
      let plugin = Plugin()
      try await device.arm(.matchingFinger)
      try await plugin.context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x")
      #expect(plugin.context.setCredential(Data("pin".utf8), type: .applicationPassword))
      #expect(plugin.context.biometryType == .touchID)
      plugin.context.invalidate()
      return plugin
    }
    try await withSimulatedDevice(.faceID) { device in
      #expect(plugin.context.biometryType == .none)
      #expect(!plugin.context.isCredentialSet(.applicationPassword))
      #expect(plugin.context.obstacle() == nil)
      #expect(plugin.context.biometryType == .faceID)
      // Neither invalidated nor authenticated.
      async let ending = authenticate(.deviceOwnerAuthentication, with: plugin.context)
      try await device.tapCancel()
      #expect(await ending == .userCancel)
    }
  }

  @Test("two tests at once that share a context each have their own device")
  func shared() async throws {
    try await withSimulatedDevice(.touchID) { _ in
      let plugin = Plugin()
      #expect(plugin.context.obstacle() == nil)
      try await withSimulatedDevice(.faceID, .enrolled(false)) { _ in
        #expect(plugin.context.obstacle() == .biometryNotEnrolled)
        #expect(plugin.context.biometryType == .faceID)
      }
      #expect(plugin.context.biometryType == .touchID)
      #expect(plugin.context.obstacle() == nil)
    }
  }

  @Test("outside of every test it fails with an error that says so")
  func outside() async {
    await #expect(processExitsWith: .success) {
      let plugin = try await withSimulatedDevice { _ in Plugin() }
      var error: NSError?
      #expect(!plugin.context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
      #expect(error?.domain == DeviceSimulatorError.errorDomain && error?.code == -32094)
      #expect(error?.localizedDescription.contains("withSimulatedDevice") == true)
      await #expect {
        try await plugin.context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x")
      } throws: { DeviceSimulatorError.deviceClosed ~= $0 }
      try await withSimulatedDevice { _ in #expect(plugin.context.obstacle() == nil) }
    }
  }

  @Test("a task that outlives its test is told so, also while another test runs")
  func lateTask() async throws {
    let (stream, leave) = AsyncStream<Void>.makeStream()
    var late: Task<(any Error)?, Never>?
    try await withSimulatedDevice { _ in
      late = Task {
        for await _ in stream {}
        do {
          try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x")
          return nil
        } catch {
          return error
        }
      }
    }
    let error = try await withSimulatedDevice { _ in
      leave.finish()
      return await late?.value
    }
    #expect(error.map { DeviceSimulatorError.deviceClosed ~= $0 } == true)
  }
}
