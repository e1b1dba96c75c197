import CSystemShims

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// This process.
package enum CurrentProcess {
  package static var id: Int32 { getpid() }
  static var parentID: Int32 { getppid() }
  /// The user whose rights it has.
  package static var userID: UInt32 { geteuid() }

  /// The path of the program's file; `nil` when the system does not tell.
  package static var executablePath: String? {
    #if os(Linux)
      if let path = try? FileSystem.realPath("/proc/self/exe") { return path }
      // Without /proc: the name that the program was started by, where it then was.
      return shim_executable_name().flatMap { try? FileSystem.realPath(String(cString: $0)) }
    #else
      var size: UInt32 = 4096
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return try? FileSystem.realPath(String(decoding: bytes, as: UTF8.self))
    #endif
  }

  /// Ends the process, and runs the functions that were registered for its end.
  package static func exit(_ status: Int32) -> Never { shim_exit(status) }

  /// Ends the process at once.
  package static func exitImmediately(_ status: Int32) -> Never { _exit(status) }

  /// Replaces the program of this process; process number, streams and environment stay.
  ///
  /// - Parameter program: Without a slash it is looked up in `PATH`.
  /// - Returns: Why this failed; it returns only then.
  package static func replace(by program: String, arguments: [String]) -> SystemError {
    ([program] + arguments).map { ProgramWord($0) }.withCStrings { _ = execvp(program, $0) }
    return .last("start \(program)")
  }

  /// Writing to a peer that is gone, or beyond the largest size of a file, becomes an error instead of the
  /// end of the process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The number of open descriptors below 256.
  package static var openDescriptors: Int {
    (0..<256).count { FileDescriptor(Int32($0)).isOpen }
  }

  /// Raises the limit of open descriptors to `wanted`, if the system allows that; a higher limit stays.
  ///
  /// - Returns: The limit now.
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

/// The memory that this process allocated.
package enum HeapMemory {
  /// Returns unused pages to the system; the allocator would keep them for later.
  package static func giveBack() { shim_trim_heap() }
}

/// The environment variables of this process.
package enum Environment {
  /// The value of a variable; `nil` when it is not set.
  package static func get(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    return String(cString: value)
  }

  /// The value of a variable; `nil` when it is not set or empty.
  package static func nonEmpty(_ name: String) -> String? {
    guard let value = get(name), !value.isEmpty else { return nil }
    return value
  }

  /// Removes a variable, so that programs started later do not see it.
  package static func remove(_ name: String) { unsetenv(name) }

  /// Whether the value of a variable is text, or there is none.
  package static func isText(_ name: String) -> Bool {
    getenv(name).map { ProgramWord(copying: $0).text != nil } ?? true
  }

  /// All variables as `NAME=value`.
  package static var all: [ProgramWord] {
    #if canImport(Darwin)
      ProgramWord.list(_NSGetEnviron().pointee)
    #else
      ProgramWord.list(environ)
    #endif
  }

  /// All variables with changes: a new value, or `nil` for a variable to leave out.
  package static func all(changing changes: [(name: String, value: String?)]) -> [ProgramWord] {
    let kept = all.filter { entry in
      !changes.contains { entry.bytes.starts(with: "\($0.name)=".utf8) }
    }
    return kept + changes.compactMap { change in change.value.map { ProgramWord("\(change.name)=\($0)") } }
  }
}
