import CommandLineTool
import JSON
import Presentation
import TestSupport
import Testing
import WireProtocol

/// The request that a command line makes, in an environment.
func request(
  _ words: [String], environment: [String: String] = [:]
) throws -> MethodRequest {
  let invocation = try Invocation(parsing: words)
  let method = try #require(invocation.name.flatMap { MethodTable.find($0) })
  return try MethodRequest(invocation, of: method) { environment[$0] }
}

/// What a person reads for a result.
func text(_ method: String, _ result: String, device: String? = nil, showsDevice: Bool = false) throws
  -> String
{
  let method = try #require(MethodTable.find(method))
  let rendering = ResultRendering(of: method, device: device, showsDevice: showsDevice)
  return try withJSON(Array(result.utf8)) { rendering.text($0) }
}

/// A command line whose words have no blanks in them.
func split(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
