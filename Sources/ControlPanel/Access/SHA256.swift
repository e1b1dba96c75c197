/// The hash by which a page's policy names the script and the style that it has (FIPS 180-4).
enum SHA256 {
  static func hash(_ message: some Sequence<UInt8>) -> [UInt8] {
    var bytes = Array(message)
    let bits = UInt64(bytes.count) * 8
    bytes.append(0x80)
    while bytes.count % 64 != 56 { bytes.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    var state = initial
    for start in stride(from: 0, to: bytes.count, by: 64) { add(bytes[start..<(start + 64)], to: &state) }
    return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
      block[start..<(start + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let first = turned(a, 7) ^ turned(a, 18) ^ a >> 3
      let second = turned(b, 17) ^ turned(b, 19) ^ b >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var s = state
    for index in 0..<64 {
      let mixed = turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)
      let chosen = s[4] & s[5] ^ ~s[4] & s[6]
      let first = s[7] &+ mixed &+ chosen &+ constants[index] &+ words[index]
      let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
      let second = (turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)) &+ majority
      s = [first &+ second, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
    }
    for index in 0..<8 { state[index] &+= s[index] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The fractional parts of the square roots of the first 8 primes, and of the cube roots of the first 64.
  private static let initial = primes.prefix(8).map { fraction($0.squareRoot()) }
  private static let constants = primes.map { fraction(cubeRoot($0)) }

  private static let primes: [Double] = {
    var found: [Int] = []
    var next = 2
    while found.count < 64 {
      if found.allSatisfy({ next % $0 != 0 }) { found.append(next) }
      next += 1
    }
    return found.map(Double.init)
  }()

  /// The first 32 bits behind the point. Doubles have 53, and the roots are below 8.
  private static func fraction(_ number: Double) -> UInt32 {
    UInt32((number - number.rounded(.down)) * 0x1p32)
  }

  /// Newton's method; it stands still at the nearest double.
  private static func cubeRoot(_ number: Double) -> Double {
    var root = number
    for _ in 0..<64 { root -= (root * root * root - number) / (3 * root * root) }
    return root
  }
}
