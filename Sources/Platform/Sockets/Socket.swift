import CSystemShims

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Unix stream sockets. All are closed when this process starts another program.
package enum Socket {
  /// A new socket, connected to nothing.
  package static func make() throws(SystemError) -> FileDescriptor {
    #if canImport(Darwin)
      let descriptor = FileDescriptor(try retrying("make a socket") { socket(AF_UNIX, SOCK_STREAM, 0) })
      try prepare(descriptor)
      return descriptor
    #else
      let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      return FileDescriptor(try retrying("make a socket") { socket(AF_UNIX, type, 0) })
    #endif
  }

  /// Connects to whoever listens at the address; when its queue is full, waits until the limit.
  package static func connect(
    to address: SocketAddress, until limit: WaitLimit = .never
  ) throws(SystemError) -> FileDescriptor {
    let descriptor = try make()
    do {
      try descriptor.setNonBlocking(true)
      try connect(descriptor, to: address, until: limit)
      try descriptor.setNonBlocking(false)
      return descriptor
    } catch {
      descriptor.close()
      throw error
    }
  }

  private static func connect(
    _ descriptor: FileDescriptor, to address: SocketAddress, until limit: WaitLimit
  ) throws(SystemError) {
    while true {
      do {
        try retrying("connect to \(address.path)") {
          address.withSocketAddress { pointer, size in
            #if canImport(Darwin)
              Darwin.connect(descriptor.rawValue, pointer, size)
            #else
              Glibc.connect(descriptor.rawValue, pointer, size)
            #endif
          }
        }
        return
      } catch let error where error.wouldBlock {
        // The queue of the listener is full, and nothing tells when there is room again.
        if limit.milliseconds == 0 { throw SystemError(ETIMEDOUT, "connect to \(address.path)") }
        HostClock.sleep(seconds: 0.01)
      }
    }
  }

  /// Gives a new socket the address, which makes its file.
  package static func bind(_ descriptor: FileDescriptor, to address: SocketAddress) throws(SystemError) {
    try retrying("bind \(address.path)") {
      address.withSocketAddress { pointer, size in
        #if canImport(Darwin)
          Darwin.bind(descriptor.rawValue, pointer, size)
        #else
          Glibc.bind(descriptor.rawValue, pointer, size)
        #endif
      }
    }
  }

  /// Lets others connect to a bound socket.
  package static func listen(_ descriptor: FileDescriptor, backlog: Int32 = 511) throws(SystemError) {
    try retrying("listen") {
      #if canImport(Darwin)
        Darwin.listen(descriptor.rawValue, backlog)
      #else
        Glibc.listen(descriptor.rawValue, backlog)
      #endif
    }
  }

  /// Takes the next connection, which does not block.
  package static func accept(_ listener: FileDescriptor) throws(SystemError) -> FileDescriptor {
    #if canImport(Darwin)
      let number = try retrying("accept a connection") { Darwin.accept(listener.rawValue, nil, nil) }
      let descriptor = FileDescriptor(number)
      try prepare(descriptor)
      try descriptor.setNonBlocking(true)
      return descriptor
    #else
      return FileDescriptor(try retrying("accept a connection") { shim_accept(listener.rawValue) })
    #endif
  }

  /// Two sockets that are connected to each other.
  package static func pair() throws(SystemError) -> (FileDescriptor, FileDescriptor) {
    var numbers: [Int32] = [-1, -1]
    #if canImport(Darwin)
      try retrying("make a socket pair") { socketpair(AF_UNIX, SOCK_STREAM, 0, &numbers) }
      try prepare(FileDescriptor(numbers[0]))
      try prepare(FileDescriptor(numbers[1]))
    #else
      let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      try retrying("make a socket pair") { socketpair(AF_UNIX, type, 0, &numbers) }
    #endif
    return (FileDescriptor(numbers[0]), FileDescriptor(numbers[1]))
  }

  /// Reads what is there, at most the size of the buffer; 0 means the end. On a socket it costs less than
  /// `read`.
  package static func receive(
    into buffer: UnsafeMutableRawBufferPointer, from descriptor: FileDescriptor
  ) throws(SystemError) -> Int {
    try retrying("receive") {
      recv(descriptor.rawValue, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
    }
  }

  /// Sends what there is room for and says how much that was. A peer that is gone is an error, never a
  /// signal.
  package static func send(
    _ buffer: UnsafeRawBufferPointer, to descriptor: FileDescriptor
  ) throws(SystemError) -> Int {
    try retrying("send") { sendNow(buffer[...], to: descriptor) }
  }

  private static func sendNow(_ bytes: Slice<UnsafeRawBufferPointer>, to descriptor: FileDescriptor) -> Int {
    let buffer = UnsafeRawBufferPointer(rebasing: bytes)
    #if canImport(Darwin)
      return Darwin.send(descriptor.rawValue, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
    #else
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
      return Glibc.send(descriptor.rawValue, buffer.baseAddress, buffer.count, flags)
    #endif
  }

  /// Sends everything before the limit; the descriptor may block or not.
  package static func sendAll(
    _ bytes: [UInt8], to descriptor: FileDescriptor, until limit: WaitLimit = .never
  ) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      do throws(SystemError) {
        start += try retrying("send") {
          bytes.withUnsafeBytes { sendNow($0[start...], to: descriptor) }
        }
      } catch let error where error.wouldBlock {
        // There nearly always is room, so nothing is asked before.
        let ready = try descriptor.wait(for: .writable, until: limit)
        if ready.isEmpty { throw SystemError(ETIMEDOUT, "send") }
      }
    }
  }

  /// Tells the peer that nothing more comes; it can still answer.
  package static func finishWriting(_ descriptor: FileDescriptor) {
    _ = shutdown(descriptor.rawValue, Int32(SHUT_WR))
  }

  /// Ends both directions; a thread that reads finds the end.
  package static func shutDown(_ descriptor: FileDescriptor) {
    _ = shutdown(descriptor.rawValue, Int32(SHUT_RDWR))
  }

  #if canImport(Darwin)
    private static func prepare(_ descriptor: FileDescriptor) throws(SystemError) {
      try descriptor.setCloseOnExec(true)
      var on: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      try retrying("set up a socket") {
        setsockopt(descriptor.rawValue, SOL_SOCKET, SO_NOSIGPIPE, &on, size)
      }
    }
  #endif
}

/// What a socket that this process was handed turns out to be.
extension Socket {
  /// The path of a listening Unix stream socket, empty if it has none; `nil` for anything else.
  package static func listeningPath(of descriptor: FileDescriptor) -> String? {
    guard option(SO_TYPE, of: descriptor) == streamType, isListening(descriptor) else { return nil }
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor.rawValue, $0, &size)
      }
    }
    guard result == 0, Int32(address.sun_family) == AF_UNIX else { return nil }
    return withUnsafeBytes(of: address.sun_path) { field in
      String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private static var streamType: Int32 {
    #if canImport(Darwin)
      SOCK_STREAM
    #else
      Int32(SOCK_STREAM.rawValue)
    #endif
  }

  private static func isListening(_ descriptor: FileDescriptor) -> Bool {
    #if canImport(Darwin)
      return true  // Darwin does not tell; accepting will.
    #else
      return option(SO_ACCEPTCONN, of: descriptor) == 1
    #endif
  }

  private static func option(_ name: Int32, of descriptor: FileDescriptor) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor.rawValue, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
  }
}
