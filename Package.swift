// swift-tools-version: 6.2
import PackageDescription

/// Every target is held to the same rules: Swift 6, what Swift 7 will ask for, and no warnings.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func executable(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, swiftSettings: strict)
}

/// What the app under test and its tests import.
var appProducts = ["SimulatedLocalAuthentication", "DeviceSimulatorTesting"]
var appTargets = [
  module("SimulatedLocalAuthentication", ["JSON", "Platform"]),
  module("DeviceSimulatorTesting", ["SimulatedLocalAuthentication", "Server", "Platform", "WireProtocol"]),
]
// Apple's own names, where Apple's own modules are not.
#if os(Linux)
  appProducts += ["LocalAuthentication", "Security"]
  appTargets += [
    module("LocalAuthentication", ["SimulatedLocalAuthentication"]),
    module("Security", ["SimulatedLocalAuthentication"]),
  ]
  let appModules: [Target.Dependency] = ["LocalAuthentication", "Security"]
#else
  let appModules: [Target.Dependency] = ["SimulatedLocalAuthentication"]
#endif

/// Only on demand: `DEVICESIM_FUZZ=1 swift build --product wirefuzzer -Xswiftc -sanitize=fuzzer`.
if Context.environment["DEVICESIM_FUZZ"] != nil {
  appTargets.append(
    .executableTarget(
      name: "wirefuzzer", dependencies: ["Server", "Platform", "WireProtocol", "DeviceModel", "JSON"],
      path: "Tests/Fuzzers", swiftSettings: strict + [.enableExperimentalFeature("Extern")],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
}

let package = Package(
  name: "device-simulator",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "devicesimd", targets: ["devicesimd"]),
    .executable(name: "devicesim", targets: ["devicesim"]),
  ] + appProducts.map { .library(name: $0, targets: [$0]) },
  targets: [
    // Each module may use those above it, never those below.
    .target(name: "CSystemShims"),
    module("JSON"),
    module("DeviceModel"),
    module("WireProtocol", ["JSON", "DeviceModel"]),
    module("Platform", ["CSystemShims"]),
    module("Store", ["JSON", "Platform"]),
    module("Server", ["JSON", "DeviceModel", "WireProtocol", "Platform", "Store"]),
    module("Client", ["JSON", "Platform"]),
    module("Presentation", ["JSON", "WireProtocol", "Platform"]),
    module("Recording", ["JSON", "WireProtocol", "Client", "Platform", "Presentation"]),
    module("LiveView", ["JSON", "WireProtocol", "Client", "Platform", "Presentation"]),
    module(
      "CommandLineTool",
      ["JSON", "WireProtocol", "Client", "Platform", "Presentation", "Recording", "LiveView"]),
    executable("devicesimd", ["Server", "Platform"]),
    executable("devicesim", ["CommandLineTool"]),
    executable("loadgenerator", ["JSON", "Platform"]),

    .target(
      name: "TestSupport", dependencies: ["JSON"], path: "Tests/TestSupport", swiftSettings: strict),
    tests("JSONTests", ["JSON"]),
    tests("DeviceModelTests", ["DeviceModel", "WireProtocol", "JSON"]),
    tests("WireProtocolTests", ["WireProtocol", "JSON", "DeviceModel"]),
    tests("StoreTests", ["Store", "JSON", "Platform"], exclude: ["Golden"]),
    tests("ServerTests", ["Store", "Server", "Platform", "WireProtocol", "DeviceModel", "JSON"]),
    tests(
      "CommandLineToolTests",
      ["CommandLineTool", "Presentation", "Recording", "LiveView", "WireProtocol", "JSON"]),
    tests(
      "EndToEndTests", ["devicesimd", "devicesim", "Client", "Platform", "JSON"],
      exclude: ["Clients/lockout.py", "Clients/lockout.mjs"]),
    tests("SimulatedLocalAuthenticationTests", ["DeviceSimulatorTesting", "Platform"] + appModules),
    tests("DeviceSimulatorTestingTests", ["DeviceSimulatorTesting"] + appModules),
  ] + appTargets,
  swiftLanguageModes: [.v6]
)
