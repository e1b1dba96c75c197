import CSystemShims

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Unix stream sockets. Programs that this process starts do not get them.
package enum Socket {
  /// Creates a socket that is not connected.
  package static func make() throws(SystemError) -> FileDescriptor {
    FileDescriptor(try retrying("create a socket") { shim_stream_socket() })
  }

  /// Creates two sockets that are connected to each other.
  package static func pair() throws(SystemError) -> (FileDescriptor, FileDescriptor) {
    var numbers: [Int32] = [-1, -1]
    try retrying("create a socket pair") { shim_socket_pair(&numbers) }
    return (FileDescriptor(numbers[0]), FileDescriptor(numbers[1]))
  }

  /// Connects to the process that listens at the address; when its queue is full, waits until the limit.
  package static func connect(
    to address: SocketAddress, until limit: WaitLimit = .never
  ) throws(SystemError) -> FileDescriptor {
    let descriptor = FileDescriptor(try retrying("create a socket") { shim_nonblocking_stream_socket() })
    do {
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
      do throws(SystemError) {
        try retrying("connect to \(address.path)") {
          address.withSocketAddress { shim_connect(descriptor.rawValue, $0, $1) }
        }
        return
      } catch let error where error.wouldBlock {
        // The queue of the listener is full, and no event tells when there is room again.
        if limit.milliseconds == 0 { throw SystemError(ETIMEDOUT, "connect to \(address.path)") }
        HostClock.sleep(seconds: 0.01)
      }
    }
  }

  /// Gives a new socket its address, and creates the file of the address.
  package static func bind(_ descriptor: FileDescriptor, to address: SocketAddress) throws(SystemError) {
    try retrying("bind \(address.path)") {
      address.withSocketAddress { shim_bind(descriptor.rawValue, $0, $1) }
    }
  }

  /// Lets others connect to a bound socket.
  package static func listen(_ descriptor: FileDescriptor, backlog: Int32 = 511) throws(SystemError) {
    try retrying("listen") { shim_listen(descriptor.rawValue, backlog) }
  }

  /// The path of a listening stream socket, empty if it has none; `nil` for any other descriptor.
  package static func listeningPath(of descriptor: FileDescriptor) -> String? {
    guard shim_is_listening_stream(descriptor.rawValue) == 1 else { return nil }
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

  /// Accepts the next connection; it is non-blocking.
  package static func accept(_ listener: FileDescriptor) throws(SystemError) -> FileDescriptor {
    FileDescriptor(try retrying("accept a connection") { shim_accept(listener.rawValue) })
  }

  /// Reads the bytes that are there, at most the size of the buffer; 0 means the end. For a socket this costs
  /// less than `read`.
  package static func receive(
    into buffer: UnsafeMutableRawBufferPointer, from descriptor: FileDescriptor
  ) throws(SystemError) -> Int {
    try retrying("receive") {
      recv(descriptor.rawValue, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
    }
  }

  /// Sends as many bytes as there is room for, and returns how many. If the peer is gone, this throws an
  /// error; no signal comes.
  package static func send(
    _ buffer: UnsafeRawBufferPointer, to descriptor: FileDescriptor
  ) throws(SystemError) -> Int {
    try retrying("send") { sendNow(buffer[...], to: descriptor) }
  }

  /// Sends all bytes before the limit; the descriptor may block or not.
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
        // There is nearly always room, so the first call does not wait.
        let ready = try descriptor.wait(for: .writable, until: limit)
        if ready.isEmpty { throw SystemError(ETIMEDOUT, "send") }
      }
    }
  }

  private static func sendNow(_ bytes: Slice<UnsafeRawBufferPointer>, to descriptor: FileDescriptor) -> Int {
    let buffer = UnsafeRawBufferPointer(rebasing: bytes)
    return shim_send(descriptor.rawValue, buffer.baseAddress, buffer.count)
  }

  /// Ends the output of this side; the peer can still answer.
  package static func finishWriting(_ descriptor: FileDescriptor) {
    _ = shutdown(descriptor.rawValue, Int32(SHUT_WR))
  }

  /// Ends both directions; a thread that reads finds the end.
  package static func shutDown(_ descriptor: FileDescriptor) {
    _ = shutdown(descriptor.rawValue, Int32(SHUT_RDWR))
  }
}

/// The process at the other end of a connection, as the kernel knows it.
package struct PeerCredentials: Equatable, Sendable {
  package let userID: UInt32
  /// `nil` where the system does not tell.
  package let processID: Int32?

  /// Asks the kernel.
  package init(of connection: FileDescriptor) throws(SystemError) {
    var credentials = shim_credentials()
    try retrying("find out who connected") { shim_peer_credentials(connection.rawValue, &credentials) }
    userID = credentials.uid
    processID = credentials.pid > 0 ? credentials.pid : nil
  }
}

/// Single messages over Unix sockets.
package enum Datagram {
  /// Sends a message to a socket named by its path, or, after a first `@`, by its abstract name. Who reads none
  /// misses it.
  package static func send(_ message: String, to name: String) throws(SystemError) {
    let operation = "notify \(name)"
    let bytes = Array(name.utf8)
    let isAbstract = bytes.first == UInt8(ascii: "@")
    guard (2...SocketAddress.maximumPathBytes).contains(bytes.count), isAbstract || name.hasPrefix("/") else {
      throw SystemError(EINVAL, operation)
    }
    let descriptor = FileDescriptor(try retrying("create a socket") { shim_datagram_socket() })
    defer { descriptor.close() }
    // An abstract name begins with a zero, and every byte up to the size belongs to it.
    let address = sockaddr_un(isAbstract ? [0] + bytes.dropFirst() : bytes)
    let size = (MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + bytes.count
    let text = Array(message.utf8)
    try retrying(operation) {
      address.withSocketAddress(size: size) {
        sendto(descriptor.rawValue, text, text.count, Int32(MSG_DONTWAIT), $0, $1)
      }
    }
  }
}
