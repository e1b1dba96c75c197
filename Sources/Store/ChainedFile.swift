import JSON
import Platform

/// A file of chained lines, read line by line as far as it is whole.
struct ChainedFile {
  private let path: String
  private let file: OpenFile
  private let document = JSONDocument()
  /// Is asked before each line whether to go on.
  private let goesOn: () -> Bool

  init(path: String, _ file: OpenFile, while goesOn: @escaping () -> Bool) {
    self.path = path
    self.file = file
    self.goesOn = goesOn
  }

  /// Where the reading stopped.
  struct End {
    var chain: Chain
    /// How many lines there were.
    var lines: Int
    /// Where the last of them ends.
    var offset: Int
    /// How many bytes follow: the beginning of a line, and no more. The writer was stopped at it.
    var tornBytes: Int
  }

  /// Reads line by line, and stops at a line that is not whole. `body` returns what is wrong with a line that is;
  /// `record` returns the number of the next one.
  func read(
    record: () -> Int, _ body: (JSONNode) throws(StoreError) -> String?
  ) throws(StoreError) -> End {
    var end = End(chain: Chain(), lines: 0, offset: 0, tornBytes: 0)
    var source = LineSource(file.descriptor)
    func damage(_ reason: String) -> StoreError {
      .damaged(StoreError.Damage(path: path, record: record(), offset: end.offset, reason: reason))
    }
    while try system({ () throws(SystemError) in try source.advance() }) {
      if !goesOn() { throw .stopped }
      guard source.hasEnd else {
        // A whole line whose end was overwritten is not torn: it had been written.
        var chain = end.chain
        let isLine = source.withLine { chain.advance(over: UnsafeRawBufferPointer(rebasing: $0.dropLast())) }
        if isLine { throw damage("its end is not as it was written") }
        end.tornBytes = source.withLine { $0.count }
        return end
      }
      guard source.withLine({ end.chain.advance(over: $0) }) else {
        throw damage("its check does not match")
      }
      let problem = try source.withLine { (line) throws(StoreError) -> String? in
        let node: JSONNode
        do throws(JSONSyntaxError) {
          node = try document.parse(line.bindMemory(to: UInt8.self))
        } catch {
          return "it is not JSON: \(error)"
        }
        return try body(node)
      }
      if let problem { throw damage(problem) }
      end.lines += 1
      end.offset += source.withLine { $0.count } + 1
    }
    return end
  }
}
