import JSON
import Testing
import WireProtocol

/// What a closure writes, as text.
func text(_ write: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter()
  write(&writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}

/// What a request of one line comes to: the call, or the error. The fast check must not let through what the
/// thorough one refuses.
func call(_ method: String, _ params: String?) throws -> Result<Call, WireError> {
  let entry = try #require(MethodTable.find(method))
  let table = RequestTable()
  func call(_ node: JSONNode?) throws -> Result<Call, WireError> {
    try withJSON(Array("\"\(method)\"".utf8)) { name in
      let asked = table.find(name)
      if try #require(asked).hasRightShape(node) {
        #expect(throws: Never.self, "\(method) \(params ?? "")") { try Validation.arguments(node, of: entry) }
      }
    }
    return Result { () throws(WireError) in try entry.call(node) }
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
