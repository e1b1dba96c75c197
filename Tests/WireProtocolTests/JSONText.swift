import JSON
import Schema
import Testing
import WireProtocol

/// What a closure writes, as text.
func text(_ write: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter()
  write(&writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}

/// What a request of one line comes to: the call, or the error. What is read must be of the types that the
/// documents give.
func call(_ method: String, _ params: String?) throws -> Result<Call, WireError> {
  let entry = try #require(MethodTable.find(method))
  func call(_ node: JSONNode?) throws -> Result<Call, WireError> {
    let result = Result { () throws(WireError) in try entry.call(node) }
    if case .success = result, let node {
      #expect(throws: Never.self, "\(method) \(params ?? "")") {
        try ValueType.object(entry.input.fields).check(node)
      }
    }
    return result
  }
  guard let params else { return try call(nil) }
  return try withJSON(Array(params.utf8)) { try call($0) }
}

/// The error of a request that must fail.
func error(_ method: String, _ params: String?) throws -> WireError {
  switch try call(method, params) {
  case .success(let call): throw UnexpectedSuccess(call: "\(call)")
  case .failure(let error): return error
  }
}

/// A request went through that should not have.
struct UnexpectedSuccess: Error {
  var call: String
}
