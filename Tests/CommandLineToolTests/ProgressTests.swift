import Presentation
import Testing

@Suite("progress")
struct ProgressTests {
  private static let second: Int64 = 1_000_000_000

  /// What is said of work that does one of a hundred things in each so many milliseconds.
  private func said(_ milliseconds: Int64, of count: Int, onTerminal: Bool) -> [String] {
    var progress = Presentation.Progress(total: 100, of: "files", at: 7)
    return (1...count).compactMap { done in
      let now = 7 + Int64(done) * milliseconds * 1_000_000
      guard progress.advance(to: done, at: now, onTerminal: onTerminal) else { return nil }
      let words = progress.words(at: now, about: "")
      return onTerminal ? progress.inPlace(words, columns: 80) : words
    }
  }

  @Test("work of less than a second says nothing, on a terminal or elsewhere")
  func short() {
    #expect(said(9, of: 100, onTerminal: true) == [])
    #expect(said(9, of: 100, onTerminal: false) == [])
  }

  @Test("a terminal gets a line at the first second, and then at most ten a second, in its place")
  func onTerminal() {
    let lines = said(50, of: 100, onTerminal: true)
    #expect(lines.first == "\r20 of 100 files, 4 s left\u{1B}[K")
    #expect(lines.last == "\r100 of 100 files\u{1B}[K")
    #expect(lines.count == 41)
  }

  @Test("elsewhere there is a line in ten seconds")
  func elsewhere() {
    #expect(said(90, of: 100, onTerminal: false) == [])
    #expect(
      said(250, of: 100, onTerminal: false) == ["40 of 100 files, 15 s left", "80 of 100 files, 5 s left"])
    #expect(said(3600, of: 3, onTerminal: false) == ["3 of 100 files, 6 min left"])
  }

  @Test("of several that finish at once the most counts; before the first nobody knows the time that is left")
  func order() {
    var progress = Presentation.Progress(total: 4, of: "files", at: 0)
    _ = progress.advance(to: 0, at: 0, onTerminal: true)
    #expect(progress.words(at: 2 * Self.second, about: "a") == "0 of 4 files: a")
    _ = progress.advance(to: 3, at: 0, onTerminal: true)
    _ = progress.advance(to: 2, at: 0, onTerminal: true)
    #expect(progress.words(at: 3 * Self.second, about: "") == "3 of 4 files, 1 s left")
  }

  @Test("a line is cut to the width, shows control characters, and is removed only if it is there")
  func line() {
    var progress = Presentation.Progress(total: 4, of: "files", at: 0)
    #expect(progress.cleared() == "")
    let words = progress.words(at: 0, about: "a\u{1B}[2J")
    #expect(!words.unicodeScalars.contains("\u{1B}"))
    #expect(progress.inPlace(words, columns: 12) == "\r0 of 4 fil…\u{1B}[K")
    #expect(progress.cleared() == "\r\u{1B}[K")
    #expect(progress.cleared() == "")
  }
}
