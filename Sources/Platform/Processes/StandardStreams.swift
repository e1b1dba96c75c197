import CSystemShims

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The streams 0 to 2, which a program may count on.
package enum StandardStreams {
  /// Fills those that were closed when this process started. Do it first of all: a file that is opened later would
  /// get the number of a closed stream, and what is printed would go there.
  ///
  /// A filled stream has nothing to read, and writing to it fails, because nobody gets the output. Programs that
  /// this process starts find it closed.
  package static func fill() {
    // In this order, so that each one is the lowest free number, which a new descriptor gets.
    fill(.standardInput)
    fill(.standardOutput)
    fill(.standardError)
  }

  private static func fill(_ stream: FileDescriptor) {
    if stream.isOpen { return }
    // Where there are no devices: a folder cannot be read or written either.
    if shim_open("/dev/null", O_RDONLY, 0) < 0 { _ = shim_open("/", O_RDONLY, 0) }
  }
}
