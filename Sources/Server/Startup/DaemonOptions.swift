import DeviceModel
import Platform
import Schema
import Store
import WireProtocol

/// What the command line of `devicesimd` asks for.
struct DaemonOptions {
  var socket: String?
  var appSocket: String?
  var readyDescriptor: Int32?
  var exitsWithParent = false
  var removesFolder = false
  var idleExit: Nanoseconds?
  var clock = ClockMode.real
  var templates: String?
  /// The state folder; `nil`: nothing is kept.
  var state: String?
  var durability = Durability.write
  var maxJournalBytes = ServerConfiguration().maxJournalBytes
  var limits = ServerLimits()
  /// What to do instead of starting; `nil`: start.
  var request: Request?

  /// What can be asked instead of starting.
  enum Request { case help, manual, version, repair }

  /// Reads the arguments, without the program's name.
  init(_ words: some Sequence<ProgramWord>) throws(StartupError) {
    var rest: ArraySlice<String> = []
    for word in words {
      guard let text = word.text else {
        throw Self.wrong("the argument '\(word.shown)' is not UTF-8, as every argument must be")
      }
      rest.append(text)
    }
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "")
      guard let option = Option.all.first(where: { $0.name == name }) else {
        throw Self.unknown(argument, name)
      }
      var value = parts.count > 1 ? String(parts[1]) : nil
      if option.placeholder == nil, value != nil { throw Self.wrong("\(name) takes no value") }
      if let placeholder = option.placeholder, value == nil {
        value = rest.popFirst()
        if value == nil { throw Self.wrong("\(name) needs a value: \(name) \(placeholder)") }
      }
      try option.apply(&self, value ?? "")
    }
  }

  private static func unknown(_ argument: String, _ name: String) -> StartupError {
    let what = argument.hasPrefix("-") ? "option" : "argument"
    let near = Nearest.always(to: name, in: Option.all.map(\.name)) ?? "--help"
    return wrong("unknown \(what) \(quoted(argument)); did you mean \(near)? --help lists the options")
  }

  private static func wrong(_ message: String) -> StartupError { StartupError(.usage, message) }
}

/// One option of `devicesimd`: parsing and help read the same table.
private struct Option {
  let name: String
  /// `nil`: it takes no value.
  let placeholder: String?
  let summary: String
  let apply: @Sendable (inout DaemonOptions, String) throws(StartupError) -> Void

  init(
    _ name: String, _ placeholder: String?, _ summary: String,
    _ apply: @escaping @Sendable (inout DaemonOptions, String) throws(StartupError) -> Void
  ) {
    self.name = name
    self.placeholder = placeholder
    self.summary = summary
    self.apply = apply
  }

  static let all = own + limits

  private static let own: [Option] = [
    Option(
      "--socket", "PATH",
      "listen here (default: $DEVICESIM_SOCKET, else $XDG_RUNTIME_DIR/devicesim/devicesim.sock, "
        + "else /tmp/devicesim-UID/devicesim.sock)"
    ) { $0.socket = $1 },
    Option("--app-socket", "PATH", "listen here too, for the app's own methods only") { $0.appSocket = $1 },
    Option("--ready-fd", "N", "write one JSON line to descriptor N once it listens, and close it") {
      options, text throws(StartupError) in
      options.readyDescriptor = Int32(try integer("--ready-fd", text, in: 0...Int(Int32.max)))
    },
    Option("--exit-with-parent", nil, "exit when the process that started it is gone") { options, _ in
      options.exitsWithParent = true
    },
    Option(
      "--remove-folder", nil, "remove the socket's folder at the end, with the log and lock files in it"
    ) { options, _ in options.removesFolder = true },
    Option("--idle-exit", "SECONDS", "exit after this long without a connection") {
      options, text throws(StartupError) in
      options.idleExit = try seconds("--idle-exit", text)
    },
    Option("--clock", "real|manual", "clock of the device \"default\" (default: real)") {
      options, text throws(StartupError) in
      guard let clock = ClockMode(rawValue: text) else {
        throw StartupError(.usage, "--clock must be real or manual, not \(quoted(text))")
      }
      options.clock = clock
    },
    Option("--templates", "FILE", "JSON file of templates by name, for createDevice template=NAME") {
      $0.templates = $1
    },
    Option(
      "--state", "DIR",
      "keep the devices in this folder, so that they outlive the daemon; created with mode 0700"
    ) { options, text in
      // Behind a slash a link would be taken for the folder that it leads to.
      var path = text
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      options.state = path
    },
    Option(
      "--durability", "write|fsync|none",
      "what an acknowledged command survives: the daemon's end, a loss of power, or neither "
        + "(default: write)"
    ) { options, text throws(StartupError) in
      guard let durability = Durability(rawValue: text) else {
        throw StartupError(.usage, "--durability must be write, fsync or none, not \(quoted(text))")
      }
      options.durability = durability
    },
    Option(
      "--max-journal-bytes", "N",
      "size at which the journal is folded into the snapshot file (default: 16777216)"
    ) {
      options, text throws(StartupError) in
      options.maxJournalBytes = try integer("--max-journal-bytes", text, in: 1...(1 << 40))
    },
    Option("--repair", nil, "move what is damaged in --state DIR aside, and exit") { options, _ in
      options.request = .repair
    },
    Option("--help", nil, "print this help") { options, _ in options.request = .help },
    Option("--man", nil, "print the page devicesimd(8) for man(1)") { options, _ in options.request = .manual
    },
    Option("--version", nil, "print the version") { options, _ in options.request = .version },
  ]

  private static let limits = ServerLimits.all.compactMap { limit -> Option? in
    guard let name = limit.option, let minimum = limit.minimum else { return nil }
    return Option(name, "N", "\(limit.summary) (default: \(limit.standard))") {
      options, text throws(StartupError) in
      options.limits[keyPath: limit.value] = try integer(name, text, in: minimum...(1 << 40))
    }
  }

  private static func integer(
    _ name: String, _ text: String, in range: ClosedRange<Int>
  ) throws(StartupError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      let accepted = "a whole number from \(range.lowerBound) to \(range.upperBound)"
      throw StartupError(.usage, "\(name) must be \(accepted), not \(quoted(text))")
    }
    return number
  }

  private static func seconds(_ name: String, _ text: String) throws(StartupError) -> Nanoseconds {
    guard let number = Double(text), number > 0, number <= 1e9 else {
      throw StartupError(.usage, "\(name) must be a number of seconds above 0, not \(quoted(text))")
    }
    return Nanoseconds(seconds: number)
  }
}

extension DaemonOptions {
  /// What the program is, in a sentence.
  static let purpose =
    "Simulates devices with biometry behind a Unix socket, until SIGTERM or `devicesim stop`."

  /// Every option with its value, and what it does.
  static var rows: [(name: String, text: String)] {
    Option.all.map { ($0.name + ($0.placeholder.map { " \($0)" } ?? ""), $0.summary) }
  }

  /// What `--help` says.
  static var help: String {
    var text = "usage: devicesimd [OPTION ...]\n\(purpose)\n\n"
    for row in rows { text += "  \(row.name)\n      \(row.text)\n" }
    return text
  }
}
