import Platform

extension ChildProcess {
  /// What a program prints until its end, which must be in good order.
  static func output(of configuration: Configuration) throws -> String {
    let pipe = try FileDescriptor.pipe()
    defer { pipe.reading.close() }
    var configuration = configuration
    configuration.standardOutput = pipe.writing
    let process = try spawn(configuration)
    pipe.writing.close()
    let text = String(decoding: try FileSystem.readToEnd(pipe.reading), as: UTF8.self)
    let termination = try process.wait()
    guard termination == .exited(status: 0) else {
      throw TestFailure("\(configuration.program): \(termination), after \(text)")
    }
    return text
  }
}
