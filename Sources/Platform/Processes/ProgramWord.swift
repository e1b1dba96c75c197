#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A word that programs pass to each other, an argument or a variable: any bytes but zero. Mostly they are
/// UTF-8, but nobody promises it.
package struct ProgramWord: Hashable, Sendable, ExpressibleByStringLiteral {
  package let bytes: [UInt8]

  /// A word that is text.
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// A word in the source.
  package init(stringLiteral text: String) { self.init(text) }

  /// Copies a word of C.
  init(copying pointer: UnsafePointer<CChar>) {
    bytes = Array(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
  }

  /// Copies a list of C, which ends with a null.
  package static func list(_ pointers: UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> [ProgramWord] {
    guard var next = pointers else { return [] }
    var words: [ProgramWord] = []
    while let pointer = next.pointee {
      words.append(ProgramWord(copying: pointer))
      next += 1
    }
    return words
  }

  /// As text; `nil` if it is none.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  /// For a message: bytes that are no text as `\xFF`.
  package var shown: String {
    if let text { return text }
    return bytes.reduce(into: "") { shown, byte in
      let isPlain = 0x20..<0x7F ~= byte
      shown += isPlain ? String(Unicode.Scalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
    }
  }
}

extension [ProgramWord] {
  /// Passes the words to `body` as a list of C, which ends with a null.
  func withCStrings<R>(_ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    var pointers: [UnsafeMutablePointer<CChar>?] = map { word in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: word.bytes.count + 1)
      for (index, byte) in word.bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
      copy[word.bytes.count] = 0
      return copy
    }
    defer { for pointer in pointers { pointer?.deallocate() } }
    pointers.append(nil)
    return body(pointers)
  }
}
