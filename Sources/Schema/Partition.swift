extension RandomAccessCollection where Index == Int {
  /// Where the elements that belong before a point end, if they come first: a binary search.
  @inlinable
  package func end(of belongsBefore: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if belongsBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
