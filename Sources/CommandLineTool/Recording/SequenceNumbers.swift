/// How a recording counts the events: from 1, without those that are not the recorded device's own.
struct SequenceNumbers {
  /// The daemon's number of the last event before the recording.
  let origin: Int
  /// The daemon's numbers of events that are left out, in order.
  private var hidden: [Int] = []

  init(origin: Int) { self.origin = origin }

  /// Leaves an event out.
  mutating func hide(_ sequence: Int) { hidden.insert(sequence, at: countHidden(upTo: sequence)) }

  /// Whether an event is left out.
  func isHidden(_ sequence: Int) -> Bool {
    if sequence <= origin { return true }
    let count = countHidden(upTo: sequence)
    return count > 0 && hidden[count - 1] == sequence
  }

  /// The number in the recording of what the daemon calls `sequence`, or of the last event before it.
  func number(of sequence: Int) -> Int {
    max(0, sequence - origin - countHidden(upTo: sequence))
  }

  /// What the daemon calls the event that has a number in the recording.
  func sequence(of number: Int) -> Int {
    var sequence = origin + max(0, number)
    guard number > 0 else { return sequence }
    for other in hidden where other <= sequence { sequence += 1 }
    return sequence
  }

  private func countHidden(upTo sequence: Int) -> Int {
    var low = 0
    var high = hidden.count
    while low < high {
      let middle = (low + high) / 2
      if hidden[middle] <= sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
