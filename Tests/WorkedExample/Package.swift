// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "worked-example",
  platforms: [.iOS(.v17), .macOS(.v15)],
  products: [.library(name: "AppLock", targets: ["AppLock"])],
  targets: [
    .target(name: "AppLock", swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(
      name: "AppLockTests", dependencies: ["AppLock"], swiftSettings: [.treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6]
)

// Whatever stands above is a package for Apple platforms; this is all that lets it be tested on Linux.
#if os(Linux)
  package.dependencies.append(.package(name: "device-simulator", path: "../.."))
  for target in package.targets {
    let products = ["LocalAuthentication", "Security"] + (target.isTest ? ["DeviceSimulatorTesting"] : [])
    target.dependencies += products.map { .product(name: $0, package: "device-simulator") }
  }
#endif
