/// What stands before the body of a request: as much of RFC 9112 as a browser needs, and nothing that two readers
/// could read in two ways.
///
/// Lines end with CR LF; a name has its colon right behind it; a line is never continued; what may stand once stands
/// once; a body has a `Content-Length`, and no transfer coding.
struct RequestHead: Equatable, Sendable {
  enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  let method: Method
  /// The path and what follows it, as it was sent.
  let target: String
  let host: String
  private(set) var origin: String?
  private(set) var cookie: String?
  private(set) var contentType: String?
  private(set) var contentLength: Int?

  /// - Parameter text: the lines, each with its end, without the empty one behind them.
  init(_ text: some Collection<UInt8>) throws(HTTPStatus) {
    var lines = HeadLines(text)
    guard let first = try lines.next() else { throw .badRequest }
    let words = first.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[2].elementsEqual("HTTP/1.1".utf8), words[1].first == UInt8(ascii: "/"),
      words[1].allSatisfy({ (0x21..<0x7F).contains($0) }),
      let method = Method(rawValue: String(decoding: words[0], as: UTF8.self))
    else { throw .badRequest }
    self.method = method
    target = String(decoding: words[1], as: UTF8.self)
    var host: String?
    while let line = try lines.next() {
      let (name, value) = try HeadLines.field(line)
      switch name {
      case "host": try Self.set(&host, value)
      case "origin": try Self.set(&origin, value)
      case "cookie": try Self.set(&cookie, value)
      case "content-type": try Self.set(&contentType, value)
      case "content-length": try Self.set(&contentLength, Self.length(value))
      case "transfer-encoding", "upgrade": throw .badRequest
      default: continue
      }
    }
    guard let host else { throw .badRequest }
    self.host = host
    switch method {
    case .get: if contentLength ?? 0 > 0 { throw .badRequest }
    case .post: if contentLength == nil { throw .lengthRequired }
    }
  }

  private static func set<T>(_ field: inout T?, _ value: T) throws(HTTPStatus) {
    if field != nil { throw .badRequest }
    field = value
  }

  private static func length(_ text: String) throws(HTTPStatus) -> Int {
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      throw .badRequest
    }
    guard let length = Int(text), length <= PanelLimits.bodyBytes else { throw .contentTooLarge }
    return length
  }
}

/// The lines of a head.
private struct HeadLines {
  private var rest: [UInt8].SubSequence

  init(_ text: some Collection<UInt8>) { rest = Array(text)[...] }

  /// The next line without its end; `nil` after the last.
  mutating func next() throws(HTTPStatus) -> [UInt8].SubSequence? {
    if rest.isEmpty { return nil }
    guard let end = rest.firstIndex(where: { $0 == 0x0D || $0 == 0x0A }), rest[end] == 0x0D,
      end + 1 < rest.endIndex, rest[end + 1] == 0x0A
    else { throw .badRequest }
    defer { rest = rest[(end + 2)...] }
    return rest[..<end]
  }

  /// A name in small letters, and its value without the spaces around it.
  static func field(_ line: [UInt8].SubSequence) throws(HTTPStatus) -> (name: String, value: String) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(isPartOfName)
    else { throw .badRequest }
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var value = line[(colon + 1)...].drop(while: isSpace)
    while let last = value.last, isSpace(last) { value.removeLast() }
    guard value.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x09 }) else { throw .badRequest }
    return (
      String(decoding: line[..<colon], as: UTF8.self).lowercased(), String(decoding: value, as: UTF8.self)
    )
  }

  /// The characters of a token.
  static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
