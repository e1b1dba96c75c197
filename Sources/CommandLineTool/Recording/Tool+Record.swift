import JSON
import Platform
import Schema
import WireProtocol

extension Tool {
  /// Runs a command with a fresh device and writes down all that is done to it.
  func record() throws(ToolError) -> ExitStatus {
    let plan = try RecordPlan(invocation)
    let file: FileDescriptor
    do {
      file = try FileSystem.openForWriting(plan.path)
    } catch {
      throw .usage(error.description)
    }
    defer { file.close() }
    let session = try DeviceSession(settings: plan.settings)
    defer { session.stop() }
    let recorder: Recorder
    let signals: SignalSource
    do {
      recorder = try Recorder(session, into: file, followsHost: !plan.isManual)
      signals = try SignalSource(Signal.forwarded + [Signal.childEnded])
    } catch {
      throw ToolError(.refused, error.description)
    }
    defer { recorder.stop() }
    try recorder.begin(settings: plan.settings)
    return try run(plan, recorder, signals)
  }

  private func run(
    _ plan: RecordPlan, _ recorder: Recorder, _ signals: SignalSource
  ) throws(ToolError) -> ExitStatus {
    var configuration = ChildProcess.Configuration(program: plan.program, arguments: plan.arguments)
    configuration.environment = Environment.all(changing: recorder.environment)
    let child: ChildProcess
    do {
      child = try ChildProcess.spawn(configuration)
    } catch {
      let status: Int32 = error.isNotFound ? 127 : 126
      try recorder.end(status: status)
      // As a shell reports it.
      throw ToolError(ExitStatus(rawValue: status), error.description)
    }
    // The command is not disturbed by what goes wrong here; the recording then lacks its end.
    var problem: ToolError?
    while true {
      do {
        try recorder.serve(until: signals.descriptor)
      } catch  where problem == nil {
        problem = error
        Output.complaint(error.message)
      } catch {
        HostClock.sleep(seconds: 0.01)
      }
      while let signal = signals.nextWithOrigin() {
        guard signal.number != Signal.childEnded, !signal.isFromTerminal else { continue }
        try? child.kill(signal.number)
      }
      guard let termination = (try? child.waitIfEnded()) ?? nil else { continue }
      if problem == nil { try recorder.end(status: termination.shellStatus) }
      return ExitStatus(rawValue: termination.shellStatus)
    }
  }
}

/// What `record` was told: where to, how the device shall be, and what to run.
struct RecordPlan {
  let path: String
  let program: String
  let arguments: [String]
  /// What the device is made with, a JSON object.
  let settings: [UInt8]
  /// Whether time passes only when the command says so.
  let isManual: Bool

  init(_ invocation: Invocation) throws(ToolError) {
    var words = invocation.words
    let form = "devicesim record FILE -- COMMAND [ARGUMENT …]"
    guard case .plain(let path)? = words.first, Assignment(path) == nil else {
      if case .option(let option)? = words.first { throw .unknownOption(option) }
      throw .usage("record needs a file to write to: \(form)")
    }
    words.removeFirst()
    self.path = path
    var command: [String] = []
    let clockField = MethodTable.find("createDevice")?.parameter("clock")
    var reader = ParameterReader(
      subject: "record", fields: StateFields.settable.filter(\.isSettable) + (clockField.map { [$0] } ?? []),
      positional: [])
    for word in words {
      if case .literal(let text) = word { command.append(text) } else { try reader.read(word) }
    }
    guard let program = command.first else { throw .usage("record needs a command: \(form)") }
    self.program = program
    arguments = Array(command.dropFirst())
    var state = reader.tree
    isManual = state.remove("clock") == Array("\"manual\"".utf8)
    var writer = JSONWriter()
    state.write(into: &writer)
    settings = writer.bytes
  }
}
