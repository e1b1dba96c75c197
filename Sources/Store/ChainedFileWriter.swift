package import JSON
import Platform

/// Writes a file of chained lines from its beginning, or goes on with one.
package struct ChainedFileWriter: ~Copyable {
  private let file: OpenFile
  private(set) var chain: Chain
  /// Bytes that are in the file.
  private(set) var written: Int
  private var synchronized: Int
  private var lines = 0
  private var waiting = JSONWriter()
  /// Is asked after each line whether to go on.
  private let goesOn: () -> Bool
  private let maximumLineBytes: Int

  private static let chunk = 1 << 20
  /// How much is written before the disk gets it: others that wait for the disk do not wait for much more.
  private static let leap = 8 << 20

  init(
    _ file: OpenFile, at written: Int = 0, _ chain: Chain = Chain(),
    maximumLineBytes: Int = JSONDocument.maximumBytes,
    while goesOn: @escaping () -> Bool = { true }
  ) {
    self.file = file
    self.chain = chain
    self.written = written
    synchronized = written
    self.goesOn = goesOn
    self.maximumLineBytes = maximumLineBytes
  }

  /// Writes a line whose members the closure writes.
  package mutating func line(_ members: (inout JSONWriter) -> Void) throws(WriteFailure) {
    if !goesOn() { throw .stopped }
    try chain.append(to: &waiting, atMost: maximumLineBytes, members)
    lines += 1
    if waiting.buffer.count >= Self.chunk { try flush() }
  }

  /// Writes a line of another chain, without its end.
  mutating func line(from other: UnsafeRawBufferPointer) throws(WriteFailure) {
    try chain.append(other, to: &waiting)
    if waiting.buffer.count >= Self.chunk { try flush() }
  }

  /// Writes the line that says that it was the last, and returns how large the file is.
  mutating func finish() throws(WriteFailure) -> Int {
    let count = lines
    try line { $0.member("end", count) }
    try synchronize()
    return written
  }

  /// Waits until all of it survives a loss of power.
  mutating func synchronize() throws(WriteFailure) {
    try flush()
    try synchronizeWritten()
  }

  private mutating func synchronizeWritten() throws(WriteFailure) {
    try writing { () throws(SystemError) in try file.descriptor.synchronize() }
    synchronized = written
  }

  /// Writes what waits to be written.
  mutating func flush() throws(WriteFailure) {
    let place = written
    try waiting.buffer.withBytes { (bytes) throws(WriteFailure) in
      try writing { () throws(SystemError) in
        try file.descriptor.write(UnsafeRawBufferPointer(bytes), at: place)
      }
    }
    written += waiting.buffer.count
    waiting.buffer.removeAll(keepingAtMost: 2 * Self.chunk)
    if written - synchronized >= Self.leap { try synchronizeWritten() }
  }
}
