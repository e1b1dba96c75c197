import JSON

/// A file of chained lines, read as far as it is whole.
struct ChainedFile {
  private let path: String
  private let bytes: [UInt8]
  private let document = JSONDocument()

  init(path: String, _ bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Where the reading stopped.
  struct End {
    var chain: Chain
    /// How many lines there were.
    var lines: Int
    /// Where the last of them ends.
    var offset: Int
    /// What follows is the beginning of a line, and no more: the writer was stopped at it.
    var isTorn: Bool
  }

  /// Reads line by line, and stops at a line that is not whole. `body` returns what is wrong with a line that is;
  /// `record` returns the number of the next one.
  func read(
    record: () -> Int, _ body: (JSONNode) throws(StoreError) -> String?
  ) throws(StoreError) -> End {
    var end = End(chain: Chain(), lines: 0, offset: 0, isTorn: false)
    while end.offset < bytes.count {
      let rest = bytes[end.offset...]
      func damage(_ reason: String) -> StoreError {
        .damaged(StoreError.Damage(path: path, record: record(), offset: end.offset, reason: reason))
      }
      guard let newline = rest.firstIndex(of: UInt8(ascii: "\n")) else {
        // A whole line whose end was overwritten is not torn: it had been written.
        if isLine(rest.dropLast(), end.chain) { throw damage("its end is not as it was written") }
        end.isTorn = true
        return end
      }
      let line = rest[..<newline]
      guard isLine(line, &end.chain) else { throw damage("its check does not match") }
      if let problem = try line.withUnsafeBufferPointer({ (buffer) throws(StoreError) in
        let node: JSONNode
        do throws(JSONSyntaxError) {
          node = try document.parse(buffer)
        } catch {
          return "it is not JSON: \(error)"
        }
        return try body(node)
      }) {
        throw damage(problem)
      }
      end.lines += 1
      end.offset = newline + 1
    }
    return end
  }

  private func isLine(_ line: ArraySlice<UInt8>, _ chain: Chain) -> Bool {
    var chain = chain
    return isLine(line, &chain)
  }

  private func isLine(_ line: ArraySlice<UInt8>, _ chain: inout Chain) -> Bool {
    line.withUnsafeBytes { chain.advance(over: $0) }
  }
}
