import JSON

/// A length of time, or a moment as the time since its clock's origin, in whole nanoseconds.
///
/// Integers keep a manual clock exact: advancing by 0.1 s ten times is advancing by 1 s. Every value stays within
/// `limit` of zero, however it comes about: arithmetic stops there, so that no moment that a client, a file or
/// a clock chose can overflow, and all can be told on the wire.
package struct Nanoseconds: Hashable, Comparable, Sendable {
  package let value: Int64

  /// Saturates at the ends of the range.
  package init(_ value: Int64) { self.value = min(max(value, -Self.limit), Self.limit) }

  /// Rounds to the nearest nanosecond and saturates at the ends of the range. NaN becomes zero.
  package init(seconds: Double) {
    let end = Double(Self.limit / Self.perSecond)
    let seconds = seconds.isNaN ? 0 : min(max(seconds, -end), end)
    // In two parts, for a wall time in nanoseconds is more than a double holds.
    let whole = Int64(seconds)
    let fraction = Int64(((seconds - Double(whole)) * 1e9).rounded())
    self.init(whole * Self.perSecond + fraction)
  }

  /// The nearest double, so that seconds come back as they were given.
  package var inSeconds: Double {
    Double(value / Self.perSecond) + Double(value % Self.perSecond) / 1e9
  }

  private static let perSecond: Int64 = 1_000_000_000
  /// 285 years, which is what the wire takes as seconds.
  private static let limit: Int64 = 9_000_000_000 * perSecond

  package static let zero = Self(0)
  package static let distantFuture = Self(limit)
  package static let distantPast = Self(-limit)

  package static func < (left: Self, right: Self) -> Bool { left.value < right.value }

  package static func + (left: Self, right: Self) -> Self {
    let (sum, overflow) = left.value.addingReportingOverflow(right.value)
    return overflow ? (right.value > 0 ? .distantFuture : .distantPast) : Self(sum)
  }

  package static func - (left: Self, right: Self) -> Self {
    let (difference, overflow) = left.value.subtractingReportingOverflow(right.value)
    return overflow ? (right.value > 0 ? .distantPast : .distantFuture) : Self(difference)
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
