/// An error as it goes over the wire.
package struct WireError: Error, Equatable, Sendable {
  package var domain: ErrorDomain
  package var name: String
  package var code: Int
  /// One sentence for a person that says what is wrong and what to do.
  package var message: String
  /// The members of `data` after `domain` and `name`.
  package var details: [Detail]

  /// A member of `data`.
  package struct Detail: Equatable, Sendable {
    package var key: String
    package var value: Value

    /// What a member of `data` may be.
    package enum Value: Equatable, Sendable {
      case string(String)
      case strings([String])
      case integer(Int)
    }

    /// A text.
    package static func string(_ key: String, _ value: String) -> Self {
      Self(key: key, value: .string(value))
    }

    /// A list of texts.
    package static func strings(_ key: String, _ value: [String]) -> Self {
      Self(key: key, value: .strings(value))
    }

    /// A whole number.
    package static func integer(_ key: String, _ value: Int) -> Self {
      Self(key: key, value: .integer(value))
    }
  }

  /// An error of the registry.
  init(_ name: String, in domain: ErrorDomain, _ message: String, _ details: [Detail] = []) {
    guard let entry = ErrorRegistry.find(name, in: domain) else {
      preconditionFailure("no error \(name) in \(domain)")
    }
    self.domain = domain
    self.name = name
    code = entry.code
    self.message = message
    self.details = details
  }

  /// An Apple number; one that the registry does not know keeps its number and has no name of its own.
  init(code: Int, in domain: ErrorDomain, _ message: String, _ details: [Detail] = []) {
    self.domain = domain
    name = ErrorRegistry.find(code, in: domain)?.name ?? "unknown"
    self.code = code
    self.message = message
    self.details = details
  }
}
