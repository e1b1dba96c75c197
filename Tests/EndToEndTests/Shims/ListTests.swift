import Foundation
import Testing

@Suite("The lists of the shims")
struct ListTests {
  private static let phones = """
    devicesim createDevice 'a "phone" \\ 📱' state.biometryType=touchID >/dev/null
    devicesim createDevice 0e984725-C51C-4BF4-9960-E1C80E27ABA0 state.biometryType=opticID >/dev/null
    """
  private static let names = ["default", #"a "phone" \ 📱"#, "0e984725-C51C-4BF4-9960-E1C80E27ABA0"]

  private func json(_ command: String) throws -> Any {
    let outcome = try Shims.run("\(Self.phones)\n\(command)")
    #expect(outcome.errors.isEmpty)
    return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
  }

  @Test("simctl's has every member that Maestro's reader requires")
  func simctl() throws {
    let list = try #require(try json("xcrun simctl list -j") as? [String: Any])
    let types = try #require(list["devicetypes"] as? [[String: Any]])
    let systems = try #require(list["runtimes"] as? [[String: Any]])
    let devices = try #require(list["devices"] as? [String: [[String: Any]]])
    #expect(list["pairs"] is [String: Any])
    for type in types {
      for key in ["identifier", "name", "bundlePath", "productFamily"] { #expect(type[key] is String) }
    }
    for system in systems {
      for key in ["bundlePath", "buildversion", "runtimeRoot", "identifier", "version", "name"] {
        #expect(system[key] is String)
      }
      for key in ["isInternal", "isAvailable"] { #expect(system[key] is Bool) }
      let supported = (system["supportedDeviceTypes"] as? [[String: Any]])?.compactMap {
        $0["name"] as? String
      }
      #expect(supported?.isEmpty == false)
    }
    #expect(Set(systems.compactMap { $0["identifier"] as? String }) == Set(devices.keys))
    let listed = devices.values.flatMap(\.self)
    #expect(Set(listed.compactMap { $0["name"] as? String }) == Set(Self.names))
    for device in listed {
      #expect(device["state"] as? String == "Booted")
      #expect(types.contains { $0["identifier"] as? String == device["deviceTypeIdentifier"] as? String })
    }
  }

  @Test("applesimutils' has the system and the model inside of each device")
  func applesimutils() throws {
    let devices = try #require(try json("applesimutils --list") as? [[String: Any]])
    let shown = devices.map { device in
      let (os, type) = (device["os"] as? [String: Any], device["deviceType"] as? [String: Any])
      return [device["name"], os?["name"], type?["name"]].map { $0 as? String ?? "" }
    }
    #expect(
      Set(shown) == [
        ["default", "iOS 18.5", "iPhone 16"], [Self.names[1], "iOS 18.5", "iPhone SE (3rd generation)"],
        [Self.names[2], "visionOS 2.5", "Apple Vision Pro"],
      ])
  }

  @Test(
    "applesimutils' filters leave what they name",
    arguments: [
      ("--byName DEFAULT", ["default"]), ("--byName nobody", []), ("--byId default", ["default"]),
      ("--byId C650563F-0E4F-54D3-8AEB-2B09A285E101", ["default"]),
      ("--byId c650563f-0e4f-54d3-8aeb-2b09a285e101", ["default"]), ("--byId nobody", []),
      ("--byUDID 0E984725-C51C-4BF4-9960-E1C80E27ABA0", [names[2]]), ("--byOS 18.5", [names[1], "default"]),
      ("--byOS 'iOS 18.5' --booted --maxResults 1", [names[1]]),
      ("--byType 'iPhone SE (3rd generation)'", [names[1]]),
      ("--byType com.apple.CoreSimulator.SimDeviceType.iPhone-16", ["default"]), ("--byOS 17.0", []),
      ("--byType 'iPhone 16' --byName 'a \"phone\" \\ 📱'", []),
      ("--booted --maxResults 9", [names[2], names[1], "default"]),
      ("-l -n default", ["default"]),
    ])
  func filters(_ filters: String, _ names: [String]) throws {
    let devices = try #require(try json("applesimutils --list \(filters)") as? [[String: Any]])
    #expect(devices.compactMap { $0["name"] as? String } == names)
  }

  @Test("--fields leaves the members that it names, at every level")
  func fields() throws {
    let devices = try json("applesimutils --list --byId default --fields 'udid, os,version'")
    #expect(
      devices as? NSArray == [["udid": "C650563F-0E4F-54D3-8AEB-2B09A285E101", "os": ["version": "18.5"]]])
  }

  @Test("another model and system are listed where a suite asks for them")
  func settings() throws {
    let devices = try json(
      """
      export DEVICESIM_SHIM_TYPE='iPhone 15 Pro (2nd)' DEVICESIM_SHIM_OS=17.0.1
      applesimutils --list --byType 'iPhone 15 Pro (2nd)' --byOS 17.0.1 --byId default --fields deviceType,os,identifier
      """)
    #expect(
      devices as? NSArray == [
        [
          "os": ["identifier": "com.apple.CoreSimulator.SimRuntime.iOS-17-0-1"],
          "deviceType": ["identifier": "com.apple.CoreSimulator.SimDeviceType.iPhone-15-Pro-2nd"],
        ]
      ])
  }

  @Test("the text has the lines that node-simctl and scripts look for")
  func text() throws {
    let outcome = try Shims.run("\(Self.phones)\nxcrun simctl list devices; xcrun simctl list devices 📱")
    expect(
      outcome.lines,
      are: [
        "== Devices ==", "-- iOS 18.5 --",
        #"    a "phone" \ 📱 (7D58B678-9949-548C-A177-79D06B4BD9E7) (Booted) "#,
        "    default (C650563F-0E4F-54D3-8AEB-2B09A285E101) (Booted) ", "-- visionOS 2.5 --",
        "    0e984725-C51C-4BF4-9960-E1C80E27ABA0 (0e984725-C51C-4BF4-9960-E1C80E27ABA0) (Booted) ",
        "== Devices ==", "-- iOS 18.5 --",
        #"    a "phone" \ 📱 (7D58B678-9949-548C-A177-79D06B4BD9E7) (Booted) "#, "-- visionOS 2.5 --",
      ])
  }

  @Test(
    "nothing is printed of a list when there is no daemon",
    arguments: ["applesimutils --list", "xcrun simctl list -j", "xcrun simctl list"])
  func noDaemon(_ command: String) throws {
    let outcome = try Shims.run("devicesim stop >/dev/null; \(command)")
    #expect(outcome.status == 4)
    #expect(outcome.output.isEmpty)
  }

  @Test("a device is meant by its name or its UDID, in any case, wherever one is named")
  func udid() throws {
    let outcome = try Shims.run(
      """
      devicesim createDevice phone >/dev/null; U=$(devicesim --device phone getState udid)
      applesimutils --byId $U --biometricEnrollment NO; devicesim --device phone getState enrolled
      xcrun simctl spawn $(echo $U | tr A-F a-f) notifyutil -s $E 1; devicesim --device phone getState enrolled
      DEVICESIM_DEVICE=$U notifyutil -s $E 0; devicesim --device phone getState enrolled
      # A name that is another device's UDID means the device of that name.
      devicesim createDevice $U >/dev/null
      xcrun simctl spawn $U notifyutil -g $E
      """)
    #expect(outcome.errors.isEmpty)
    expect(outcome.lines, are: ["false", "true", "false", "com.apple.BiometricKit.enrollmentChanged 1"])
  }
}
