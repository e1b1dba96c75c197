// swift-tools-version: 6.2
import PackageDescription

/// The settings of all targets: Swift 6, the upcoming features of Swift 7, and no warnings.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func executable(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .executableTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, swiftSettings: strict)
}

/// The libraries that an app under test and its tests import.
var appProducts = ["SimulatedLocalAuthentication", "DeviceSimulatorTesting"]
var appTargets = [
  module("SimulatedLocalAuthentication", ["JSON", "Platform", "Client"]),
  module("DeviceSimulatorTesting", ["SimulatedLocalAuthentication", "Server", "Platform", "WireProtocol"]),
]
// The names of Apple's modules, on systems without them.
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
    module("Schema", ["JSON"]),
    module("DeviceModel", ["JSON", "Schema"], exclude: ["README.md"]),
    module("WireProtocol", ["JSON", "Schema", "DeviceModel"]),
    module("Platform", ["CSystemShims"]),
    module("Store", ["JSON", "Platform"], exclude: ["README.md"]),
    module("Server", ["JSON", "Schema", "DeviceModel", "WireProtocol", "Platform", "Store"]),
    module("Client", ["JSON", "Platform"]),
    module("CommandLineTool", ["JSON", "Schema", "WireProtocol", "Client", "Platform"]),
    executable("devicesimd", ["Server", "Platform"]),
    executable("devicesim", ["CommandLineTool"], exclude: ["README.md"]),
    executable("loadgenerator", ["JSON", "Platform", "Client"]),

    .target(
      name: "TestSupport", dependencies: ["JSON"], path: "Tests/TestSupport", swiftSettings: strict),
    tests("JSONTests", ["JSON"]),
    tests("DeviceModelTests", ["DeviceModel", "WireProtocol", "Schema", "JSON"]),
    tests("WireProtocolTests", ["WireProtocol", "Schema", "JSON", "DeviceModel"]),
    tests("StoreTests", ["Store", "JSON", "Platform"], exclude: ["Golden"]),
    tests("ServerTests", ["Store", "Server", "Platform", "WireProtocol", "Schema", "DeviceModel", "JSON"]),
    tests("CommandLineToolTests", ["CommandLineTool", "WireProtocol", "Schema"]),
    tests(
      "EndToEndTests", ["devicesimd", "devicesim", "Client", "Platform", "JSON"],
      exclude: ["Clients/lockout.py", "Clients/lockout.mjs"]),
    tests("SimulatedLocalAuthenticationTests", ["DeviceSimulatorTesting", "Platform"] + appModules),
    tests("DeviceSimulatorTestingTests", ["DeviceSimulatorTesting"] + appModules),
  ] + appTargets,
  swiftLanguageModes: [.v6]
)
