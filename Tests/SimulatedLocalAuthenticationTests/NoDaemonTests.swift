import LocalAuthentication
import Security
import SimulatedLocalAuthentication
import Testing

@Suite struct NoDaemonTests {
  private static var query: CFDictionary { [kSecClass as String: kSecClassGenericPassword] as CFDictionary }

  private func withoutDaemon<R>(_ body: () async throws -> R) async rethrows -> R {
    let nowhere = SimulatedDeviceAddress(socketPath: "/nonexistent/devicesim.sock")
    return try await DeviceBinding.$ofTask.withValue(nowhere) { try await body() }
  }

  @Test("without a daemon a check is false and says where one was looked for")
  func check() async {
    await withoutDaemon {
      var error: NSError?
      let context = LAContext()
      #expect(!context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
      #expect(error?.domain == DeviceSimulatorError.errorDomain)
      #expect(error?.localizedDescription.contains("/nonexistent/devicesim.sock") == true)
      #expect(error as? LAError == nil)
      #expect(context.biometryType == .none)
      #expect(context.evaluatedPolicyDomainState == nil)
      #expect(!context.setCredential(Data(), type: .applicationPassword))
      context.invalidate()
    }
  }

  @Test("without a daemon an evaluation throws the library's own error, in both forms")
  func evaluation() async throws {
    await withoutDaemon {
      await #expect {
        try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Test")
      } throws: { DeviceSimulatorError.noDaemon ~= $0 }
      let context = LAContext()
      let error = await withCheckedContinuation { done in
        context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Test") { success, error in
          done.resume(returning: success ? nil : error)
        }
      }
      #expect(error.map { DeviceSimulatorError.noDaemon ~= $0 } == true)
    }
  }

  @Test("without a daemon the keychain is not available")
  func keychain() async {
    await withoutDaemon {
      var item: CFTypeRef?
      #expect(SecItemAdd(Self.query, nil) == errSecNotAvailable)
      #expect(SecItemCopyMatching(Self.query, &item) == errSecNotAvailable)
      #expect(SecItemUpdate(Self.query, [:] as CFDictionary) == errSecNotAvailable)
      #expect(SecItemDelete(Self.query) == errSecNotAvailable)
      #expect(item == nil)
    }
  }

  @Test("a socket path that no socket can have is named")
  func path() async {
    let long = SimulatedDeviceAddress(socketPath: String(repeating: "x", count: 200))
    DeviceBinding.$ofTask.withValue(long) {
      var error: NSError?
      #expect(!LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
      #expect(error?.localizedDescription.contains("200") == true)
    }
  }

  @Test("the environment and then the code say which device it is, without a test's own")
  func environment() async {
    await #expect(processExitsWith: .success) {
      setenv("DEVICESIM_SOCKET", "/tmp/harness", 1)
      #expect(SimulatedDeviceAddress.fromEnvironment.socketPath == "/tmp/harness")
      setenv("DEVICESIM_APP_SOCKET", "/tmp/app", 1)
      setenv("DEVICESIM_DEVICE", "phone", 1)
      setenv("DEVICESIM_APP", "com.example.notes", 1)
      let address = SimulatedDeviceAddress(socketPath: "/tmp/app", device: "phone", app: "com.example.notes")
      #expect(SimulatedDeviceAddress.fromEnvironment == address)
      SimulatedDeviceAddress.current = SimulatedDeviceAddress(socketPath: "/nonexistent/in-code")
      var error: NSError?
      #expect(!LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
      #expect(error?.localizedDescription.contains("/nonexistent/in-code") == true)
    }
  }

  @Test("an empty reason is a programming error")
  func emptyReason() async {
    await #expect(processExitsWith: .failure) {
      LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "") { _, _ in }
    }
  }
}
