#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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

  /// What to wait for: until the terminal takes more, if there is more.
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
