package import DeviceModel
package import JSON
import Schema

/// Writes replies, each as one JSON-RPC response object.
package enum Response {
  /// Begins a reply; the members of its result follow, and then `endResult`.
  package static func beginResult(id: RequestID, into writer: inout JSONWriter) {
    begin(id, &writer)
    writer.fragment(",\"result\":{", opening: 1)
  }

  /// Ends a reply after the members of its result; `seq` is the last of them, for harness methods.
  package static func endResult(seq: UInt64?, into writer: inout JSONWriter) {
    if let seq { writeSequence(seq, into: &writer) }
    writer.fragment("}}", opening: -2)
  }

  /// A reply whose result is already JSON, like the OpenRPC document.
  package static func write(
    id: RequestID, rawResult: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter
  ) {
    begin(id, &writer)
    writer.fragment(",\"result\":", opening: 0)
    writer.raw(rawResult)
    writer.endObject()
  }

  /// What comes before a result that is JSON already, and what after it, the line's end included.
  package static func frame(of id: RequestID) -> (head: [UInt8], tail: [UInt8]) {
    var writer = JSONWriter()
    begin(id, &writer)
    writer.fragment(",\"result\":", opening: 0)
    return (writer.bytes, Array("}\n".utf8))
  }

  /// A device's reply; `seq` for harness methods.
  package static func write(id: RequestID, _ reply: Reply, seq: UInt64?, into writer: inout JSONWriter) {
    beginResult(id: id, into: &writer)
    ReplyEncoding.writeMembers(reply, into: &writer)
    endResult(seq: seq, into: &writer)
  }

  /// An error; `seq` goes into its `data`, for harness methods whose refusal may have had an effect.
  package static func write(
    id: RequestID, _ error: WireError, seq: UInt64? = nil, into writer: inout JSONWriter
  ) {
    begin(id, &writer)
    writer.fragment(",\"error\":", opening: 0)
    error.write(seq: seq, into: &writer)
    writer.endObject()
  }

  /// The member `seq`, last in every result of a harness method.
  package static func writeSequence(_ seq: UInt64, into writer: inout JSONWriter) {
    writer.key("seq")
    writer.unsigned(seq)
  }

  @inline(__always)
  private static func begin(_ id: RequestID, _ writer: inout JSONWriter) {
    writer.fragment("{\"jsonrpc\":\"2.0\",\"id\":", opening: 1)
    id.withBytes { writer.buffer.append($0) }
  }
}

extension WireError {
  /// The error object of a response, also found inside of results.
  package func write(seq: UInt64? = nil, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("code", code)
    writer.member("message", message)
    writer.key("data")
    writer.beginObject()
    writer.member("domain", domain.rawValue)
    writer.member("name", name)
    for detail in details {
      writer.key(detail.key)
      switch detail.value {
      case .string(let text): writer.string(text)
      case .integer(let number): writer.integer(number)
      case .strings(let texts):
        writer.beginArray()
        for text in texts { writer.string(text) }
        writer.endArray()
      }
    }
    if let seq { Response.writeSequence(seq, into: &writer) }
    writer.endObject()
    writer.endObject()
  }
}
