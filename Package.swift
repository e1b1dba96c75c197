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
  module("SimulatedLocalAuthentication", ["JSON", "Platform", "Schema", "Client"]),
  module(
    "DeviceSimulatorTesting",
    ["Schema", "WireProtocol", "Platform", "Server", "SimulatedLocalAuthentication"]),
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
      name: "wirefuzzer", dependencies: ["JSON", "DeviceModel", "WireProtocol", "Platform", "Server"],
      path: "Tests/Fuzzers", swiftSettings: strict + [.enableExperimentalFeature("Extern")],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
}

/// Only on demand: `DEVICESIM_EXPLORE=1 swift build --product modelexplorer -c release`.
if Context.environment["DEVICESIM_EXPLORE"] != nil {
  appTargets.append(
    .executableTarget(
      name: "modelexplorer", dependencies: ["ModelChecking"], path: "Tests/ModelExplorer",
      swiftSettings: strict))
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
    .target(name: "CProgramStart"),
    module("Manual"),
    module("JSON"),
    module("Schema", ["JSON"]),
    module("DeviceModel", ["JSON", "Schema"], exclude: ["README.md"]),
    module("WireProtocol", ["JSON", "Schema", "DeviceModel"]),
    module("Platform", ["CSystemShims"]),
    module("Store", ["JSON", "Platform"], exclude: ["README.md"]),
    module(
      "Server", ["Manual", "JSON", "Schema", "DeviceModel", "WireProtocol", "Platform", "Store"]),
    module("Client", ["JSON", "Platform"]),
    module("Presentation", ["JSON", "Schema", "DeviceModel", "WireProtocol", "Platform"]),
    module("Recording", ["JSON", "WireProtocol", "Platform", "Client", "Presentation"]),
    module("LiveView", ["JSON", "DeviceModel", "WireProtocol", "Platform", "Client", "Presentation"]),
    module(
      "ControlPanel",
      ["JSON", "Schema", "DeviceModel", "WireProtocol", "Platform", "Client", "Presentation", "LiveView"]),
    module(
      "CommandLineTool",
      [
        "Manual", "JSON", "Schema", "WireProtocol", "Platform", "Client", "Presentation", "Recording",
        "LiveView", "ControlPanel",
      ]),
    executable("devicesimd", ["CProgramStart", "Platform", "Server"]),
    executable("devicesim", ["CProgramStart", "Platform", "CommandLineTool"], exclude: ["README.md"]),
    executable("loadgenerator", ["JSON", "Platform", "Client"]),

    .target(
      name: "TestSupport", dependencies: ["JSON"], path: "Tests/TestSupport", swiftSettings: strict),
    tests("JSONTests", ["JSON"]),
    .target(
      name: "ModelChecking", dependencies: ["JSON", "Schema", "DeviceModel"], path: "Tests/ModelChecking",
      swiftSettings: strict),
    tests("DeviceModelTests", ["JSON", "Schema", "DeviceModel", "WireProtocol", "ModelChecking"]),
    tests("WireProtocolTests", ["JSON", "Schema", "DeviceModel", "WireProtocol"]),
    tests("StoreTests", ["JSON", "Platform", "Store"], exclude: ["Golden"]),
    tests("ServerTests", ["JSON", "Schema", "DeviceModel", "WireProtocol", "Platform", "Store", "Server"]),
    tests(
      "CommandLineToolTests",
      [
        "Manual", "JSON", "Schema", "DeviceModel", "WireProtocol", "Presentation", "Recording", "LiveView",
        "CommandLineTool",
      ]),
    tests(
      "ControlPanelTests",
      ["JSON", "Schema", "WireProtocol", "Platform", "Client", "Presentation", "LiveView", "ControlPanel"]),
    tests(
      "EndToEndTests", ["JSON", "Platform", "Client", "devicesimd", "devicesim"],
      exclude: ["Clients/lockout.py", "Clients/lockout.mjs"]),
    tests("SimulatedLocalAuthenticationTests", ["Platform", "DeviceSimulatorTesting"] + appModules),
    tests(
      "DeviceSimulatorTestingTests",
      ["Schema", "WireProtocol", "Platform", "DeviceSimulatorTesting"] + appModules),
  ] + appTargets,
  swiftLanguageModes: [.v6]
)

/// For Scripts/build: the executables and what they need, so that one `swift build` makes them all, side by side.
if Context.environment["DEVICESIM_PROGRAMS"] != nil {
  var needed: Set<String> = []
  func need(_ name: String) {
    guard needed.insert(name).inserted else { return }
    for case .byNameItem(let other, _) in package.targets.first(where: { $0.name == name })?.dependencies
      ?? []
    {
      need(other)
    }
  }
  for target in package.targets where target.type == .executable { need(target.name) }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { $0 is Product.Library }
}
