import CSystemShims

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The window of a terminal.
package enum Terminal {
  /// Its width in columns; `nil` when the descriptor is not a terminal.
  package static func columns(of descriptor: FileDescriptor) -> Int? {
    let columns = shim_terminal_columns(descriptor.rawValue)
    return columns > 0 ? Int(columns) : nil
  }

  /// Its height in rows; `nil` when the descriptor is not a terminal.
  package static func rows(of descriptor: FileDescriptor) -> Int? {
    let rows = shim_terminal_rows(descriptor.rawValue)
    return rows > 0 ? Int(rows) : nil
  }
}

/// A terminal that delivers single keys, until `restore()`.
package struct TerminalMode {
  private let descriptor: FileDescriptor
  private let former: termios

  /// Delivers each key as it is pressed, and shows none of them. The keys for signals keep their meaning.
  package init(readingKeysOf descriptor: FileDescriptor) throws(SystemError) {
    self.descriptor = descriptor
    var mode = termios()
    try retrying("read the mode of the terminal") { tcgetattr(descriptor.rawValue, &mode) }
    former = mode
    mode.c_lflag &= ~(tcflag_t(ICANON) | tcflag_t(ECHO) | tcflag_t(IEXTEN))
    mode.c_iflag &= ~(tcflag_t(IXON) | tcflag_t(ICRNL))
    withUnsafeMutableBytes(of: &mode.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    // At once: a terminal that nobody reads never takes what was written to it.
    tcflush(descriptor.rawValue, TCIFLUSH)
    try retrying("set the mode of the terminal") { tcsetattr(descriptor.rawValue, TCSANOW, &mode) }
  }

  /// Restores the former mode, and forgets the keys that were not read.
  package func restore() {
    var mode = former
    tcflush(descriptor.rawValue, TCIFLUSH)
    _ = tcsetattr(descriptor.rawValue, TCSANOW, &mode)
  }
}
