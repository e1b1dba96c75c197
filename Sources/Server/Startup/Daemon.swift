import DeviceModel
package import Platform
import Schema
import WireProtocol

/// The program `devicesimd`.
package struct Daemon {
  private let options: DaemonOptions
  private let server: Server
  private let notice: ReadinessNotice
  private var files: [SocketFile] = []

  /// Runs the daemon until it is asked to stop, and returns the status for the process to exit with. The command line
  /// begins with the program's name.
  package static func main(_ words: [ProgramWord]) -> Int32 {
    // Before anything is opened.
    StandardStreams.fill()
    // A loose mask would show its files to others, and a strict one would keep it from its own files.
    FileSystem.keepNewFilesPrivate()
    do throws(StartupError) {
      let options = try DaemonOptions(words.dropFirst())
      switch options.request {
      case .help: try print(DaemonOptions.help)
      case .manual: try print(DaemonOptions.manual)
      case .version: try print("devicesimd \(Product.version)\n")
      case .repair: try repair(options)
      case nil:
        var daemon = try Daemon(options)
        try daemon.start()
      }
      return ExitStatus.success.rawValue
    } catch {
      try? FileDescriptor.standardError.writeAll("devicesimd: \(VisibleText.oneLine(error.message))\n")
      return error.status.rawValue
    }
  }

  private static func print(_ text: String) throws(StartupError) {
    do throws(SystemError) {
      try FileDescriptor.standardOutput.writeAll(text)
    } catch {
      throw StartupError(.inputOutput, "cannot write the output: \(error.reason)")
    }
  }

  private init(_ options: DaemonOptions) throws(StartupError) {
    self.options = options
    CurrentProcess.ignoreBrokenPipes()
    notice = try ReadinessNotice(descriptor: options.readyDescriptor, log: DaemonLog.write)
    var configuration = ServerConfiguration()
    configuration.limits = options.limits
    configuration.clock = options.clock
    configuration.maxJournalBytes = options.maxJournalBytes
    configuration.idleExit = options.idleExit
    configuration.log = DaemonLog.write
    if let path = options.templates { configuration.templates = try Templates.read(path) }
    let connections = Self.connections(upTo: options.limits.maxConnections)
    configuration.limits.maxConnections = connections
    // The harness gets in whatever apps do.
    configuration.limits.maxAppConnections = min(options.limits.maxAppConnections, max(1, connections / 2))
    do throws(SystemError) {
      server = try Server(configuration)
    } catch {
      throw StartupError(error)
    }
  }

  /// How many connections there can be. Fewer than wanted are logged.
  private static func connections(upTo wanted: Int) -> Int {
    // Besides the connections: listeners, lock files, journal, epoll, signals, standard streams.
    let others = CurrentProcess.openDescriptors + 16
    let descriptors = CurrentProcess.raiseDescriptorLimit(to: wanted + others)
    if descriptors >= wanted + others { return wanted }
    let possible = max(1, descriptors - others)
    DaemonLog.write(
      "at most \(possible) connections, not \(wanted): the process may have only \(descriptors) open files "
        + "(ulimit -n)")
    return possible
  }

  /// Moves what is damaged aside, and prints what was done.
  private static func repair(_ options: DaemonOptions) throws(StartupError) {
    guard let folder = options.state else {
      throw StartupError(.usage, "--repair needs --state DIR, the folder to repair")
    }
    var configuration = ServerConfiguration()
    configuration.log = DaemonLog.write
    configuration.templates = try options.templates.map(Templates.read) ?? Named()
    let done = try KeptState.repair(folder, configuration)
    let report = done.isEmpty ? ["\(folder) is not damaged"] : done
    try print(report.map { $0 + "\n" }.joined())
  }

  private mutating func start() throws(StartupError) {
    do throws(SystemError) {
      // First of all, so that a signal at any moment from now on ends in good order.
      try watchSignals()
      if options.exitsWithParent { try watchParent() }
    } catch {
      throw StartupError(error)
    }
    if let folder = options.state { try KeptState.recover(folder, options.durability, on: server) }
    if server.isStopping { return DaemonLog.write("stopped") }
    let paths = try openSockets()
    server.appSocket = paths.app
    server.onStopListening = { [files, notice] in
      for file in files { file.remove() }
      notice.stopping()
    }
    DaemonLog.write("version \(Product.version) listens on \(paths.main)")
    // Who started it may have ended before it could be watched; then nobody reads this.
    if !notice.ready(socket: paths.main, appSocket: paths.app), options.exitsWithParent { server.stop() }
    defer { if options.removesFolder { removeFolder() } }
    do throws(SystemError) {
      try server.run()
    } catch {
      for file in files { file.remove() }
      throw StartupError(error)
    }
    DaemonLog.write("stopped")
  }

  /// Removes the folder of its socket with what it left there, but nothing of anybody else's.
  private func removeFolder() {
    guard let folder = files.first?.folder else { return }
    for file in files { file.removeTraces() }
    SocketFolder(at: folder).remove()
  }

  /// Opens all sockets before a connection is taken from any.
  private mutating func openSockets() throws(StartupError) -> (main: String, app: String?) {
    let inherited = try SocketActivation.take()
    for socket in inherited { server.addListener(socket.descriptor, for: socket.audience) }
    var main = inherited.first { $0.audience == .harness }?.path
    var app = inherited.first { $0.audience == .app }?.path
    do throws(StartupError) {
      if main == nil {
        main = try open(SocketLocation(option: options.socket), for: .harness)
      }
      if let path = options.appSocket {
        app = try open(SocketLocation(option: path), for: .app)
      }
    } catch {
      for file in files { file.remove() }
      throw error
    }
    return (main ?? "", app)
  }

  private mutating func open(
    _ location: SocketLocation, for audience: Audience
  ) throws(StartupError) -> String {
    let file = try SocketFile(location)
    files.append(file)
    server.addListener(file.listener, for: audience)
    // A relative path means nothing to a process that starts in another folder.
    if file.path.hasPrefix("/") { return file.path }
    guard let folder = try? FileSystem.currentDirectory() else { return file.path }
    return "\(folder)/\(file.path)"
  }

  /// The first signal stops the daemon in good order, and at once if it is stopping already.
  private func watchSignals() throws(SystemError) {
    let signals = try StopSignals()
    try server.addSource(signals.descriptor) { [server] in
      guard let signal = signals.take() else { return }
      if server.isStopping { CurrentProcess.exitImmediately(128 + signal) }
      DaemonLog.write("signal \(signal), stopping")
      server.stop()
    }
  }

  private func watchParent() throws(SystemError) {
    let watch = ParentWatch()
    let stop = { [server] in
      if server.isStopping { return }
      DaemonLog.write("the parent process is gone, stopping")
      server.stop()
    }
    if let descriptor = watch.descriptor {
      try server.addSource(descriptor) { [server] in
        // It stays readable for good.
        server.removeSource(descriptor)
        stop()
      }
    } else {
      server.onTick(every: Nanoseconds(seconds: 0.5)) { if watch.isParentGone { stop() } }
    }
    if watch.isParentGone { stop() }
  }
}
