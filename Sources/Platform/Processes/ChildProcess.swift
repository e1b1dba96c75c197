import CSystemShims

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program that this process started.
package struct ChildProcess: Hashable, Sendable {
  package let id: Int32

  /// How a program ended.
  package enum Termination: Equatable, Sendable {
    case exited(status: Int32)
    case signalled(Int32)

    /// The status as a shell reports it.
    package var shellStatus: Int32 {
      switch self {
      case .exited(let status): status
      case .signalled(let signal): 128 + signal
      }
    }
  }

  /// What a program gets to start with.
  package struct Configuration {
    /// The program; without a slash it is looked up in `PATH`.
    package var program: String
    /// Without the program's own name.
    package var arguments: [String]
    /// `NAME=value`; `nil`: those of this process.
    package var environment: [String]?
    package var standardInput: FileDescriptor
    package var standardOutput: FileDescriptor
    package var standardError: FileDescriptor
    /// Descriptors that it gets under the same numbers.
    package var inherited: [FileDescriptor]
    /// Whether it leaves the terminal and the process group.
    package var startsSession: Bool

    /// A program with this process's own streams.
    package init(program: String, arguments: [String] = []) {
      self.program = program
      self.arguments = arguments
      environment = nil
      standardInput = .standardInput
      standardOutput = .standardOutput
      standardError = .standardError
      inherited = []
      startsSession = false
    }
  }

  /// Starts a program. Signals are as a fresh process has them, whatever this one does with them.
  package static func spawn(_ configuration: Configuration) throws(SystemError) -> ChildProcess {
    var actions = posix_spawn_file_actions_t.empty
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let streams = [
      configuration.standardInput, configuration.standardOutput, configuration.standardError,
    ]
    // First all to numbers out of the way: one stream may be another's target.
    let moved = streams.enumerated().map { $1.rawValue == $0 ? $1.rawValue : copyAbove(configuration, $1) }
    defer { for (stream, number) in zip(streams, moved) where stream.rawValue != number { close(number) } }
    for (target, number) in moved.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, number, Int32(target))
    }
    // A duplication onto the same number takes its close-on-exec mark away.
    for descriptor in configuration.inherited {
      posix_spawn_file_actions_adddup2(&actions, descriptor.rawValue, descriptor.rawValue)
    }

    var attributes = posix_spawnattr_t.empty
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var usual = sigset_t()
    sigemptyset(&usual)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD] { sigaddset(&usual, number) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    if configuration.startsSession { flags |= Int32(shim_spawn_new_session) }
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var id = pid_t()
    let code = withCStrings([configuration.program] + configuration.arguments) { arguments in
      withCStrings(configuration.environment ?? Environment.all) { environment in
        posix_spawnp(&id, configuration.program, &actions, &attributes, arguments, environment)
      }
    }
    if code != 0 { throw SystemError(code, "start \(configuration.program)") }
    return ChildProcess(id: id)
  }

  /// Waits for its end.
  package func wait() throws(SystemError) -> Termination {
    var status: Int32 = 0
    try retrying("wait for process \(id)") { waitpid(id, &status, 0) }
    return Termination(rawStatus: status)
  }

  /// How it ended; `nil` while it runs.
  package func waitIfEnded() throws(SystemError) -> Termination? {
    var status: Int32 = 0
    let ended = try retrying("wait for process \(id)") { waitpid(id, &status, WNOHANG) }
    return ended == 0 ? nil : Termination(rawStatus: status)
  }

  /// Sends it a signal.
  package func kill(_ signal: Int32) throws(SystemError) { try Signal.send(signal, to: id) }

  private static func copyAbove(_ configuration: Configuration, _ stream: FileDescriptor) -> Int32 {
    let highest = configuration.inherited.map(\.rawValue).max() ?? 2
    return fcntl(stream.rawValue, F_DUPFD_CLOEXEC, max(highest, 2) + 1)
  }
}

extension ChildProcess.Termination {
  /// Reads what `waitpid` reports.
  fileprivate init(rawStatus: Int32) {
    let signal = rawStatus & 0x7f
    self = signal == 0 ? .exited(status: rawStatus >> 8 & 0xff) : .signalled(signal)
  }
}

extension posix_spawn_file_actions_t {
  /// A place for actions; a structure on Linux, a pointer on Darwin.
  fileprivate static var empty: Self {
    #if canImport(Darwin)
      unsafeBitCast(0, to: Self.self)
    #else
      Self()
    #endif
  }
}

#if !canImport(Darwin)
  extension posix_spawnattr_t {
    fileprivate static var empty: Self { Self() }
  }
#endif

/// Passes texts as a zero-terminated list of C strings.
private func withCStrings<R>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
) -> R {
  var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  pointers.append(nil)
  return body(pointers)
}
