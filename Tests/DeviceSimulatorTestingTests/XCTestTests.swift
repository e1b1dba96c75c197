import DeviceSimulatorTesting
import LocalAuthentication
import XCTest

/// The harness under XCTest.
final class XCTestTests: XCTestCase {
  func testAMatchUnlocks() async throws {
    try await withSimulatedDevice(.touchID) { device in
      async let code = authenticate()
      try await device.matchingFinger()
      let result = await code
      XCTAssertNil(result)
    }
  }

  func testAFailedStepNamesItsLine() async throws {
    do {
      try await withSimulatedDevice(.touchID) { device in
        async let code = authenticate()
        try await device.waitFor(.promptShown)
        try await device.matchingFace()
        _ = await code
      }
      XCTFail("the step did not fail")
    } catch let error as DeviceSimulatorError {
      XCTAssertEqual(error.location?.line, 21)
      XCTAssertTrue("\(error)".contains("(DeviceSimulatorTestingTests/XCTestTests.swift:21)"), "\(error)")
    }
  }
}
