/// A value of an archive with the place where it stands. What is not exactly as it must be is refused.
struct ArchiveReader<Source: ArchiveSource> {
  let source: Source
  let path: String

  init(_ source: Source, at path: String = "") {
    self.source = source
    self.path = path
  }

  /// What is wrong here.
  func mismatch(_ rule: String) -> ArchiveError { ArchiveError(path, rule) }

  /// `nil` for null.
  var unlessNull: Self? { source.isNull ? nil : self }

  func string() throws(ArchiveError) -> String {
    guard let string = source.string else { throw mismatch("a string") }
    return string
  }

  func nonEmpty() throws(ArchiveError) -> String {
    guard let string = source.string, !string.isEmpty else { throw mismatch("a string that is not empty") }
    return string
  }

  func bool() throws(ArchiveError) -> Bool {
    guard let bool = source.bool else { throw mismatch("true or false") }
    return bool
  }

  func integer(_ range: ClosedRange<Int> = ArchiveLimits.count) throws(ArchiveError) -> Int {
    guard let integer = source.integer, range.contains(integer) else {
      throw mismatch("an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// The number of a call or a connection.
  func serial() throws(ArchiveError) -> UInt64 { UInt64(try integer()) }

  func number() throws(ArchiveError) -> Double {
    guard let number = source.number, number.magnitude <= 1e15 else { throw mismatch("a number") }
    return number
  }

  /// A time in whole nanoseconds.
  func time() throws(ArchiveError) -> Nanoseconds {
    Nanoseconds(Int64(try integer(-ArchiveLimits.time...ArchiveLimits.time)))
  }

  /// 64 bits in hexadecimal.
  func bits() throws(ArchiveError) -> UInt64 {
    guard let text = source.string, let bits = UInt64(text, radix: 16) else {
      throw mismatch("a string of hexadecimal digits")
    }
    return bits
  }

  /// A case of a vocabulary by its text.
  func text<Case: RawRepresentable<String> & CaseIterable>(_: Case.Type = Case.self) throws(ArchiveError)
    -> Case
  {
    guard let value = source.string.flatMap(Case.init(rawValue:)) else {
      throw mismatch("one of \(Case.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return value
  }

  /// A case of a vocabulary whose texts are the names of its cases.
  func name<Case: CaseIterable>(_: Case.Type = Case.self) throws(ArchiveError) -> Case {
    guard let name = source.string, let value = Case.allCases.first(where: { "\($0)" == name }) else {
      throw mismatch("one of \(Case.allCases.map { "\($0)" }.joined(separator: ", "))")
    }
    return value
  }

  func array<Element>(
    _ element: (Self) throws(ArchiveError) -> Element
  ) throws(ArchiveError) -> [Element] {
    guard source.isArray else { throw mismatch("an array") }
    var array: [Element] = []
    for value in source.elements { array.append(try element(Self(value, at: "\(path)[\(array.count)]"))) }
    return array
  }

  /// An object of any names, no name twice.
  func dictionary<Value>(
    _ value: (Self) throws(ArchiveError) -> Value
  ) throws(ArchiveError) -> [String: Value] {
    guard source.isObject else { throw mismatch("an object") }
    var dictionary: [String: Value] = [:]
    for member in source.members {
      guard let name = member.key.string, !name.isEmpty else { throw mismatch("an object of names") }
      let value = try value(Self(member.value, at: path.isEmpty ? name : "\(path).\(name)"))
      guard dictionary.updateValue(value, forKey: name) == nil else {
        throw mismatch("an object with \(name) once only")
      }
    }
    return dictionary
  }

  /// An object whose members are known: all that are there have to be read.
  func object<Value>(
    _ body: (inout ObjectReader<Source>) throws(ArchiveError) -> Value
  ) throws(ArchiveError) -> Value {
    guard source.isObject else { throw mismatch("an object") }
    var object = ObjectReader(self)
    let value = try body(&object)
    try object.finish()
    return value
  }
}

/// The members of an object, each of which is to be read by name.
struct ObjectReader<Source: ArchiveSource> {
  private let reader: ArchiveReader<Source>
  private var names: [StaticString] = []

  fileprivate init(_ reader: ArchiveReader<Source>) { self.reader = reader }

  /// A member that must be there.
  subscript(_ name: StaticString) -> ArchiveReader<Source> {
    mutating get throws(ArchiveError) {
      guard let member = optional(name) else { throw reader.mismatch("an object with a member \(name)") }
      return member
    }
  }

  /// A member that may be missing.
  mutating func optional(_ name: StaticString) -> ArchiveReader<Source>? {
    guard let value = reader.source[name] else { return nil }
    names.append(name)
    return ArchiveReader(value, at: reader.path.isEmpty ? "\(name)" : "\(reader.path).\(name)")
  }

  /// The whole object.
  func mismatch(_ rule: String) -> ArchiveError { reader.mismatch(rule) }

  fileprivate func finish() throws(ArchiveError) {
    var left = names.map { "\($0)" }
    for member in reader.source.members {
      let name = member.key.string ?? ""
      guard let index = left.firstIndex(of: name) else {
        throw reader.mismatch("an object without a second or unknown member \(name)")
      }
      left.remove(at: index)
    }
  }
}

/// What numbers of an archive may be, so that counting on from them never overflows.
enum ArchiveLimits {
  static let count = 0...(1 << 53)
  /// 292 years in nanoseconds.
  static let time = Int.max
}

extension ArchiveSink where Self: ~Copyable {
  mutating func member(_ name: StaticString, _ value: String) {
    key(name)
    string(value)
  }

  mutating func member(_ name: StaticString, _ value: String?) {
    key(name)
    if let value { string(value) } else { null() }
  }

  mutating func member(_ name: StaticString, _ value: Int) {
    key(name)
    integer(value)
  }

  mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    boolean(value)
  }

  mutating func member(_ name: StaticString, _ value: Double) {
    key(name)
    number(value)
  }

  /// A time in whole nanoseconds, so that nothing is lost.
  mutating func member(_ name: StaticString, _ value: Nanoseconds) {
    key(name)
    integer(Int(value.value))
  }

  /// Writes nothing without a value.
  mutating func member(optional name: StaticString, _ value: String?) {
    if let value { member(name, value) }
  }

  /// Writes nothing without a value.
  mutating func member(optional name: StaticString, _ value: Nanoseconds?) {
    if let value { member(name, value) }
  }

  /// Writes nothing unless it is true.
  mutating func flag(_ name: StaticString, _ value: Bool) {
    if value { member(name, true) }
  }

  mutating func member(bits name: StaticString, _ value: UInt64) {
    key(name)
    string(String(value, radix: 16))
  }

  mutating func member<Element>(
    _ name: StaticString, each elements: some Sequence<Element>, _ body: (Element, inout Self) -> Void
  ) {
    key(name)
    beginArray()
    for element in elements { body(element, &self) }
    endArray()
  }

  mutating func object(_ body: (inout Self) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }

  mutating func object(_ name: StaticString, _ body: (inout Self) -> Void) {
    key(name)
    object(body)
  }
}
