#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The address of a Unix socket: a path that fits into the kernel's structure.
package struct SocketAddress: Hashable, Sendable {
  /// The path, as it was given.
  package let path: String

  /// The largest number of bytes in a path: the size of the kernel's field without the terminating zero.
  package static let maximumPathBytes = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Checks the path. The kernel would cut a longer one and use another file.
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
    sockaddr_un(path.utf8).withSocketAddress(size: MemoryLayout<sockaddr_un>.size, body)
  }
}

/// A path that cannot be the path of a Unix socket.
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

extension sockaddr_un {
  /// The kernel's form of a name that fits into it.
  init(_ name: some Collection<UInt8>) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    #if canImport(Darwin)
      sun_len = UInt8(MemoryLayout<sockaddr_un>.size)
    #endif
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: name) }
  }

  /// Passes the address, which has `size` bytes, to `body`.
  func withSocketAddress<R>(size: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
    withUnsafePointer(to: self) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(size)) }
    }
  }
}
