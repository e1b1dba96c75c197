#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Single messages over Unix sockets.
package enum Datagram {
  /// Sends a message to a socket named by its path, or, with `@` for the first byte, by its abstract name.
  package static func send(_ message: String, to name: String) throws(SystemError) {
    let operation = "notify \(name)"
    let limit = SocketAddress.maximumPathBytes
    guard name.utf8.count > 1, name.utf8.count <= limit, name.hasPrefix("/") || name.hasPrefix("@") else {
      throw SystemError(EINVAL, operation)
    }
    #if canImport(Darwin)
      let type = SOCK_DGRAM
    #else
      let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #endif
    let descriptor = FileDescriptor(try retrying("make a socket") { socket(AF_UNIX, type, 0) })
    defer { descriptor.close() }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { field in
      field.copyBytes(from: name.utf8)
      if name.hasPrefix("@") { field[0] = 0 }
    }
    // The length says where an abstract name ends; every byte of it counts.
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    let size = socklen_t(offset + name.utf8.count)
    let bytes = Array(message.utf8)
    try retrying(operation) {
      withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(descriptor.rawValue, bytes, bytes.count, 0, $0, size)
        }
      }
    }
  }
}
