import Platform

/// Long work before the daemon listens: a line in the log now and then says that it goes on, for those who wait.
final class Progress {
  private let work: String
  private let log: (String) -> Void
  private var steps = 0
  private var lastLook = HostClock.monotonic
  private var lastWord = HostClock.monotonic

  private static let pauseBetweenLooks: Int64 = 10_000_000
  private static let pauseBetweenWords: Int64 = 5_000_000_000

  /// Says what is done, to follow the program's name.
  init(_ work: String, log: @escaping (String) -> Void) {
    self.work = work
    self.log = log
  }

  /// Counts a step. Returns whether it is time to look who wants something.
  func step() -> Bool {
    steps += 1
    let now = HostClock.monotonic
    if now - lastLook < Self.pauseBetweenLooks { return false }
    lastLook = now
    if now - lastWord >= Self.pauseBetweenWords {
      lastWord = now
      log("\(work): \(steps) lines so far")
    }
    return true
  }
}
