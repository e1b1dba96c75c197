import SimulatedLocalAuthentication

extension SimulatedDevice {
  /// What a person does with a prompt.
  public struct Response: Hashable, Sendable, CustomStringConvertible {
    let method: String
    let identity: String?
    let passcode: String?
    let password: String?
    /// How long after the prompt could take it, on the device's clock; only when armed.
    private(set) var delay = Duration.zero

    init(_ method: String, identity: String? = nil, passcode: String? = nil, password: String? = nil) {
      self.method = method
      self.identity = identity
      self.passcode = passcode
      self.password = password
    }

    /// Its method and parameters; a passcode or password is not shown.
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
      if let password { members["password"] = .string(password) }
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
