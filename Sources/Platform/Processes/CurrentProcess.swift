#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// This process.
package enum CurrentProcess {
  package static var id: Int32 { getpid() }
  package static var parentID: Int32 { getppid() }
  /// The user whose rights it has.
  package static var userID: UInt32 { geteuid() }

  /// Where the program's own file lies; `nil` when the system does not tell.
  package static var executablePath: String? {
    #if os(Linux)
      return try? FileSystem.realPath("/proc/self/exe")
    #else
      var size: UInt32 = 4096
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return try? FileSystem.realPath(String(decoding: bytes, as: UTF8.self))
    #endif
  }

  /// Ends the process, running what was registered for its end.
  package static func exit(_ status: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(status)
    #else
      Glibc.exit(status)
    #endif
  }

  /// Ends the process at once.
  package static func exitImmediately(_ status: Int32) -> Never { _exit(status) }

  /// Writing to a peer that is gone, or beyond the size that a file may have, becomes an error instead of the
  /// end of the process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// How many descriptors are open, if there are not very many.
  package static var openDescriptors: Int {
    (0..<256).count { FileDescriptor(Int32($0)).isOpen }
  }

  /// Allows as many open descriptors as the system lets this process have, at most `wanted` if it has to
  /// raise the limit.
  ///
  /// - Returns: How many it may have open now.
  @discardableResult
  package static func raiseDescriptorLimit(to wanted: Int) -> Int {
    var limit = rlimit()
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    guard getrlimit(resource, &limit) == 0 else { return wanted }
    let target = min(limit.rlim_max, rlim_t(wanted))
    if target > limit.rlim_cur {
      let before = limit.rlim_cur
      limit.rlim_cur = target
      if setrlimit(resource, &limit) != 0 { limit.rlim_cur = before }
    }
    return Int(clamping: limit.rlim_cur)
  }
}
