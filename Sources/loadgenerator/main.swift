import Platform

let usage = """
  usage: loadgenerator latency COUNT SOCKET REQUEST [SOCKET REQUEST ...]
         loadgenerator throughput SECONDS CLIENTS DEPTH SOCKET SETUP REQUEST [REQUEST ...]
         loadgenerator stories SECONDS CLIENTS SOCKET
         loadgenerator send COUNT SOCKET REQUEST
         loadgenerator hold COUNT SOCKET REQUEST
         loadgenerator processes COUNT PROGRAM [ARGUMENT ...] [, PROGRAM ...]
         loadgenerator startup COUNT PROGRAM [ARGUMENT ...]
  Loads a server whose replies are lines, and prints what it measured as one line of JSON; times are in
  nanoseconds. In SETUP and REQUEST # stands for a number of the client or of the request that no other run
  has. SETUP is JSON-RPC, sent line by line; an error ends the measurement; - is no set-up. hold keeps its
  connections until its standard input ends.

  """

/// Runs the measurement that the arguments ask for, and returns what to print.
func measure(_ arguments: [String]) throws(LoadError) -> [UInt8] {
  var rest = ArgumentList(arguments)
  switch rest.next() {
  case "latency": return try Latency.measure(&rest)
  case "throughput": return try Throughput.measure(&rest)
  case "stories": return try Throughput.measureStories(&rest)
  case "send": return try Population.send(&rest)
  case "hold": return try Population.hold(&rest)
  case "processes": return try Processes.measure(&rest)
  case "startup": return try Processes.measureStartup(&rest)
  case "--help":
    try? FileDescriptor.standardOutput.writeAll(usage)
    return []
  default: throw LoadError(usage)
  }
}

CurrentProcess.ignoreBrokenPipes()
do throws(LoadError) {
  let report = try measure(Array(CommandLine.arguments.dropFirst()))
  try? FileDescriptor.standardOutput.writeAll(report)
} catch {
  try? FileDescriptor.standardError.writeAll("loadgenerator: \(error)\n")
  CurrentProcess.exit(1)
}
