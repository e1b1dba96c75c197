extension JSONWriter {
  /// Writes a whole number.
  @usableFromInline
  package mutating func integer(_ value: Int) {
    separate()
    if value < 0 { buffer.append(UInt8(ascii: "-")) }
    appendDigits(UInt64(value.magnitude))
  }

  /// Writes a whole number that may be beyond `Int`.
  @usableFromInline
  package mutating func unsigned(_ value: UInt64) {
    separate()
    appendDigits(value)
  }

  /// Writes a number in the shortest form that reads back as the same double; a whole number has no fraction.
  /// JSON has no other numbers than finite ones: in place of one stands null, which is refused where a number is
  /// read.
  @usableFromInline
  package mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    let whole = value.magnitude < 0x1p53 ? UInt64(value.magnitude) : 0
    if Double(whole) == value.magnitude {
      if value.sign == .minus { buffer.append(UInt8(ascii: "-")) }
      appendDigits(whole)
    } else {
      var text = value.description
      if text.hasSuffix(".0") { text.removeLast(2) }
      text.withUTF8 { buffer.append($0) }
    }
  }

  /// Writes a time in seconds, exact to the nanosecond: 3.25 for 3250000000.
  @usableFromInline
  package mutating func seconds(nanoseconds: Int64) {
    separate()
    if nanoseconds < 0 { buffer.append(UInt8(ascii: "-")) }
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    appendDigits(whole)
    guard rest > 0 else { return }
    buffer.append(UInt8(ascii: "."))
    var fraction = rest
    var width = 9
    while fraction % 10 == 0 {
      fraction /= 10
      width -= 1
    }
    appendDigits(fraction, minimumWidth: width)
  }

  /// Appends a number, with leading zeros up to a width of at most 20.
  private mutating func appendDigits(_ value: UInt64, minimumWidth: Int = 1) {
    if value < 10, minimumWidth == 1 {
      return buffer.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value))
    }
    let width = max(Self.width(of: value), minimumWidth)
    let digits = buffer.reserve(width)
    var rest = value
    var position = width
    while position > 0 {
      position &-= 1
      let quotient = rest / 10
      (digits + position).initialize(
        to: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest &- quotient &* 10))
      rest = quotient
    }
    buffer.used &+= width
  }

  /// The number of digits of a number.
  @inline(__always)
  private static func width(of value: UInt64) -> Int {
    var width = 1
    var rest = value
    while rest >= 1000 {
      rest /= 1000
      width &+= 3
    }
    return rest >= 100 ? width &+ 2 : rest >= 10 ? width &+ 1 : width
  }
}
