import TestSupport

/// A listener that is no daemon of ours, for scripts: `fake SOCKET LOG [REPLY …] &`, then `fakeListens LOG`.
///
/// It writes every line that it is sent into the file LOG. To each it says all REPLYs, with the line's id in place of
/// ID; with none it is silent.
enum FakeListener {
  static let isPossible = InstalledPrograms.has("python3")

  /// The functions, to begin a script with.
  static let functions = """
    fake() { exec python3 -c "$FAKE" "$@"; }
    fakeListens() { for i in $(seq 500); do [ -e "$1" ] && return; sleep 0.01; done; echo 'no listener'; }
    """ + "\n"

  /// The variable that the functions need.
  static let variables: [(name: String, value: String?)] = [("FAKE", program)]

  private static let program = """
    import json, os, socket, sys, threading
    path, log, *replies = sys.argv[1:]
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    os.chmod(path, 0o666)
    listener.listen()
    open(log, "a").close()
    def serve(connection):
        for line in connection.makefile("rb"):
            with open(log, "ab") as file: file.write(line)
            for reply in replies:
                number = str(json.loads(line).get("id"))
                connection.sendall(reply.replace("ID", number).encode() + b"\\n")
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
    """
}
