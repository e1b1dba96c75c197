import JSON
import Schema

/// The OpenRPC document of this protocol, made from the method table and the error registry.
package enum OpenRPCDocument {
  /// The document on one line, as `rpc.discover` returns it.
  package static let bytes: [UInt8] = {
    var writer = JSONWriter()
    write(into: &writer)
    return writer.bytes
  }()

  private static func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("openrpc", "1.4.0")
    writer.key("info")
    writeInfo(into: &writer)
    writer.key("methods")
    writer.beginArray()
    for method in MethodTable.all { write(method, into: &writer) }
    writer.endArray()
    writer.key("components")
    writeComponents(into: &writer)
    writer.key("x-events")
    writeEvents(into: &writer)
    writer.key("x-commonErrors")
    writer.beginArray()
    for name in ErrorRegistry.common { writer.string(name) }
    writer.endArray()
    writer.endObject()
  }

  /// What the protocol is, in two sentences.
  package static let purpose =
    "A simulated device whose biometric and passcode prompts a test drives. JSON-RPC 2.0 over a Unix stream "
    + "socket, one JSON text per line, parameters by name."

  private static func writeInfo(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("title", Product.name)
    writer.member("description", purpose)
    writer.member("version", Product.version)
    writer.member("x-protocolVersion", Product.protocolVersion)
    writer.endObject()
  }

  private static func write(_ method: Method, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", method.name)
    writer.member("summary", method.summary)
    if !method.details.isEmpty { writer.member("description", method.details) }
    writer.member("paramStructure", "by-name")
    writer.key("params")
    writer.beginArray()
    // OpenRPC wants what is required first.
    let ordered = method.accepted.filter(\.isRequired) + method.accepted.filter { !$0.isRequired }
    for field in ordered { writeDescriptor(field, into: &writer) }
    writer.endArray()
    writer.key("result")
    writer.beginObject()
    writer.member("name", "result")
    writer.key("schema")
    method.resultType.writeSchema(.result, into: &writer)
    writer.endObject()
    if !method.errors.isEmpty {
      writer.key("errors")
      writer.beginArray()
      for name in method.errors { writeReference("errors", name, into: &writer) }
      writer.endArray()
    }
    writer.key("examples")
    writer.beginArray()
    writeExample(of: method, into: &writer)
    writer.endArray()
    writer.member("x-group", method.group.rawValue)
    writer.member("x-audience", method.group.isForApps ? "app" : method.isForApps ? "everyone" : "harness")
    writer.key("x-positional")
    writer.beginArray()
    for field in method.parameters.prefix(method.positionalCount) { writer.string(field.name) }
    writer.endArray()
    if let original = method.aliasOf { writer.member("x-aliasOf", original) }
    writer.endObject()
  }

  private static func writeDescriptor(_ field: Field, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", field.name)
    writer.member("description", field.summary)
    writer.member("required", field.isRequired)
    writer.key("schema")
    field.type.writeSchema(.request, writeOnly: field.isSecret, into: &writer)
    writer.endObject()
  }

  private static func writeExample(of method: Method, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", method.name)
    writer.key("params")
    writer.beginArray()
    let written: Void? = try? withJSON(Array(method.example.parameters.utf8)) { parameters in
      for (key, value) in parameters.members {
        writer.beginObject()
        writer.member("name", key.string)
        writer.key("value")
        writer.raw(value.raw)
        writer.endObject()
      }
    }
    precondition(written != nil, "the example of \(method.name) is not JSON")
    writer.endArray()
    writer.key("result")
    writer.beginObject()
    writer.member("name", "result")
    writer.key("value")
    writer.raw(Array(method.example.result.utf8))
    writer.endObject()
    writer.endObject()
  }

  private static func writeComponents(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("schemas")
    writer.beginObject()
    for component in SchemaComponent.all {
      writer.key(component.name)
      component.type.writeSchema(component.use, into: &writer)
    }
    writer.endObject()
    writer.key("errors")
    writer.beginObject()
    for entry in ErrorRegistry.all {
      writer.key(entry.name)
      writer.beginObject()
      writer.member("code", entry.code)
      writer.member("message", entry.summary)
      writer.key("data")
      writer.beginObject()
      writer.member("domain", entry.domain.rawValue)
      writer.member("name", entry.name)
      writer.endObject()
      writer.endObject()
    }
    writer.endObject()
    writer.endObject()
  }

  private static func writeEvents(into writer: inout JSONWriter) {
    writer.beginArray()
    for kind in EventKind.allCases {
      writer.beginObject()
      writer.member("kind", kind.rawValue)
      writer.member("summary", kind.summary)
      writer.member("isState", kind.isState)
      writer.key("members")
      writer.beginArray()
      for field in kind.members { writer.string(field.name) }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
  }

  private static func writeReference(_ section: String, _ name: String, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("$ref", "#/components/\(section)/\(name)")
    writer.endObject()
  }
}
