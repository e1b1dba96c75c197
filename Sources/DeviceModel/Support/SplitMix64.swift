import Schema

/// The device's random numbers: the same seed gives the same device.
///
/// Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014).
struct SplitMix64: Equatable, Sendable {
  fileprivate var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Evenly from 0 up to, but not including, 1.
  mutating func nextFraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}

extension Coding where Value == SplitMix64 {
  static let random = Coding<UInt64>.bits.map(SplitMix64.init(seed:)) { $0.state }
}
