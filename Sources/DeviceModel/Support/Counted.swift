/// What a device counts and keeps: the ids that it gave out, and how often something happened.
///
/// An archive may bring any number of the range, the last one too. So what counts on from it stays in the range:
/// what was written can be read again.
enum Counted {
  /// The whole numbers that every reader of JSON has exactly.
  static let range = 0...(1 << 53)

  /// The id after the last that was given out. No device has counted to the end; an archive may begin there.
  static func id(after last: Int, of what: String) throws(Failure) -> Int {
    guard last < range.upperBound else {
      throw .limitExceeded(
        "\(what) \(last) was the last one that the device can have: deleteDevice, and create another",
        limit: range.upperBound)
    }
    return last + 1
  }
}

extension Int {
  /// One more, but for the last number of a range, which stays.
  func next(in range: ClosedRange<Int> = Counted.range) -> Int { self < range.upperBound ? self + 1 : self }
}
