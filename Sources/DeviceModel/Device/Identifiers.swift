/// A call that waits for its one reply; numbered from outside.
package struct CallID: Hashable, Sendable {
  package let rawValue: UInt64
  package init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// The connection a command came over; contexts belong to it and die with it.
package struct ClientID: Hashable, Sendable {
  package let rawValue: UInt64
  package init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// A prompt of one device, `p1`, `p2` … on the wire; a reset starts again at 1.
package struct PromptID: Hashable, Sendable, CustomStringConvertible {
  package let number: Int
  package init(_ number: Int) { self.number = number }
  package var description: String { "p\(number)" }

  /// Reads `p1`; `nil` for anything that no device could have given out.
  package init?(_ text: String) {
    guard text.first == "p", let number = Int(text.dropFirst()), number > 0, "p\(number)" == text else {
      return nil
    }
    self.init(number)
  }
}

/// An authentication context of one device, `c1`, `c2` … on the wire; a reset starts again at 1.
package struct ContextID: Hashable, Sendable, CustomStringConvertible {
  package let number: Int
  package init(_ number: Int) { self.number = number }
  package var description: String { "c\(number)" }

  /// Reads `c1`; `nil` for anything that no device could have given out.
  package init?(_ text: String) {
    guard text.first == "c", let number = Int(text.dropFirst()), number > 0, "c\(number)" == text else {
      return nil
    }
    self.number = number
  }
}
