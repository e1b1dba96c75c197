#if canImport(Darwin)
  import Darwin
#else
  import CSystemShims
  import Glibc
#endif

/// An open file, socket or pipe. Copies share it; whoever opened it closes it.
package struct FileDescriptor: Hashable, Sendable {
  /// The number that the operating system knows it by.
  package let rawValue: Int32

  /// Names a descriptor by its number.
  package init(_ rawValue: Int32) { self.rawValue = rawValue }

  package static let standardInput = FileDescriptor(0)
  package static let standardOutput = FileDescriptor(1)
  package static let standardError = FileDescriptor(2)

  /// Whether the number stands for something open.
  package var isOpen: Bool { fcntl(rawValue, F_GETFD) != -1 }

  /// Whether a person sits at the other end.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Closes it. Never repeated after a signal: the number is free by then and may be somebody else's.
  package func close() {
    #if canImport(Darwin)
      _ = Darwin.close(rawValue)
    #else
      _ = Glibc.close(rawValue)
    #endif
  }

  /// Reads what is there, at most the size of the buffer; 0 means the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try retrying("read") {
      #if canImport(Darwin)
        Darwin.read(rawValue, buffer.baseAddress, buffer.count)
      #else
        Glibc.read(rawValue, buffer.baseAddress, buffer.count)
      #endif
    }
  }

  /// Writes once and says how much of it was taken.
  package func write(_ buffer: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    try retrying("write") {
      #if canImport(Darwin)
        Darwin.write(rawValue, buffer.baseAddress, buffer.count)
      #else
        Glibc.write(rawValue, buffer.baseAddress, buffer.count)
      #endif
    }
  }

  /// Writes everything, waiting as long as it takes.
  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      do {
        start += try retrying("write") {
          bytes.withUnsafeBytes { buffer in
            #if canImport(Darwin)
              Darwin.write(rawValue, buffer.baseAddress.map { $0 + start }, buffer.count - start)
            #else
              Glibc.write(rawValue, buffer.baseAddress.map { $0 + start }, buffer.count - start)
            #endif
          }
        }
      } catch let error where error.wouldBlock {
        _ = try wait(for: .writable, until: .never)
      }
    }
  }

  /// Writes a text as UTF-8, all of it.
  package func writeAll(_ text: String) throws(SystemError) { try writeAll(Array(text.utf8)) }

  /// Lets calls return at once instead of waiting, or wait again.
  package func setNonBlocking(_ isOn: Bool) throws(SystemError) {
    let flags = try retrying("read the flags of a descriptor") { fcntl(rawValue, F_GETFL) }
    let new = isOn ? flags | O_NONBLOCK : flags & ~O_NONBLOCK
    if new != flags { try retrying("set the flags of a descriptor") { fcntl(rawValue, F_SETFL, new) } }
  }

  /// Keeps it from the programs that this process starts, or hands it on to them.
  package func setCloseOnExec(_ isOn: Bool) throws(SystemError) {
    try retrying("set the flags of a descriptor") { fcntl(rawValue, F_SETFD, isOn ? FD_CLOEXEC : 0) }
  }

  /// Makes this number stand for what `other` stands for.
  package func replace(by other: FileDescriptor) throws(SystemError) {
    try retrying("duplicate a descriptor") { dup2(other.rawValue, rawValue) }
  }

  /// A pipe: what is written to the second comes out of the first. Neither is handed to new programs.
  package static func pipe() throws(SystemError) -> (reading: FileDescriptor, writing: FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      try retrying("make a pipe") { Darwin.pipe(&ends) }
    #else
      try retrying("make a pipe") { shim_pipe(&ends) }
    #endif
    let pipe = (reading: FileDescriptor(ends[0]), writing: FileDescriptor(ends[1]))
    #if canImport(Darwin)
      try pipe.reading.setCloseOnExec(true)
      try pipe.writing.setCloseOnExec(true)
    #endif
    return pipe
  }
}
