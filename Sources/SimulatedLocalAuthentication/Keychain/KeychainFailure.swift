import Foundation
import Platform

/// Why a keychain function did not succeed.
enum KeychainFailure: Error {
  /// The dictionary is wrong; in what way.
  case parameter(String)
  /// The device said no, and why.
  case status(OSStatus, String)
  /// There is no device to ask, or it is gone.
  case simulator(DeviceSimulatorError)

  init(_ error: DeviceSimulatorError) {
    switch error.domain {
    case NSOSStatusErrorDomain: self = .status(OSStatus(clamping: error.code), error.message)
    case "jsonrpc": self = .parameter(error.message)
    default: self = .simulator(error)
    }
  }

  init(_ failure: KeyFailure) {
    switch failure {
    case .status(let status, let message): self = .status(status, message)
    case .device(let error): self.init(error)
    }
  }

  /// What the function returns. A status cannot tell that the simulation failed, so that goes to stderr.
  func status(of function: String) -> OSStatus {
    switch self {
    case .parameter: return errSecParam
    case .status(let status, _): return status
    case .simulator(let error):
      try? FileDescriptor.standardError.writeAll("\(function): \(error)\n")
      return errSecNotAvailable
    }
  }
}
