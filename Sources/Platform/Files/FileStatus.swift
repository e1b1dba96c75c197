#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The kind, owner, size and age of a file; links are not followed.
package struct FileStatus: Equatable, Sendable {
  /// The kinds of file that matter here.
  package enum Kind: String, Sendable {
    case regular, directory, symbolicLink, socket, other
  }

  package let kind: Kind
  /// The permission bits.
  package let mode: UInt32
  package let owner: UInt32
  package let size: Int
  /// When its content last changed, in nanoseconds of the host's calendar.
  package let modified: Int64
  /// Tells a file from a later one of the same name.
  package let identity: Identity

  /// The device and the inode.
  package struct Identity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
  }

  init(_ status: stat) {
    let format = UInt32(status.st_mode) & UInt32(S_IFMT)
    switch format {
    case UInt32(S_IFREG): kind = .regular
    case UInt32(S_IFDIR): kind = .directory
    case UInt32(S_IFLNK): kind = .symbolicLink
    case UInt32(S_IFSOCK): kind = .socket
    default: kind = .other
    }
    mode = UInt32(status.st_mode) & 0o7777
    owner = status.st_uid
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
  }
}
