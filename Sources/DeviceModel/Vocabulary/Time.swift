/// A length of time, or a moment as the time since its clock's origin, in whole nanoseconds.
///
/// Integers keep a manual clock exact: advancing by 0.1 s ten times is advancing by 1 s.
package struct Nanoseconds: Hashable, Comparable, Sendable {
  package var value: Int64

  package init(_ value: Int64) { self.value = value }

  /// Rounds to the nearest nanosecond and saturates at the ends of the range (292 years).
  package init(seconds: Double) {
    let scaled = (seconds * 1e9).rounded()
    if scaled >= 9.2e18 {
      value = .max
    } else if scaled <= -9.2e18 {
      value = .min
    } else {
      value = Int64(scaled)
    }
  }

  /// For people and for fractions; exact up to 2^53 ns (104 days).
  package var inSeconds: Double { Double(value) / 1e9 }

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
