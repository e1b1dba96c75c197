import DeviceModel
import Platform
import Store
import WireProtocol

/// The state folder, `--state`.
enum KeptState {
  /// Reads the devices that are kept in a folder, and keeps them there. If the server is stopped meanwhile, it ends
  /// early and has changed nothing.
  static func recover(
    _ folder: String, _ durability: Durability, on server: Server
  ) throws(StartupError) {
    do throws(StoreError) {
      let log = server.configuration.log
      try server.recover(
        from: try Store(
          folder: folder, format: ArchiveFormat.current, durability: durability, log: log))
    } catch {
      if error == .stopped { return }
      throw StartupError(error, in: folder)
    }
  }

  /// Moves what is damaged in a folder aside. Returns what was done, a line each.
  static func repair(_ folder: String, _ configuration: ServerConfiguration) throws(StartupError) -> [String]
  {
    var done: [String] = []
    // With a damaged snapshot file goes the journal, so that there are at most two repairs.
    for _ in 0..<3 {
      let server: Server
      do throws(SystemError) {
        server = try Server(configuration)
      } catch {
        throw StartupError(error)
      }
      do throws(StoreError) {
        let store = try Store(folder: folder, format: ArchiveFormat.current, log: configuration.log)
        do throws(StoreError) {
          try server.check(store)
          return done
        } catch {
          guard case .damaged(let damage) = error else { throw error }
          done.append(try store.repair(damage))
        }
      } catch {
        throw StartupError(error, in: folder)
      }
    }
    return done
  }
}

extension StartupError {
  /// Why kept state cannot be used, and what to do.
  fileprivate init(_ error: StoreError, in folder: String) {
    switch error {
    case .system(let error): self.init(.inputOutput, "\(error)")
    case .lost(let reason): self.init(.inputOutput, reason)
    case .stopped: self.init(.inputOutput, "stopped while it read \(folder)")
    case .inUse(_, let processID):
      let owner = processID.map { " (pid \($0))" } ?? ""
      self.init(
        .alreadyRunning,
        "another daemon\(owner) keeps its devices in \(folder); stop it, or choose another --state")
    case .notPrivate(let path):
      self.init(
        .cannotCreate,
        "\(path) must be a \(path == folder ? "directory" : "regular file") of user \(CurrentProcess.userID) "
          + "that nobody else can use (mode \(path == folder ? "0700" : "0600")), which it is not")
    case .newerFormat(let path, let found, let known):
      self.init(
        .unusableState,
        "\(path) was written by a newer devicesim (format \(found)), this one reads up to \(known); nothing was "
          + "changed. Start the newer version, or choose another --state")
    case .damaged(let damage):
      self.init(
        .unusableState,
        "\(damage.path) is damaged at record \(damage.record), byte \(damage.offset): \(damage.reason); "
          + "nothing was changed, and nothing of it is used. This puts aside what is damaged: "
          + "\(ShellWord(Self.program)) --state \(ShellWord(folder)) --repair")
    }
  }

  /// How this program was called.
  private static var program: String { CommandLine.arguments.first ?? "devicesimd" }
}
