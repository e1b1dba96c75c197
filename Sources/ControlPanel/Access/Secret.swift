/// 128 random bits, as 32 hexadecimal digits.
struct Secret: Sendable {
  let text: String

  /// A new one, from the random numbers of the system.
  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// Whether a text is the secret. It takes as long wherever they differ.
  func matches(_ other: some StringProtocol) -> Bool {
    let (ours, theirs) = (Array(text.utf8), Array(other.utf8))
    guard ours.count == theirs.count else { return false }
    return zip(ours, theirs).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
