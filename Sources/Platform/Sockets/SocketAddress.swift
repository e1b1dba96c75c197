#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The address of a Unix socket: a path that fits into the kernel's structure.
package struct SocketAddress: Hashable, Sendable {
  /// The path, as it was given.
  package let path: String

  /// How many bytes a path may have: the structure's field less the terminating zero.
  package static let maximumPathBytes = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Checks the path. The kernel would cut a longer one short and use another file.
  package init(path: String) throws(SocketPathError) {
    if path.isEmpty { throw .empty }
    if path.utf8.contains(0) { throw .containsZero }
    if path.utf8.count > Self.maximumPathBytes {
      throw .tooLong(path: path, bytes: path.utf8.count, maximum: Self.maximumPathBytes)
    }
    self.path = path
  }

  /// Passes the address in the kernel's form to `body`.
  func withSocketAddress<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { field in
      field.copyBytes(from: path.utf8)
    }
    let size = MemoryLayout<sockaddr_un>.size
    #if canImport(Darwin)
      address.sun_len = UInt8(size)
    #endif
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(size)) }
    }
  }
}

/// A path that no Unix socket can have.
package enum SocketPathError: Error, Equatable, CustomStringConvertible {
  case empty
  case containsZero
  case tooLong(path: String, bytes: Int, maximum: Int)

  /// One line for a person.
  package var description: String {
    switch self {
    case .empty: "the socket path is empty"
    case .containsZero: "the socket path contains a zero byte"
    case .tooLong(let path, let bytes, let maximum):
      "the socket path \(path) has \(bytes) bytes, and a socket path may have at most \(maximum); "
        + "use a shorter folder"
    }
  }
}
