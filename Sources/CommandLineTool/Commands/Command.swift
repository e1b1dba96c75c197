/// A command of the tool itself, next to the methods of the wire.
package enum Command: String, CaseIterable, Sendable {
  case start, stop, status, connect, exec, run, record, replay, report, watch, completions, help

  /// What may follow the name.
  package var usage: String {
    switch self {
    case .start: "[--detach] [DAEMON OPTION …]"
    case .stop, .status, .connect: ""
    case .exec: "[FIELD=VALUE …] [--] COMMAND [ARGUMENT …]"
    case .run: "[--tap] [--junit FILE] [--jobs N] [--timeout SECONDS] FILE … | -"
    case .record: "FILE [FIELD=VALUE …] -- COMMAND [ARGUMENT …]"
    case .replay: "FILE"
    case .report: "FILE [-o OUT.html]"
    case .watch: ""
    case .completions: "bash|zsh|fish"
    case .help: "[METHOD|COMMAND]"
    }
  }

  /// One sentence.
  package var summary: String {
    switch self {
    case .start: "Start the daemon, in the foreground unless told otherwise."
    case .stop: "Stop the daemon and wait until its process is gone."
    case .status: "Say whether a daemon runs, which one, and with which devices."
    case .connect: "Join standard input and output to the socket."
    case .exec: "Run a command with a fresh device of its own."
    case .run: "Run scenarios, each on a fresh device, and say what went otherwise than told."
    case .record: "Run a command as exec does and write down all that is done to its device."
    case .replay: "Do again what a recording says and compare what comes of it."
    case .report: "Make a page of a recording, with a timeline, that a person reads at a glance."
    case .watch: "Show a device live in the terminal, with keys for the common actions."
    case .completions: "Print the completions for a shell."
    case .help: "Explain a method or a command, or list them all."
    }
  }

  /// What a person has to know to use it.
  package var details: String {
    switch self {
    case .start:
      """
      With --detach it returns as soon as the daemon listens, prints the socket's path, and leaves the
      daemon's log in the file SOCKET.log. If a daemon runs there already, it says so and ends with 0.
      Every other option goes to devicesimd as it is; 'devicesimd --help' lists them.
      """
    case .stop:
      "What is pending ends first. If no daemon runs, it says so and ends with 0."
    case .status:
      "Ends with 0 if a daemon answers, and with 4 if none does."
    case .connect:
      """
      One JSON text per line in each direction, for what cannot open a Unix socket itself: other
      languages, containers, ssh. At the end of input it waits for the replies that are still to come.
      """
    case .exec:
      """
      The device goes away with the command. The command finds it through DEVICESIM_SOCKET and
      DEVICESIM_DEVICE; FIELD=VALUE sets a field of its state as 'setState' does, clock=manual gives it
      a manual clock, and template=NAME has it begin as a template of the daemon's. If no daemon runs,
      one runs for as long as the command does. Ends with the command's own status, or 128 and the
      number of the signal that ended it.
      """
    case .run: Scenario.help
    case .record:
      """
      FILE gets one JSON text per line: how the device was at first, then every command with the device's
      time, and every reply and event. The device is a fresh one in a daemon of its own, so that nobody
      else speaks to it. Its clock is manual and follows the real time while the command runs; with
      clock=manual it moves only when the command says so, and every run gives the same file. Ends with
      the command's own status.
      """
    case .replay:
      """
      The commands come in the same order and at the same times of the device, without waiting for them.
      Ends with 0 if everything is the same byte for byte, with 1 at the first difference, which it
      shows, and with 2 if the recording is damaged, naming the line. FILE may be - for standard input.
      """
    case .report:
      """
      One HTML file that needs nothing else: no scripts, no network; light or dark as the reader likes.
      Without -o it is printed.
      """
    case .watch:
      """
      Keys: m match, n no match, c cancel, f fallback, t try again, p passcode, a allow, d deny, l lock,
      u unlock, r reset, q quit. Where standard output is no terminal: a line for the state and one for
      each event. NO_COLOR is honoured.
      """
    case .completions:
      """
      bash: eval "$(devicesim completions bash)"
      zsh:  eval "$(devicesim completions zsh)"
      fish: devicesim completions fish | source
      """
    case .help:
      "'METHOD --help' is the same."
    }
  }

  /// The words that may follow, for the completions.
  package var words: [String] {
    switch self {
    case .start: ["--detach"]
    case .run: ["--tap", "--junit", "--jobs", "--timeout"]
    case .completions: Shell.allCases.map(\.rawValue)
    default: []
    }
  }
}
