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

/// What is written to a terminal without ever waiting for it: who reads it may have stopped.
package final class TerminalOutput {
  private let descriptor: FileDescriptor
  /// Whether it is an open file of our own, beside the one that others share with us.
  private let isOwn: Bool
  /// What the terminal has not yet taken.
  private var unwritten: [UInt8] = []

  /// Writes to the terminal of a descriptor.
  package init(_ shared: FileDescriptor) throws(SystemError) {
    if let name = ttyname(shared.rawValue),
      let own = try? FileSystem.open(String(cString: name), O_WRONLY | O_NOCTTY | O_NONBLOCK)
    {
      (descriptor, isOwn) = (own, true)
    } else {
      try shared.setNonBlocking(true)
      (descriptor, isOwn) = (shared, false)
    }
  }

  /// Readable, that is writable, when the terminal takes more.
  package var entry: (descriptor: FileDescriptor, readiness: Readiness) {
    (descriptor, unwritten.isEmpty ? .none : .writable)
  }

  /// Whether the terminal has taken everything.
  package var isDone: Bool { unwritten.isEmpty }

  /// Adds a text, and writes as much as the terminal takes.
  package func write(_ text: String) throws(SystemError) {
    unwritten += text.utf8
    try writeMore()
  }

  /// Writes as much as the terminal takes.
  package func writeMore() throws(SystemError) {
    do throws(SystemError) {
      while !unwritten.isEmpty {
        let written = unwritten.withUnsafeBytes { bytes in
          Result { () throws(SystemError) in try descriptor.write(bytes) }
        }
        unwritten.removeFirst(try written.get())
      }
    } catch {
      if !error.wouldBlock { throw error }
    }
  }

  /// Writes the last text if the terminal takes it soon, and leaves the terminal as it was to others.
  package func finish(with text: String) {
    let limit = WaitLimit.after(seconds: 0.2)
    try? write(text)
    while !isDone, let ready = try? descriptor.wait(for: .writable, until: limit), !ready.isEmpty {
      do { try writeMore() } catch { break }
    }
    if isOwn { descriptor.close() } else { try? descriptor.setNonBlocking(false) }
  }
}
