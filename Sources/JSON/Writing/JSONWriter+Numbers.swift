extension JSONWriter {
  /// Writes a whole number.
  package mutating func integer(_ value: Int) {
    separate()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    appendDigits(UInt64(value.magnitude))
  }

  /// Writes a whole number that may be beyond `Int`.
  package mutating func unsigned(_ value: UInt64) {
    separate()
    appendDigits(value)
  }

  /// Writes a number, which must be finite, in the shortest form that reads back as the same double; a
  /// whole one without a fraction.
  package mutating func number(_ value: Double) {
    precondition(value.isFinite, "JSON has no number for \(value)")
    separate()
    let whole = value.magnitude < 0x1p53 ? UInt64(value.magnitude) : 0
    if Double(whole) == value.magnitude {
      if value.sign == .minus { bytes.append(UInt8(ascii: "-")) }
      appendDigits(whole)
    } else {
      let text = value.description.utf8
      bytes.append(contentsOf: text.suffix(2).elementsEqual(".0".utf8) ? text.dropLast(2) : text[...])
    }
  }

  /// Writes a time in seconds, exact to the nanosecond: 3250000000 as 3.25.
  package mutating func seconds(nanoseconds: Int64) {
    separate()
    if nanoseconds < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    appendDigits(whole)
    guard rest > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var fraction = rest
    var width = 9
    while fraction % 10 == 0 {
      fraction /= 10
      width -= 1
    }
    appendDigits(fraction, minimumWidth: width)
  }

  /// Appends a number of any size, and zeros before it up to a width of at most 20.
  private mutating func appendDigits(_ value: UInt64, minimumWidth: Int = 1) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = value
      var start = 20
      while rest > 0 || 20 - start < minimumWidth {
        start &-= 1
        let quotient = rest / 10
        let digit = UInt8(truncatingIfNeeded: rest &- quotient &* 10)
        digits.initializeElement(at: start, to: UInt8(ascii: "0") &+ digit)
        rest = quotient
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }
}

extension JSONWriter {
  /// Writes a member with a string.
  package mutating func member(_ key: StaticString, _ value: String) {
    self.key(key)
    string(value)
  }

  /// Writes a member with a string, or with `null` if there is none.
  package mutating func member(_ key: StaticString, _ value: String?) {
    self.key(key)
    if let value { string(value) } else { null() }
  }

  /// Writes a member with a whole number.
  package mutating func member(_ key: StaticString, _ value: Int) {
    self.key(key)
    integer(value)
  }

  /// Writes a member with a number.
  package mutating func member(_ key: StaticString, _ value: Double) {
    self.key(key)
    number(value)
  }

  /// Writes a member with `true` or `false`.
  package mutating func member(_ key: StaticString, _ value: Bool) {
    self.key(key)
    boolean(value)
  }
}
