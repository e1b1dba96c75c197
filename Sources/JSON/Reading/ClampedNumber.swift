extension FixedWidthInteger {
  /// The whole part of a number that came from outside: the nearest in the range, and 0 for NaN. The initializer
  /// without a label traps there.
  package init(clamping number: Double) {
    self = number.isNaN ? 0 : Self(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
  }
}

extension JSONNode {
  /// A number of seconds in whole nanoseconds, as far as these reach; `nil` for another kind.
  package var nanoseconds: Int64? { number.map { Int64(clamping: ($0 * 1e9).rounded()) } }
}
