import Client
import Platform
import Presentation

extension Tool {
  /// Copies standard input to the socket and the socket to standard output, both at the same time.
  ///
  /// Ends when the daemon closes the connection; after the end of input, that is when it has sent the last
  /// reply.
  func connect() throws(ToolError) -> ExitStatus {
    let client = try client()
    var copy = SocketCopy(socket: client.connection.descriptor)
    do {
      try copy.run()
    } catch let error where error.isDisconnected {
      return .done
    } catch {
      throw ToolError(error)
    }
    return .done
  }
}

/// The two directions between the standard streams and a socket.
private struct SocketCopy {
  let socket: FileDescriptor
  /// Input that is not yet sent.
  private var unsent: [UInt8] = []
  private var inputHasEnded = false
  /// What a terminal shows; `nil`: another program reads, which gets the bytes as they are.
  private var shown = FileDescriptor.standardOutput.isTerminal ? JSONPieces() : nil
  private let buffer: UnsafeMutableRawBufferPointer

  init(socket: FileDescriptor) {
    self.socket = socket
    buffer = .allocate(byteCount: 65536, alignment: 16)
  }

  mutating func run() throws(SystemError) {
    defer { buffer.deallocate() }
    while true {
      let input: Readiness = unsent.isEmpty && !inputHasEnded ? .readable : []
      let wanted: Readiness = unsent.isEmpty ? .readable : [.readable, .writable]
      // Standard output is watched only for the end of its reader.
      var entries: [(descriptor: FileDescriptor, readiness: Readiness)] = [
        (socket, wanted), (.standardOutput, []),
      ]
      if input == .readable { entries.append((.standardInput, input)) }
      let ready = try FileDescriptor.wait(for: entries, until: .never)

      if ready[1].contains(.hungUp) { return }
      if ready[0].contains(.readable) {
        let count = try socket.read(into: buffer)
        if count == 0 { return }
        try print(Array(buffer[..<count]))
      }
      if ready[0].contains(.writable) { try send() }
      if ready.count > 2, ready[2].contains(.readable) { try readInput() }
    }
  }

  private mutating func print(_ bytes: [UInt8]) throws(SystemError) {
    let text = shown?.text(adding: bytes)
    try FileDescriptor.standardOutput.writeAll(text.map { Array($0.utf8) } ?? bytes)
  }

  private mutating func readInput() throws(SystemError) {
    let count = try FileDescriptor.standardInput.read(into: buffer)
    if count == 0 {
      inputHasEnded = true
      Socket.finishWriting(socket)
    } else {
      unsent += buffer[..<count]
      try send()
    }
  }

  private mutating func send() throws(SystemError) {
    do throws(SystemError) {
      let sent = unsent.withUnsafeBytes { bytes in
        Result { () throws(SystemError) in try Socket.send(bytes, to: socket) }
      }
      unsent.removeFirst(try sent.get())
    } catch let error where error.wouldBlock {
      return
    }
  }
}
