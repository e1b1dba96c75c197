import CSystemShims

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension FileDescriptor {
  /// Takes the one lock of an open file without waiting; false when another process has it.
  ///
  /// The kernel gives it back when the process ends, however it ends.
  package func tryLock() throws(SystemError) -> Bool {
    do {
      try retrying("lock a file") { shim_flock(rawValue, LOCK_EX | LOCK_NB) }
      return true
    } catch let error where error.wouldBlock {
      return false
    }
  }

  /// Makes the file hold exactly these bytes.
  package func overwrite(with bytes: [UInt8]) throws(SystemError) {
    try retrying("empty a file") { ftruncate(rawValue, 0) }
    try retrying("write a file") { pwrite(rawValue, bytes, bytes.count, 0) }
  }
}
