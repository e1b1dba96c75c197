import Foundation
import Platform

/// Why a key function did not succeed.
enum KeyFailure: Error {
  /// A number of Security, and what is wrong.
  case status(OSStatus, String)
  /// The device said no, or there is none to ask.
  case device(DeviceSimulatorError)

  /// An argument is wrong; in what way.
  static func parameter(_ message: String) -> Self { .status(errSecParam, message) }

  init(_ failure: KeychainFailure) {
    switch failure {
    case .parameter(let message): self = .parameter(message)
    case .status(let status, let message): self = .status(status, message)
    case .simulator(let error): self = .device(error)
    }
  }

  /// There is no libcrypto, or it is too old.
  static func noLibCrypto(_ missing: String) -> Self {
    .device(
      DeviceSimulatorError(
        DeviceSimulatorError.noLibcrypto, code: -32095,
        "keys need libcrypto 3, and \(missing) was not found; on Debian and Ubuntu install the package libssl3 "
          + "(apt install libssl3t64, on older versions libssl3)"))
  }

  /// The domain of the errors of tokens.
  static let cryptoTokenKit = "CryptoTokenKit"

  /// The error as an app gets it.
  var object: NSError {
    switch self {
    case .status(let status, let message):
      let sentence = "The operation couldn’t be completed. (OSStatus error \(status) - \(message))"
      return NSError(
        domain: NSOSStatusErrorDomain, code: Int(status),
        userInfo: [NSLocalizedDescriptionKey: sentence, NSDebugDescriptionErrorKey: message])
    case .device(let error):
      switch error.domain {
      case LAErrorDomain: return LAError(code: error.code, message: error.message)._nsError
      case NSOSStatusErrorDomain: return Self.status(OSStatus(clamping: error.code), error.message).object
      // The device does not take a parameter.
      case "jsonrpc": return Self.parameter(error.message).object
      case Self.cryptoTokenKit:
        return NSError(
          domain: error.domain, code: error.code, userInfo: [NSLocalizedDescriptionKey: error.message])
      default: return error as NSError
      }
    }
  }

  /// What an older function returns: the number of the error, whatever its domain. A number cannot tell that the
  /// simulation failed, so that goes to stderr.
  func status(of function: String) -> OSStatus {
    let object = object
    guard object.domain == DeviceSimulatorError.errorDomain else { return OSStatus(clamping: object.code) }
    try? FileDescriptor.standardError.writeAll("\(function): \(object.localizedDescription)\n")
    return errSecNotAvailable
  }
}

extension DeviceSimulatorError {
  /// Keys are computed by the system's libcrypto, and there is none.
  public static let noLibcrypto = Name(rawValue: "noLibcrypto")

  /// A key that a change of the enrolment ended.
  static let keyEnded = Self(
    Name(rawValue: "corruptedData"), code: -3,
    "the enrolment has changed since the key was made, which ended the key", domain: KeyFailure.cryptoTokenKit
  )
}
