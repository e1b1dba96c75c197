/// A text of at most 64 bytes, ready to be held against others: how many letters it takes to insert, delete, replace
/// or swap with their neighbour, to make the other of it.
///
/// The table that compares two texts letter by letter is kept column by column, and of a column only where it goes up
/// and where it goes down: two words of 64 bits, so that a letter of the other text costs a few instructions. Hyyrö, "A
/// Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances", 2003.
struct EditDistance {
  private let count: Int
  /// For each byte, where it stands in the text.
  private var places = [UInt64](repeating: 0, count: 256)

  init(from text: [UInt8]) {
    count = text.count
    for (place, byte) in text.enumerated() { places[Int(byte)] |= 1 << place }
  }

  func callAsFunction(to other: [UInt8]) -> Int {
    if count == 0 { return other.count }
    let last = UInt64(count - 1)
    var distance = count
    var (up, down, free, before): (UInt64, UInt64, UInt64, UInt64) = (.max, 0, 0, 0)
    for byte in other {
      let same = places[Int(byte)]
      let swapped = ((~free & same) &<< 1) & before
      free = swapped | (((same & up) &+ up) ^ up) | same | down
      var (right, left) = (down | ~(free | up), free & up)
      distance &+= Int(right &>> last & 1) &- Int(left &>> last & 1)
      (right, left) = (right &<< 1 | 1, left &<< 1)
      (up, down) = (left | ~(free | right), right & free)
      before = same
    }
    return distance
  }
}
