package import JSON
package import Platform

/// Writes a file of chained lines from its beginning.
package struct ChainedFileWriter: ~Copyable {
  private let file: FileDescriptor
  private(set) var chain = Chain()
  /// Bytes that are in the file.
  private(set) var written = 0
  private var lines = 0
  private var waiting = JSONWriter()

  private static let chunk = 1 << 20

  init(_ file: FileDescriptor) { self.file = file }

  /// Writes a line whose members the closure writes.
  package mutating func line(_ members: (inout JSONWriter) -> Void) throws(SystemError) {
    chain.append(to: &waiting, members)
    lines += 1
    if waiting.buffer.count >= Self.chunk { try flush() }
  }

  /// Writes the line that says that it was the last, and returns how large the file is.
  mutating func finish() throws(SystemError) -> Int {
    let count = lines
    try line { $0.member("end", count) }
    try flush()
    return written
  }

  /// Writes what waits to be written.
  mutating func flush() throws(SystemError) {
    let place = written
    try waiting.buffer.withBytes { (bytes) throws(SystemError) in
      try file.write(UnsafeRawBufferPointer(bytes), at: place)
    }
    written += waiting.buffer.count
    waiting.buffer.removeAll()
  }
}
