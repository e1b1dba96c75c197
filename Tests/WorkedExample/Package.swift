// swift-tools-version: 6.2
import PackageDescription

/// Apple's own modules where there are Apple's, the simulated ones elsewhere; the sources know no difference.
#if os(Linux)
  let appleModules: [Target.Dependency] = [
    .product(name: "LocalAuthentication", package: "device-simulator"),
    .product(name: "Security", package: "device-simulator"),
  ]
#else
  let appleModules: [Target.Dependency] = []
#endif

let package = Package(
  name: "worked-example",
  platforms: [.iOS(.v17), .macOS(.v15)],
  products: [.library(name: "AppLock", targets: ["AppLock"])],
  dependencies: [.package(name: "device-simulator", path: "../..")],
  targets: [
    .target(
      name: "AppLock", dependencies: appleModules, swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(
      name: "AppLockTests",
      dependencies: [
        "AppLock", .product(name: "DeviceSimulatorTesting", package: "device-simulator"),
      ] + appleModules,
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6]
)
