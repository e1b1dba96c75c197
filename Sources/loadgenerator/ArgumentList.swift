/// What is wrong, for a person.
struct LoadError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Does what can fail in the system; the error then says how.
func reporting<R>(_ body: () throws -> R) throws(LoadError) -> R {
  do { return try body() } catch { throw LoadError("\(error)") }
}

/// The rest of a command line.
struct ArgumentList {
  private var rest: ArraySlice<String>

  init(_ arguments: [String]) { rest = arguments[...] }

  /// The next one, if there is one.
  mutating func next() -> String? { rest.popFirst() }

  /// The next one, which must be there.
  mutating func text(_ name: String) throws(LoadError) -> String {
    guard let text = rest.popFirst() else { throw LoadError("\(name) is missing; see --help") }
    return text
  }

  /// The next one as a number above 0.
  mutating func number(_ name: String) throws(LoadError) -> Double {
    let text = try text(name)
    guard let number = Double(text), number > 0 else {
      throw LoadError("\(name) must be a number above 0, not \(text)")
    }
    return number
  }

  /// The next one as a whole number above 0.
  mutating func count(_ name: String) throws(LoadError) -> Int {
    let number = try number(name)
    guard let count = Int(exactly: number) else { throw LoadError("\(name) must be whole, not \(number)") }
    return count
  }

  /// All that are left, at least one.
  mutating func texts(_ name: String) throws(LoadError) -> [String] {
    if rest.isEmpty { throw LoadError("\(name) is missing; see --help") }
    defer { rest = [] }
    return Array(rest)
  }
}
