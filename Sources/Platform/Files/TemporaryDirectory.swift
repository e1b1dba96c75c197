#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension FileSystem {
  /// Makes a new folder that only this user can enter.
  ///
  /// - Parameter prefix: the beginning of its path.
  package static func makeTemporaryDirectory(prefix: String) throws(SystemError) -> String {
    var template = Array("\(prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .last("make a folder \(prefix)…") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
