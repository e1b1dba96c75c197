import SimulatedLocalAuthentication

extension SimulatedDevice {
  /// What a person does with a prompt.
  public struct Response: Hashable, Sendable, CustomStringConvertible {
    let method: String
    let identity: String?
    let passcode: String?
    /// How long after the prompt could take it, on the device's clock; only when armed.
    private(set) var delay = Duration.zero

    private init(_ method: String, identity: String? = nil, passcode: String? = nil) {
      self.method = method
      self.identity = identity
      self.passcode = passcode
    }

    /// Its method and parameters; a passcode is not shown.
    public var description: String { identity.map { "\(method)(\($0))" } ?? method }

    /// The same, so long after the prompt could take it.
    public func after(_ delay: Duration) -> Self {
      var response = self
      response.delay = delay
      return response
    }

    /// The members of a request.
    var parameters: [String: WireValue] {
      var members: [String: WireValue] = [:]
      if let identity { members["identity"] = .string(identity) }
      if let passcode { members["passcode"] = .string(passcode) }
      return members
    }

    /// As `arm` takes it.
    var armed: WireValue {
      var members = parameters
      members["method"] = .string(method)
      if delay > .zero { members["after"] = .seconds(delay) }
      return .object(members)
    }

    /// As `disarm` returns it.
    init(armed members: WireValue) {
      self.init(members["method"]?.string ?? "", identity: members["identity"]?.string)
      delay = members["after"]?.duration ?? .zero
    }
  }
}

extension SimulatedDevice.Response {
  /// An enrolled face; the first one without a name.
  public static func matchingFace(_ identity: String? = nil) -> Self {
    Self("matchingFace", identity: identity)
  }
  /// A face that is not enrolled.
  public static let nonMatchingFace = Self("nonMatchingFace")
  /// An enrolled finger; the first one without a name.
  public static func matchingFinger(_ identity: String? = nil) -> Self {
    Self("matchingFinger", identity: identity)
  }
  /// A finger that is not enrolled.
  public static let nonMatchingFinger = Self("nonMatchingFinger")
  /// Enrolled eyes.
  public static func matchingEyes(_ identity: String? = nil) -> Self {
    Self("matchingEyes", identity: identity)
  }
  /// Eyes that are not enrolled.
  public static let nonMatchingEyes = Self("nonMatchingEyes")
  /// Somebody enrolled, whatever the sensor is.
  public static func match(_ identity: String? = nil) -> Self { Self("match", identity: identity) }
  /// Somebody not enrolled, whatever the sensor is.
  public static let nonMatch = Self("nonMatch")

  /// An enrolled face.
  public static let matchingFace = matchingFace()
  /// An enrolled finger.
  public static let matchingFinger = matchingFinger()
  /// Enrolled eyes.
  public static let matchingEyes = matchingEyes()
  /// Somebody enrolled.
  public static let match = match()

  /// Cancel.
  public static let tapCancel = Self("tapCancel")
  /// The fallback button.
  public static let tapFallback = Self("tapFallback")
  /// Try again, after a failed scan.
  public static let tapTryAgain = Self("tapTryAgain")
  /// A passcode, right or wrong.
  public static func enterPasscode(_ passcode: String) -> Self { Self("enterPasscode", passcode: passcode) }
  /// Allow, in the permission alert.
  public static let allowPermission = Self("allowPermission")
  /// Don't allow, in the permission alert.
  public static let denyPermission = Self("denyPermission")
  /// Approval on the paired device.
  public static let approveCompanion = Self("approveCompanion")
}
