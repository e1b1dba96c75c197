import JSON
import Schema

extension MethodTable {
  static let serverMethods: [Method] = [
    Method(
      "ping", .server, "Answers at once, to show that the daemon is alive.",
      example: ("{}", #"{"seq":0}"#)
    ) { Parameters { .ping } },

    Method(
      "getServerInfo", .server, "Returns the daemon's name, version, limits and features.",
      result: [
        Field("name", .nonEmpty, required: true, "always devicesim"),
        Field("version", .nonEmpty, required: true, "of the program"),
        Field("protocolVersion", .integer(1...Int.max), required: true, "of this protocol"),
        Field("pid", .integer(1...Int.max), required: true, "process id of the daemon"),
        Field("appSocket", .nonEmpty, "path of the socket for apps; absent where there is none"),
        Field(
          "harnessConnections", .integer(0...Int.max), required: true,
          "open connections of harnesses, with this one; those to the socket for apps do not count"),
        Field("limits", .named("Limits", .object(ServerLimits.fields)), required: true, "what it bounds"),
        Field("features", .array(of: .nonEmpty), required: true, "what a client may rely on"),
        Field("templates", .array(of: .nonEmpty), required: true, "what createDevice can begin with"),
      ],
      example: (
        "{}",
        #"{"name":"\#(Product.name)","version":"\#(Product.version)","protocolVersion":\#(Product.protocolVersion),"#
          + #""pid":4711,"harnessConnections":1,"limits":{\#(ServerLimits.example)},"features":\#(Product.features),"templates":[],"seq":0}"#
      )
    ) { Parameters { .getServerInfo } },

    Method(
      Method.discoverName, .server, "Returns the OpenRPC document of this protocol.",
      details:
        "The result is the document and nothing else. It is made from the method table "
        + "that the daemon works by, so it is never out of date.",
      result: [
        Field("openrpc", .nonEmpty, required: true, "version of the OpenRPC specification"),
        Field("info", .anyObject, required: true, "title and version of this protocol"),
        Field("methods", .array(of: .anyObject), required: true, "the methods"),
        Field("components", .anyObject, required: true, "the schemas and errors they share"),
      ],
      example: (
        "{}",
        #"{"openrpc":"1.4.1","info":{"title":"devicesim","version":"1"},"methods":[],"components":{}}"#
      )
    ) { Parameters { .discover } },

    Method(
      "useDevice", .server, "Sets the device of this connection, for requests that name none.",
      device: .device.required().summary("the device to use from now on"), positional: 1,
      result: [.changed], errors: ["unknownDevice"],
      example: (#"{"device":"phone"}"#, #"{"changed":true,"seq":3}"#)
    ) { Parameters { .useDevice } },

    Method(
      "cancelRequest", .server, "Cancels a pending request of this connection.",
      details:
        "The pending request ends with the error `cancelled`. If none has that id, nothing changes. Ids are "
        + "compared as they were written: `1` and `\"1\"` are two.",
      positional: 1,
      result: [.changed],
      example: (#"{"id":7}"#, #"{"changed":true,"seq":12}"#)
    ) { Parameters(.required("id", .requestID, "id of the request that waits")) { .cancelRequest($0) } },

    Method(
      "shutdown", .server, "Stops the daemon.",
      details:
        "The reply comes first; then what is pending ends as at SIGTERM and the daemon exits with status 0.",
      example: ("{}", #"{"seq":12}"#)
    ) { Parameters { .shutdown } },
  ]
}

extension Coding where Value == RequestID {
  /// Any text, any number, or null; kept as it was written.
  fileprivate static let requestID = Self(
    .nullable(
      .oneOf([.string(), .number(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)])),
    convert: { node in
      switch node.kind {
      case .string, .null: RequestID(node.raw)
      case .number: node.number == nil ? nil : RequestID(node.raw)
      case .object, .array, .boolean: nil
      }
    }, write: { id, writer in id.withBytes { writer.raw($0) } })
}
