import Testing

/// Harnesses that do not know the sensor send a scan for each. Only a scan that belongs to such a pair passes.
@Suite("Scans for both sensors")
struct BothSensorsTests {
  @Test(
    "one for the sensor that the device lacks does nothing beside the right one",
    arguments: ["faceID", "touchID"],
    [
      "notifyutil -p $S.fingerTouch.match -p $S.pearl.match",
      "notifyutil -p $S.pearl.match -p $S.fingerTouch.match",
      "for s in fingerTouch pearl; do xcrun simctl spawn booted notifyutil -p $S.$s.match || exit; done",
      "for s in pearl fingerTouch; do xcrun simctl spawn booted notifyutil -p $S.$s.match || exit; done",
      "applesimutils --booted --matchFinger --matchFace", "applesimutils --booted --matchFace --matchFinger",
    ])
  func pair(sensor: String, command: String) throws {
    let outcome = try Shims.run(
      """
      devicesim setState biometryType=\(sensor) >/dev/null
      { sleep 0.3; devicesim evaluatePolicy; } >"$HOME/app" 2>&1 & app=$!
      \(command)
      echo $?; wait $app; cat "$HOME/app"
      """)
    expect(outcome.lines, are: ["0", "success: biometry"])
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.contains("note: matching\(sensor == "faceID" ? "Finger" : "Face") does nothing"))
  }

  @Test(
    "two seconds after the scan, by the device's clock, it is an error again, and after a reset",
    arguments: [
      ("advanceClock 0", true), ("advanceClock 2", true), ("advanceClock 2.1", false), ("resetDevice", false),
    ])
  func span(passing: String, isTogether: Bool) throws {
    let outcome = try Shims.run(
      """
      export DEVICESIM_DEVICE=phone DEVICESIM_SHIM_WAIT=0.1
      devicesim createDevice phone clock=manual >/dev/null; devicesim advanceClock 10.0006 >/dev/null
      devicesim evaluatePolicy >/dev/null & notifyutil -p $S.pearl.match; wait
      devicesim \(passing) >/dev/null
      notifyutil -p $S.fingerTouch.match
      """)
    #expect(outcome.status == (isTogether ? 0 : 3))
    #expect(outcome.errors.hasPrefix(isTogether ? "notifyutil: note: " : "wrongModality (-32004): "))
  }

  @Test(
    "without a prompt it is an error, also after one that had no scan",
    arguments: ["", "devicesim evaluatePolicy >/dev/null 2>&1 & devicesim tapCancel --wait >/dev/null; wait"])
  func alone(before: String) throws {
    let outcome = try Shims.run(
      """
      \(before)
      DEVICESIM_SHIM_WAIT=0.1 xcrun simctl spawn booted notifyutil -p $S.fingerTouch.match
      """)
    #expect(outcome.status == 3)
    #expect(outcome.errors.hasPrefix("wrongModality (-32004): "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }
}
