import CSystemShims

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An open file, socket or pipe. Copies share it; the code that opened it closes it.
package struct FileDescriptor: Hashable, Sendable {
  /// The number that the operating system gave it.
  package let rawValue: Int32

  /// Names a descriptor by its number.
  package init(_ rawValue: Int32) { self.rawValue = rawValue }

  package static let standardInput = FileDescriptor(0)
  package static let standardOutput = FileDescriptor(1)
  package static let standardError = FileDescriptor(2)

  /// Whether the descriptor is open.
  package var isOpen: Bool { fcntl(rawValue, F_GETFD) != -1 }

  /// Whether programs that this process starts get it, as this process got it: what it opens itself is hidden
  /// from them. A closed one is not.
  package var isInheritable: Bool {
    let flags = fcntl(rawValue, F_GETFD)
    return flags != -1 && flags & FD_CLOEXEC == 0
  }

  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Closes it. A close is never repeated after a signal: by then the number may belong to another file.
  package func close() { _ = shim_close(rawValue) }

  /// Reads the bytes that are there, at most the size of the buffer; 0 means the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try retrying("read") { shim_read(rawValue, buffer.baseAddress, buffer.count) }
  }

  /// Writes once and returns how many bytes were written.
  package func write(_ buffer: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    try retrying("write") { shim_write(rawValue, buffer.baseAddress, buffer.count) }
  }

  /// Writes all bytes, and waits as long as it takes.
  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      do throws(SystemError) {
        start += try retrying("write") {
          bytes.withUnsafeBytes { shim_write(rawValue, $0.baseAddress.map { $0 + start }, $0.count - start) }
        }
      } catch let error where error.wouldBlock {
        _ = try wait(for: .writable, until: .never)
      }
    }
  }

  /// Writes a whole text as UTF-8.
  package func writeAll(_ text: String) throws(SystemError) { try writeAll(Array(text.utf8)) }

  /// Makes calls return at once instead of waiting, or wait again.
  package func setNonBlocking(_ isOn: Bool) throws(SystemError) {
    let flags = try retrying("read the flags of a descriptor") { fcntl(rawValue, F_GETFL) }
    let new = isOn ? flags | O_NONBLOCK : flags & ~O_NONBLOCK
    if new != flags { try retrying("set the flags of a descriptor") { fcntl(rawValue, F_SETFL, new) } }
  }

  /// Hides it from programs that this process starts, or passes it on to them.
  package func setCloseOnExec(_ isOn: Bool) throws(SystemError) {
    try retrying("set the flags of a descriptor") { fcntl(rawValue, F_SETFD, isOn ? FD_CLOEXEC : 0) }
  }

  /// Makes this number a copy of `other`.
  package func replace(by other: FileDescriptor) throws(SystemError) {
    try retrying("duplicate a descriptor") { dup2(other.rawValue, rawValue) }
  }

  /// Creates a pipe: bytes written to the second end are read from the first. New programs get neither.
  package static func pipe() throws(SystemError) -> (reading: FileDescriptor, writing: FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    try retrying("create a pipe") { shim_pipe(&ends) }
    return (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
  }
}

/// Files that keep data.
extension FileDescriptor {
  /// Writes all bytes at an offset of a file, wherever others write.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      let count = try retrying("write a file") {
        pwrite(rawValue, bytes.baseAddress.map { $0 + start }, bytes.count - start, off_t(offset + start))
      }
      // A full file system may also say so by writing no byte.
      if count == 0 { throw SystemError(ENOSPC, "write a file") }
      start += count
    }
  }

  /// The same for an array.
  package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(SystemError) in try write(buffer, at: offset) }
    }
    try result.get()
  }

  /// Reads bytes at an offset of a file, at most the size of the buffer; 0 means the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    try retrying("read a file") { pread(rawValue, buffer.baseAddress, buffer.count, off_t(offset)) }
  }

  /// Appends what a file has from an offset on to another one.
  package func copy(from offset: Int, to other: FileDescriptor) throws(SystemError) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
    defer { chunk.deallocate() }
    var copied = 0
    while true {
      let count = try read(into: chunk, at: offset + copied)
      if count == 0 { return }
      try other.write(UnsafeRawBufferPointer(rebasing: chunk[..<count]), at: copied)
      copied += count
    }
  }

  /// Replaces the content of a file.
  package func overwrite(with bytes: [UInt8]) throws(SystemError) {
    try truncate(to: 0)
    try retrying("write a file") { pwrite(rawValue, bytes, bytes.count, 0) }
  }

  /// Cuts a file off at a length, or fills it up with zeros.
  package func truncate(to length: Int) throws(SystemError) {
    try retrying("truncate a file") { ftruncate(rawValue, off_t(length)) }
  }

  /// Waits until everything written to a file survives a loss of power.
  package func synchronize() throws(SystemError) {
    try retrying("write a file to the disk") { shim_synchronize(rawValue) }
  }

  /// Locks an open file without waiting; returns false when another process holds the lock.
  ///
  /// The kernel releases the lock when the process ends, however it ends.
  package func tryLock() throws(SystemError) -> Bool {
    do throws(SystemError) {
      try retrying("lock a file") { shim_flock(rawValue, LOCK_EX | LOCK_NB) }
      return true
    } catch let error where error.wouldBlock {
      return false
    }
  }
}
