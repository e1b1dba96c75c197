import SimulatedLocalAuthentication

extension SimulatedDevice {
  /// A keychain item as the harness sees it: everything but the secret.
  public struct KeychainItem: Sendable, CustomStringConvertible {
    private let members: WireValue

    init(_ members: WireValue) { self.members = members }

    /// Bundle id of the app that owns it.
    public var app: String { members["app"]?.string ?? "" }
    /// `genericPassword`, `internetPassword` or `key`.
    public var itemClass: String { members["class"]?.string ?? "" }
    /// Whose password it is.
    public var account: String? { members["account"]?.string }
    /// What it is for.
    public var service: String? { members["service"]?.string }
    /// Its name for the user.
    public var label: String? { members["label"]?.string }
    /// When it can be read, by its name on the wire.
    public var accessible: String { members["accessible"]?.string ?? "" }
    /// The flags of its access control, by their names on the wire; none without one.
    public var flags: [String] { members["flags"]?.elements.compactMap(\.string) ?? [] }
    /// Whether a read could succeed as the device stands, with the right answer to a prompt.
    public var usable: Bool { members["usable"]?.bool ?? false }

    /// One line with all of that.
    public var description: String { members.text }
  }
}
