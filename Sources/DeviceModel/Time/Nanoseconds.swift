/// A length of time, or a moment as the time since its clock's origin, in whole nanoseconds.
///
/// Integers keep a manual clock exact: advancing by 0.1 s ten times is advancing by 1 s.
package struct Nanoseconds: Hashable, Comparable, Sendable {
  package var value: Int64

  package init(_ value: Int64) { self.value = value }

  /// Rounds to the nearest nanosecond and saturates at the ends of the range (292 years).
  package init(seconds: Double) {
    if seconds >= 9.2e9 {
      value = .max
    } else if seconds <= -9.2e9 {
      value = .min
    } else {
      // In two parts, for a wall time in nanoseconds is more than a double holds.
      let whole = seconds.rounded(.towardZero)
      value = Int64(whole) * Self.perSecond + Int64(((seconds - whole) * 1e9).rounded())
    }
  }

  /// The nearest double, so that seconds come back as they were given.
  package var inSeconds: Double {
    Double(value / Self.perSecond) + Double(value % Self.perSecond) / 1e9
  }

  private static let perSecond: Int64 = 1_000_000_000

  package static let zero = Self(0)
  package static let distantFuture = Self(.max)

  package static func < (left: Self, right: Self) -> Bool { left.value < right.value }

  package static func + (left: Self, right: Self) -> Self {
    let (sum, overflow) = left.value.addingReportingOverflow(right.value)
    return overflow ? Self(right.value > 0 ? .max : .min) : Self(sum)
  }

  package static func - (left: Self, right: Self) -> Self {
    let (difference, overflow) = left.value.subtractingReportingOverflow(right.value)
    return overflow ? Self(right.value > 0 ? .min : .max) : Self(difference)
  }
}

extension Nanoseconds: CustomStringConvertible {
  /// In seconds, as a person writes them: `3.25 s`, `60 s`.
  package var description: String {
    let magnitude = value.magnitude
    var text = "\(value < 0 ? "-" : "")\(magnitude / 1_000_000_000)"
    var fraction = magnitude % 1_000_000_000
    if fraction > 0 {
      var digits = 9
      while fraction % 10 == 0 {
        fraction /= 10
        digits -= 1
      }
      let tail = "\(fraction)"
      text += "." + String(repeating: "0", count: digits - tail.utf8.count) + tail
    }
    return text + " s"
  }
}
