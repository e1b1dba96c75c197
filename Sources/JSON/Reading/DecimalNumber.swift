/// The exact value of a written number: its digits without leading and trailing zeros, times a power of ten.
struct DecimalNumber {
  private var isNegative: Bool
  /// The digits from the first to the last that is not 0; a point may stand between them.
  private var digits: UnsafeBufferPointer<UInt8>
  /// The number of these digits; 0 for zero.
  private var digitCount: Int
  /// The power of ten of the last digit. Beyond 2^40 it is not exact, and need not be.
  private var exponent: Int

  /// Reads a text that the parser has accepted as a number.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    isNegative = text.first == UInt8(ascii: "-")
    digitCount = 0
    exponent = 0
    var position = isNegative ? 1 : 0
    var first = position
    var last = position
    var isFraction = false
    var zeros = 0
    mantissa: while position < text.count {
      switch text[position] {
      case UInt8(ascii: "."):
        isFraction = true
      case UInt8(ascii: "0"):
        // It counts only if another digit follows.
        zeros &+= 1
        if isFraction { exponent &-= 1 }
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        if digitCount == 0 {
          first = position
        } else {
          digitCount &+= zeros
        }
        digitCount &+= 1
        zeros = 0
        last = position &+ 1
        if isFraction { exponent &-= 1 }
      default:
        break mantissa
      }
      position &+= 1
    }
    digits = UnsafeBufferPointer(rebasing: text[first..<last])
    if digitCount == 0 {
      exponent = 0
    } else {
      exponent &+= zeros &+ Self.exponent(text[position...])
    }
  }

  /// The value of an exponent such as `e+12`; 0 if there is none.
  private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var value = 0
    for byte in text where byte &- UInt8(ascii: "0") < 10 && value < 1 << 40 {
      value = value &* 10 &+ Int(byte &- UInt8(ascii: "0"))
    }
    return text.contains(UInt8(ascii: "-")) ? -value : value
  }

  /// The value, if it is a whole number that fits.
  var integer: Int? {
    if digitCount == 0 { return 0 }
    // 19 digits fit in 64 bits without a sign, so only the sign needs a check of its own.
    guard exponent >= 0, digitCount &+ exponent <= 19 else { return nil }
    var magnitude = significand
    for _ in 0..<exponent { magnitude &*= 10 }
    if isNegative { return magnitude <= 1 << 63 ? Int(truncatingIfNeeded: 0 &- magnitude) : nil }
    return Int(exactly: magnitude)
  }

  /// The nearest double, if one multiplication or division of exact operands computes it; else `nil`.
  var exactDouble: Double? {
    guard digitCount <= 15, exponent.magnitude < Self.powersOfTen.count else { return nil }
    let magnitude = Double(significand)
    let power = Self.powersOfTen[Int(exponent.magnitude)]
    let value = exponent < 0 ? magnitude / power : magnitude * power
    return isNegative ? -value : value
  }

  /// Whether both are the same number.
  func isEqual(to other: DecimalNumber) -> Bool {
    guard digitCount == other.digitCount else { return false }
    if digitCount == 0 { return true }
    guard isNegative == other.isNegative, exponent == other.exponent else { return false }
    let point = UInt8(ascii: ".")
    return digits.lazy.filter { $0 != point }.elementsEqual(other.digits.lazy.filter { $0 != point })
  }

  /// The digits, at most 19, as a number.
  private var significand: UInt64 {
    var value: UInt64 = 0
    for byte in digits where byte != UInt8(ascii: ".") {
      value = value &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
    }
    return value
  }

  /// The powers that are exact as a double.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]
}
