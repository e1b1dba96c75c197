import CSystemShims

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A TCP socket that programs of this machine reach, and nobody else: it listens on 127.0.0.1.
package struct LoopbackListener {
  /// Readable when somebody has connected.
  package let descriptor: FileDescriptor
  /// A free port, which the system chose.
  package let port: UInt16

  /// The address that it listens on.
  package static let host = "127.0.0.1"

  /// Starts to listen.
  package init() throws(SystemError) {
    let descriptor = FileDescriptor(try retrying("create a socket") { shim_internet_socket() })
    do {
      port = try Self.bind(descriptor)
      try Socket.listen(descriptor, backlog: 64)
    } catch {
      descriptor.close()
      throw error
    }
    self.descriptor = descriptor
  }

  /// Ends it.
  package func close() { descriptor.close() }

  /// The next connection, which does not block; `nil` if none waits.
  package func accept() throws(SystemError) -> FileDescriptor? {
    do {
      let connection = try Socket.accept(descriptor)
      // Short messages do not wait for others to travel with.
      var isOn: Int32 = 1
      setsockopt(
        connection.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
      return connection
    } catch let error where error.wouldBlock || error.code == ECONNABORTED {
      return nil
    }
  }

  /// Gives the socket its address, and returns the port.
  private static func bind(_ descriptor: FileDescriptor) throws(SystemError) -> UInt16 {
    var address = sockaddr_in(loopback: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { pointer throws(SystemError) in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address throws(SystemError) in
        try retrying("bind \(host)") { shim_bind(descriptor.rawValue, address, size) }
        try retrying("find the port") { getsockname(descriptor.rawValue, address, &size) }
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }
}

extension sockaddr_in {
  /// A port of 127.0.0.1; 0: a free one.
  init(loopback port: UInt16) {
    self.init()
    sin_family = sa_family_t(AF_INET)
    sin_port = port.bigEndian
    sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    #if canImport(Darwin)
      sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
    #endif
  }
}
