import CSystemShims

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program that this process started.
package struct ChildProcess: Hashable, Sendable {
  package let id: Int32

  /// The end of a program.
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

    /// Reads the status that `waitpid` reports.
    fileprivate init(rawStatus: Int32) {
      let signal = rawStatus & 0x7f
      self = signal == 0 ? .exited(status: rawStatus >> 8 & 0xff) : .signalled(signal)
    }
  }

  /// A program, its arguments, its environment and its streams.
  package struct Configuration {
    /// The program; without a slash it is looked up in `PATH`.
    package var program: ProgramWord
    /// The arguments without the program's own name.
    package var arguments: [ProgramWord]
    /// The variables as `NAME=value`; `nil`: the variables of this process.
    package var environment: [ProgramWord]?
    package var standardInput: FileDescriptor
    package var standardOutput: FileDescriptor
    package var standardError: FileDescriptor
    /// Descriptors that the program gets under the same numbers.
    package var inherited: [FileDescriptor]
    /// Whether the program gets no descriptors but these and its streams. Otherwise it also inherits those that
    /// this process inherited.
    package var closesOthers: Bool
    /// Whether the program leaves the terminal and the process group.
    package var startsSession: Bool

    /// A program with this process's own streams.
    package init(program: String, arguments: [String] = []) {
      self.init(program: ProgramWord(program), arguments: arguments.map { ProgramWord($0) })
    }

    /// A program with this process's own streams.
    package init(program: ProgramWord, arguments: [ProgramWord]) {
      self.program = program
      self.arguments = arguments
      environment = nil
      standardInput = .standardInput
      standardOutput = .standardOutput
      standardError = .standardError
      inherited = []
      closesOthers = false
      startsSession = false
    }
  }

  /// Starts a program. It gets the default signal handling, whatever this process does with signals.
  package static func spawn(_ configuration: Configuration) throws(SystemError) -> ChildProcess {
    var actions = posix_spawn_file_actions_t.empty
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let streams = [
      configuration.standardInput, configuration.standardOutput, configuration.standardError,
    ]
    // First they move to high numbers, because the number of one stream may be the target of another.
    let moved = streams.enumerated().map { $1.rawValue == $0 ? $1.rawValue : copyAbove(configuration, $1) }
    defer { for (stream, number) in zip(streams, moved) where stream.rawValue != number { close(number) } }
    for (target, number) in moved.enumerated() {
      // A stream that was closed stays closed: a duplication would hand on what fills it here.
      if number == target, !FileDescriptor(number).isInheritable { continue }
      posix_spawn_file_actions_adddup2(&actions, number, Int32(target))
    }
    // A duplication onto the same number removes the close-on-exec flag.
    for descriptor in configuration.inherited {
      posix_spawn_file_actions_adddup2(&actions, descriptor.rawValue, descriptor.rawValue)
    }
    if configuration.closesOthers { closeOthers(than: configuration.inherited, in: &actions) }

    var attributes = posix_spawnattr_t.empty
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = Signal.set([])
    posix_spawnattr_setsigmask(&attributes, &none)
    var usual = Signal.set([SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD])
    posix_spawnattr_setsigdefault(&attributes, &usual)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    if configuration.startsSession { flags |= Int32(shim_spawn_new_session) }
    if configuration.closesOthers { flags |= Int32(shim_spawn_closes_others) }
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var id = pid_t()
    let code = ([configuration.program] + configuration.arguments).withCStrings { arguments in
      (configuration.environment ?? Environment.all).withCStrings { environment in
        guard let program = arguments[0] else { return ENOMEM }
        return posix_spawnp(&id, program, &actions, &attributes, arguments, environment)
      }
    }
    if code != 0 { throw SystemError(code, "start \(configuration.program.shown)") }
    return ChildProcess(id: id)
  }

  /// Starts a program and waits for its end. Signals that another process sends to this one are passed on to
  /// it; the signals of the terminal reach it anyway, because it is in the same group.
  ///
  /// - Parameter configuration: It must not start a session.
  package static func run(_ configuration: Configuration) throws(SystemError) -> Termination {
    // Signals are blocked before the program starts: one that comes in between would end this process and
    // leave the program without a parent that waits for it.
    var signals = Signal.set(Signal.forwarded + [SIGCHLD])
    var former = sigset_t()
    sigprocmask(SIG_BLOCK, &signals, &former)
    defer { sigprocmask(SIG_SETMASK, &former, nil) }

    let child = try spawn(configuration)
    while true {
      if let termination = try child.waitIfEnded() { return termination }
      let (signal, isFromTerminal) = nextSignal(of: signals)
      guard signal != SIGCHLD, !isFromTerminal else { continue }
      // It may have ended meanwhile; until this process has waited for it, the number stays its own.
      do { try child.kill(signal) } catch { continue }
    }
  }

  /// Waits for the end of the program.
  package func wait() throws(SystemError) -> Termination {
    var status: Int32 = 0
    try retrying("wait for process \(id)") { waitpid(id, &status, 0) }
    return Termination(rawStatus: status)
  }

  /// How the program ended; `nil` while it runs.
  package func waitIfEnded() throws(SystemError) -> Termination? {
    var status: Int32 = 0
    let ended = try retrying("wait for process \(id)") { waitpid(id, &status, WNOHANG) }
    return ended == 0 ? nil : Termination(rawStatus: status)
  }

  /// Sends a signal to the program.
  package func kill(_ signal: Int32) throws(SystemError) { try Signal.send(signal, to: id) }

  /// Closes all descriptors in the new program but its streams and those that are for it.
  private static func closeOthers(
    than kept: [FileDescriptor], in actions: inout posix_spawn_file_actions_t
  ) {
    let first = FileDescriptor.standardError.rawValue + 1
    let end = max(first, (kept.map(\.rawValue).max() ?? 0) + 1)
    let isDone = shim_spawn_close_from(&actions, end) == 0
    let limit = isDone ? end : Int32(clamping: sysconf(Int32(_SC_OPEN_MAX)))
    for number in first..<max(first, limit) {
      let descriptor = FileDescriptor(number)
      if descriptor.isOpen, !kept.contains(descriptor) {
        posix_spawn_file_actions_addclose(&actions, number)
      }
    }
  }

  private static func copyAbove(_ configuration: Configuration, _ stream: FileDescriptor) -> Int32 {
    let highest = configuration.inherited.map(\.rawValue).max() ?? 2
    return fcntl(stream.rawValue, F_DUPFD_CLOEXEC, max(highest, 2) + 1)
  }

  private static func nextSignal(of signals: sigset_t) -> (signal: Int32, isFromTerminal: Bool) {
    var signals = signals
    #if os(Linux)
      var information = siginfo_t()
      let signal = sigwaitinfo(&signals, &information)
      // Codes of 0 and below belong to signals that a process sent.
      return (signal > 0 ? signal : SIGCHLD, information.si_code > 0)
    #else
      var signal = SIGCHLD
      sigwait(&signals, &signal)
      return (signal, false)
    #endif
  }
}

extension posix_spawn_file_actions_t {
  /// Memory for actions; a structure on Linux, a pointer on Darwin.
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
