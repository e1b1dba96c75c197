/// How a keychain call ends; an unknown number stays representable.
///
/// Apple: *OSStatus* as of `SecBase.h`, domain `NSOSStatusErrorDomain`. The raw values are Apple's.
package struct OSStatusCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let success = Self(rawValue: 0)
  package static let param = Self(rawValue: -50)
  package static let userCanceled = Self(rawValue: -128)
  package static let notAvailable = Self(rawValue: -25291)
  package static let authFailed = Self(rawValue: -25293)
  package static let duplicateItem = Self(rawValue: -25299)
  package static let itemNotFound = Self(rawValue: -25300)
  package static let noSuchAttr = Self(rawValue: -25303)
  package static let interactionNotAllowed = Self(rawValue: -25308)
  package static let decode = Self(rawValue: -26275)
  package static let missingEntitlement = Self(rawValue: -34018)

  /// What a keychain call makes of an authentication that failed: only a cancel and a forbidden prompt keep
  /// their meaning.
  package init(_ error: LAErrorCode) {
    switch error {
    case .userCancel: self = .userCanceled
    case .notInteractive: self = .interactionNotAllowed
    default: self = .authFailed
    }
  }
}

extension Failure {
  /// The failure as a keychain call reports it. What is not the app's own, such as its end, stays.
  var inKeychain: Failure {
    switch self {
    case .localAuthentication(let code, let message): .keychain(OSStatusCode(code), message, because: code)
    case .invalidParameter(let name, let message): .keychain(.param, "\(name): \(message)")
    default: self
    }
  }
}
