import Platform
import Presentation
import Recording

extension Tool {
  /// Runs a command with a fresh device and records what happens to the device.
  func record() throws(ToolError) -> ExitStatus {
    var words = invocation.words[...]
    let form = "devicesim record FILE -- COMMAND [ARGUMENT …]"
    guard case .plain(let path)? = words.popFirst(), Assignment(path) == nil else {
      if case .option(let option)? = invocation.words.first { throw .unknownOption(option) }
      throw .usage("record needs a file to write to: \(form)")
    }
    let command = try DeviceCommand(words, running: invocation.command, for: "record", form: form)
    guard command.settings.template == nil else {
      throw .usage("record does not take template=; it starts a daemon of its own, which has no templates")
    }
    // What is in it stays until the command runs.
    let file: PrivateFile
    do { file = try PrivateFile(path) } catch { throw .usage(error.description) }
    do throws(ToolError) {
      return try record(command, in: file)
    } catch {
      file.abandon()
      throw error
    }
  }

  private func record(_ command: DeviceCommand, in file: PrivateFile) throws(ToolError) -> ExitStatus {
    let daemon = try PrivateDaemon()
    defer { daemon.stop() }
    let settings = command.settings.state
    let session = try DeviceSession(settings: settings, on: daemon.sockets)
    let isManual = command.settings.clock == Array("\"manual\"".utf8)
    let (recorder, signals) = try ToolError.wrapping { () throws(SystemError) in
      (
        try Recorder(session, into: file.descriptor, followsHost: !isManual),
        try SignalSource(Signal.forwarded + [Signal.childEnded])
      )
    }
    defer { recorder.stop() }
    let child: ChildProcess
    do { child = try ChildProcess.spawn(command.process(in: recorder.environment)) } catch {
      throw command.cannotRun(error)
    }
    defer { file.descriptor.close() }
    return follow(child, recorder, signals) { () throws(ToolError) in
      try ToolError.wrapping { () throws(SystemError) in try file.empty() }
      try recorder.begin(settings: settings, command: command.name)
    }
  }

  /// Records until the command ends.
  private func follow(
    _ child: ChildProcess, _ recorder: Recorder, _ signals: SignalSource, begin: () throws(ToolError) -> Void
  ) -> ExitStatus {
    let start = HostClock.monotonic
    // A problem here does not stop the command; the recording then has no end.
    var problem: ToolError?
    do { try begin() } catch {
      problem = error
      Output.complaint(error)
    }
    while true {
      do {
        try recorder.serve(until: signals.descriptor)
      } catch  where problem == nil {
        problem = error
        Output.complaint(error)
      } catch {
        HostClock.sleep(seconds: 0.01)
      }
      while let signal = signals.nextWithOrigin() {
        guard signal.number != Signal.childEnded, !signal.isFromTerminal else { continue }
        try? child.kill(signal.number)
      }
      guard let termination = (try? child.waitIfEnded()) ?? nil else { continue }
      if problem == nil {
        do { try recorder.end(status: termination.shellStatus) } catch { Output.complaint(error) }
        sayHowMuch(recorder, since: start)
      }
      return ExitStatus(rawValue: termination.shellStatus)
    }
  }

  /// Tells a person how much was recorded. While the command runs the terminal is the command's own.
  private func sayHowMuch(_ recorder: Recorder, since start: Int64) {
    let seconds = (HostClock.monotonic - start) / 1_000_000_000
    guard seconds > 0, ProgressLine.isOnTerminal else { return }
    Output.complaint("recorded \(PlainText.count(recorder.requests, "request")) in \(seconds) s")
  }

  /// Replays a recording on a fresh device and compares the results.
  func replay() throws(ToolError) -> ExitStatus {
    guard let path = try singleWord(of: .replay) else {
      throw .usage("replay needs a recording: devicesim replay FILE")
    }
    let recording = try RecordingFile(path: path)
    let daemon = try PrivateDaemon()
    defer { daemon.stop() }
    let session = try DeviceSession(settings: recording.header.settings, on: daemon.sockets)
    var replay = Replay(recording, on: session)
    let progress = ProgressLine(total: replay.lines, of: "lines")
    let result = Result { () throws(ToolError) in try replay.run { progress.show($0) } }
    progress.clear()
    guard let difference = try result.get() else {
      let outputs = PlainText.count(replay.outputs, "reply or event", "replies and events")
      try Output.line("same: \(PlainText.count(replay.commands, "command")), \(outputs)")
      return .done
    }
    let text = { (line: [UInt8]) in PlainText.oneLine(String(decoding: line, as: UTF8.self)) }
    Output.complaint(
      """
      \(PlainText.oneLine(path)):\(difference.line): the result is different
        wanted: \(text(difference.wanted))
        got:    \(difference.got.map(text) ?? "nothing")
      """)
    return .refused
  }

  /// Writes the page of a recording.
  func report() throws(ToolError) -> ExitStatus {
    let words = try CommandWords(invocation, of: .report)
    try words.refuseValues(after: 1)
    guard let path = words.values.first else {
      throw .usage("report needs a recording: devicesim report FILE [-o OUT.html]")
    }
    let recording = try RecordingFile(path: path)
    let name = path == "-" ? "Recorded session" : Path.name(of: path)
    let showsSecrets = words["--show-secrets"] != nil
    let page = Array(ReportPage(recording, name: name, showsSecrets: showsSecrets).html.utf8)
    guard let output = words["-o"] else {
      try Output.bytes(page)
      return .done
    }
    do {
      let file = try PrivateFile(output)
      defer { file.descriptor.close() }
      try file.empty()
      try file.descriptor.writeAll(page)
    } catch {
      throw .usage(error.description)
    }
    return .done
  }
}
