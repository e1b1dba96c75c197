package import DeviceModel

extension BiometryType {
  /// The name on the wire.
  package var wireName: String {
    switch self {
    case .none: "none"
    case .touchID: "touchID"
    case .faceID: "faceID"
    case .opticID: "opticID"
    }
  }

  /// Looks a sensor up by its name on the wire.
  init?(wireName: String) {
    guard let type = Self.allCases.first(where: { $0.wireName == wireName }) else { return nil }
    self = type
  }
}

extension Policy {
  /// The name on the wire, without the reflection that `name` takes.
  package var wireName: String {
    switch self {
    case .deviceOwnerAuthenticationWithBiometrics: "deviceOwnerAuthenticationWithBiometrics"
    case .deviceOwnerAuthentication: "deviceOwnerAuthentication"
    case .deviceOwnerAuthenticationWithCompanion: "deviceOwnerAuthenticationWithCompanion"
    case .deviceOwnerAuthenticationWithBiometricsOrCompanion:
      "deviceOwnerAuthenticationWithBiometricsOrCompanion"
    }
  }
}

extension PromptID {
  /// Reads `p7`; `nil` for anything that no device could have given out.
  package init?(_ text: String) {
    guard text.first == "p", let number = Int(text.dropFirst()), number > 0, "p\(number)" == text else {
      return nil
    }
    self.init(number)
  }
}

/// A text from outside within a message: on one line, in quotes, and not endless.
package func quoted(_ text: String) -> String {
  let limit = 64
  var shown = ""
  var count = 0
  for scalar in text.unicodeScalars {
    if count == limit {
      shown += "…"
      break
    }
    let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    shown.unicodeScalars.append(
      isControl || scalar.value == 0x2028 || scalar.value == 0x2029 ? "\u{FFFD}" : scalar)
    count += 1
  }
  return "\"\(shown)\""
}
