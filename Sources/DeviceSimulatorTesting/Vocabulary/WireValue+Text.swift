import SimulatedLocalAuthentication

extension WireValue {
  /// A length of time in seconds.
  var duration: Duration? { number.map { .seconds($0) } }

  /// A length of time as seconds.
  static func seconds(_ duration: Duration) -> WireValue { .number(duration / .seconds(1)) }

  /// For people.
  var text: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): value
    case .array(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text)" }.joined(separator: ", "))}"
    }
  }
}
