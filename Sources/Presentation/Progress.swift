import JSON
import Platform
import Synchronization

/// How far long work is, in words, and when that is worth saying.
///
/// On a terminal one line is rewritten in place, from the first second on; elsewhere there is a line in ten seconds.
/// So short work says nothing.
package struct Progress: Sendable {
  private let total: Int
  private let unit: String
  private let start: Int64
  /// When something was said last.
  private var last: Int64
  private var done = 0
  /// Whether a line stands on the terminal that is to be cleared.
  package private(set) var isUp = false

  /// Begins.
  ///
  /// - Parameters:
  ///   - unit: what is counted, in the plural.
  ///   - now: nanoseconds of a clock that only goes forward, as in all that follows.
  package init(total: Int, of unit: String, at now: Int64) {
    self.total = total
    self.unit = unit
    start = now
    last = now
  }

  private static let second: Int64 = 1_000_000_000

  /// Whether it is time to say something.
  ///
  /// - Parameter done: how much of the work is done; of several that finish at once the one with most is right.
  package mutating func advance(to done: Int, at now: Int64, onTerminal: Bool) -> Bool {
    self.done = max(self.done, done)
    let isTime =
      onTerminal
      ? now - start >= Self.second && (!isUp || now - last >= Self.second / 10)
      : now - last >= 10 * Self.second
    if isTime { last = now }
    return isTime
  }

  /// `12 of 34 scenarios, 50 s left: the last one's name`
  package func words(at now: Int64, about item: String) -> String {
    let item = item.isEmpty ? "" : ": \(PlainText.oneLine(item))"
    return "\(done) of \(total) \(unit)\(timeLeft(at: now))\(item)"
  }

  private func timeLeft(at now: Int64) -> String {
    guard 0 < done, done < total else { return "" }
    let seconds = Double(now - start) / 1e9 / Double(done) * Double(total - done)
    let whole = Int(clamping: seconds.rounded(.up))
    return whole < 120 ? ", \(whole) s left" : ", \((whole + 59) / 60) min left"
  }

  /// What a terminal of so many columns takes for a line in place of the one before.
  package mutating func inPlace(_ words: String, columns: Int) -> String {
    isUp = true
    return "\r\(StyledLine(words).clipped(to: columns - 1).text)\u{1B}[K"
  }

  /// What removes the line.
  package mutating func cleared() -> String {
    defer { isUp = false }
    return isUp ? "\r\u{1B}[K" : ""
  }
}

/// The progress of long work on standard error.
package final class ProgressLine: Sendable {
  private let progress: Mutex<Progress>
  private let isShown: Bool

  /// - Parameter isShown: false for work that shows what it does in another way.
  package init(total: Int, of unit: String, isShown: Bool = true) {
    progress = Mutex(Progress(total: total, of: unit, at: HostClock.monotonic))
    self.isShown = isShown
  }

  /// Says how much is done, if it is time to.
  package func show(_ done: Int, _ item: String = "") {
    guard isShown else { return }
    progress.withLock { progress in
      let now = HostClock.monotonic
      guard progress.advance(to: done, at: now, onTerminal: Self.isOnTerminal) else { return }
      let words = progress.words(at: now, about: item)
      if Self.isOnTerminal {
        write(progress.inPlace(words, columns: Terminal.columns(of: .standardError) ?? 80))
      } else {
        write(words + "\n")
      }
    }
  }

  /// Removes the line: what follows stands in its place.
  package func clear() { progress.withLock { write($0.cleared()) } }

  /// A line can be rewritten in place.
  package static let isOnTerminal =
    FileDescriptor.standardError.isTerminal && Environment.get("TERM") != "dumb"

  private func write(_ text: String) {
    if text.isEmpty { return }
    do { try FileDescriptor.standardError.writeAll(text) } catch { return }
  }
}
