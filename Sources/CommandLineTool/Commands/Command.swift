/// A command of the tool itself, beside the methods of the wire.
package enum Command: String, CaseIterable, Sendable {
  case start, stop, status, connect, exec, run, record, replay, report, watch, panel, ls, completions
  case help, version

  /// The words that may follow the name.
  package var usage: String {
    switch self {
    case .start: "[--detach] [DAEMON OPTION …]"
    case .stop: "[--force]"
    case .status, .connect: ""
    case .exec: "[FIELD=VALUE …] [--] COMMAND [ARGUMENT …]"
    case .run:
      "[--watch] [--only TAG] [--tap] [--junit FILE] [--jobs N] [--timeout SECONDS] FILE … | -"
    case .record: "FILE [FIELD=VALUE …] -- COMMAND [ARGUMENT …]"
    case .replay: "FILE"
    case .report: "FILE [-o OUT.html] [--show-secrets]"
    case .watch, .panel, .ls, .version: ""
    case .completions: "bash|zsh|fish"
    case .help: "[METHOD|COMMAND|TOPIC] | --man PAGE"
    }
  }

  /// One sentence.
  package var summary: String {
    switch self {
    case .start: "Starts the daemon, in the foreground by default."
    case .stop: "Stops the daemon and waits until its process has ended."
    case .status: "Shows whether a daemon runs, which one, and its devices."
    case .connect: "Connects standard input and output to the socket."
    case .exec: "Runs a command with a fresh device."
    case .run: "Runs scenarios, each on a fresh device, and reports every difference."
    case .record: "Runs a command with a fresh device and records all that happens to the device."
    case .replay: "Replays a recording and compares the results."
    case .report: "Writes a recording as a web page that tells its story."
    case .watch: "Shows a device live in the terminal, with keys for common actions."
    case .panel: "Shows a device live in a browser, with buttons for common actions."
    case .ls: "Lists the devices, as listDevices does."
    case .completions: "Prints the completions for a shell."
    case .help: "Explains a method, a command or a topic, or lists them all."
    case .version: "Prints the version."
    }
  }

  /// How to use it, in a few sentences.
  package var details: String {
    switch self {
    case .start:
      """
      With --detach it returns as soon as the daemon listens and prints the socket's path; the daemon
      writes its log to the file SOCKET.log. If a daemon runs there already, it says so and ends with 0.
      All other options go to devicesimd; 'devicesimd --help' lists them.
      """
    case .stop:
      """
      Pending requests end first. If no daemon runs, it says so and ends with 0. While another harness is
      connected it refuses, unless --force is given; connections of the app socket do not count.
      """
    case .status:
      "Ends with 0 if a daemon replies, and with 4 if there is none."
    case .connect:
      """
      One JSON text per line in each direction, for programs that cannot open a Unix socket: other
      languages, containers, ssh. At the end of input it waits for the replies that are still missing.
      """
    case .exec:
      """
      The device is deleted when the command ends. The command finds it through DEVICESIM_SOCKET and
      DEVICESIM_DEVICE, and the socket for apps, if the daemon has one, through DEVICESIM_APP_SOCKET.
      FIELD=VALUE sets a field of its state as 'setState' does, clock=manual gives it a manual clock,
      template=NAME starts it from a template of the daemon. If no daemon runs, exec starts one and stops
      it when the command ends. Ends with the status of the command, or with 128 plus the number of the
      signal that ended it.
      """
    case .run:
      """
      A step is what you would type after 'devicesim', one on a line; '#' begins a comment.

        scenario Five wrong fingers lock the sensor      the title
        tags slow lockout                                words for --only
        device touchID passcode=4711                     how the device begins; clock=real for a real clock
        login: evaluatePolicy biometrics "Log in"        starts a call of the app under a name
        nonMatchingFinger x2 => pending                  a step, twice, with the outcome it must have
        login => authenticationFailed                    the outcome of the call: success, an error, pending
        canEvaluatePolicy => yes                         or 'no', or the error that is the reason
        tapCancel => notDelivered reason=noPrompt        members of the result, or of the error
        expect lockedOut=false prompt=null               fields of the state, as getState names them
        expect event scan matched=false                  the next such event; 'expect no event lockout'
        expect promptsShown=1 reasonsShown="Log in"      totals since the start; unusedAnswers=0 too
        wait 5 min                                       advances the device's clock
        repeat 5 {                                       the lines up to '}' five times
        let ctx = createContext                          captures the result for later steps
        evaluatePolicy context=$ctx                      '$NAME', or a member of it: '$NAME.MEMBER'
        include unlock.steps                             the lines of a file beside this one

      A step without '=>' must succeed. Every call that was started needs a line with its outcome, and
      every armed response must be used. All files are read before anything runs. Each scenario has a
      fresh device, deleted at the end, or uses the one that --device names. '-' reads the steps from
      standard input and prints their results. If no daemon runs, run starts one and stops it at the end.

      --watch runs again whenever a file or an included one changes, until Ctrl-C; --only runs the scenarios
      with that tag. --tap prints the Test Anything Protocol, --junit writes a report for build servers, --jobs runs
      several files at the same time, --timeout limits the wait for a call's outcome (default: 5 seconds).
      Ends with 0, with 1 if a scenario failed, or with 2 if one cannot be read.
      """
    case .record:
      """
      FILE gets one JSON text per line: the state of the device at the start, then every request with
      the device's time, and every reply and event. The device is a fresh one in a daemon of its own, so
      that nobody else connects to it. FIELD=VALUE sets a field of its state as 'setState' does. Its
      clock follows the real time while the command runs; with clock=manual it moves only when the
      command advances it, and every run gives the same file. The file holds passcodes and keychain values
      as they were sent, and only its owner may read it. Ends with the status of the command.
      """
    case .replay:
      """
      A fresh device gets the same requests in the same order, at the same virtual times and without
      waiting. Ends with 0 if every result is the same byte for byte, with 1 at the first difference,
      which it shows, and with 2 if the recording is damaged. FILE may be - for standard input.
      """
    case .report:
      """
      One HTML file without scripts that loads nothing; light or dark as the reader's system is.
      FILE may be - for standard input. Without -o the page goes to standard output. Passcodes, credentials
      and keychain values are masked, unless --show-secrets is given.
      """
    case .watch:
      """
      Keys: m match, n no match, c cancel, f fallback, t try again, p passcode, a allow, d deny, l lock,
      u unlock, r reset, q quit. If standard output is not a terminal, it prints a line for the state
      and one for each event. NO_COLOR turns the colours off.
      """
    case .panel:
      """
      It prints an address of this machine, http://127.0.0.1:PORT/TOKEN/, which opens the page once: from then on
      the page belongs to that browser. The page has the phone with its prompt, a log, the state as a form, and every
      device. When the daemon is started again the page goes on with it. The panel ends with its terminal, with
      Ctrl-C, or, behind a pipe, with the program that started it.
      """
    case .completions:
      """
        bash: eval "$(devicesim completions bash)"
        zsh:  eval "$(devicesim completions zsh)"
        fish: devicesim completions fish | source

      For these scripts 'devicesim completions devices', and so with identities, apps and snapshots, prints
      the names that there are, one a line.
      """
    case .ls:
      "It takes the same options."
    case .help:
      """
      'devicesim NAME --help' prints the same; the topics are in the list without a name.
      --man prints a page for man(1), such as devicesim-scenario:
      devicesim help --man devicesim-scenario | man -l -
      """
    case .version:
      "'devicesim --version' and 'devicesim -V' print the same."
    }
  }

  /// Its own options with the names of their values.
  var options: [(name: String, value: String?)] {
    switch self {
    case .start: [("--detach", nil)]
    case .run: [("--watch", nil), ("--only", "TAG"), ("--tap", nil), ("--junit", "FILE"), ("--jobs", "N")]
    case .report: [("-o", "OUT.html"), ("--show-secrets", nil)]
    case .stop: [("--force", nil)]
    case .help: [("--man", "PAGE")]
    case .status, .connect, .exec, .record, .replay, .watch, .panel, .ls, .completions, .version: []
    }
  }

  /// Whether its values are files.
  var takesFiles: Bool {
    switch self {
    case .run, .record, .replay, .report: true
    case .start, .stop, .status, .connect, .exec, .watch, .panel, .ls, .completions, .help, .version: false
    }
  }

  /// The words that the completions offer.
  var words: [String] {
    self == .completions ? Shell.allCases.map(\.rawValue) : options.map(\.name)
  }
}
