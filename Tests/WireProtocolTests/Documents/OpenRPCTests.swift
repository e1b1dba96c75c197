import JSON
import Schema
import TestSupport
import Testing
import WireProtocol

@Suite struct OpenRPCTests {
  @Test("Protocol/openrpc.json is what rpc.discover returns; Scripts/openrpc writes it")
  func isCurrent() throws {
    let generated = try withJSON(OpenRPCDocument.bytes) { prettyPrinted($0) } + "\n"
    if ProtocolFolder.isRecording { try ProtocolFolder.write(generated, to: "openrpc.json") }
    // Line by line, for a message that a person can read.
    let recorded = try ProtocolFolder.read("openrpc.json").split(
      separator: "\n", omittingEmptySubsequences: false)
    let current = generated.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(recorded.count == current.count, "stale: run Scripts/openrpc")
    for (old, new) in zip(recorded, current) where old != new {
      Issue.record("stale: run Scripts/openrpc; it has \(old) for \(new)")
      break
    }
  }

  @Test("the document is on one line and has every method, rpc.discover too")
  func methods() throws {
    #expect(!OpenRPCDocument.bytes.contains(UInt8(ascii: "\n")))
    try withJSON(OpenRPCDocument.bytes) { document in
      let names = document["methods"]?.elements.compactMap { $0["name"]?.string }
      #expect(names == MethodTable.all.map(\.name))
      #expect(names?.contains("rpc.discover") == true)
    }
  }

  @Test("every reference in the document leads somewhere")
  func references() throws {
    try withJSON(OpenRPCDocument.bytes) { document in
      var targets: [String] = []
      collectReferences(document, into: &targets)
      #expect(targets.contains("#/components/schemas/State"))
      for target in Set(targets) {
        var node: JSONNode? = document
        for step in target.dropFirst(2).split(separator: "/") { node = node?[String(step)] }
        #expect(node != nil, "\(target)")
      }
    }
  }

  @Test("nothing is required after something optional")
  func requiredFirst() throws {
    try withJSON(OpenRPCDocument.bytes) { document in
      for method in try #require(document["methods"]).elements {
        let required = method["params"]?.elements.map { $0["required"]?.bool == true } ?? []
        #expect(required == required.sorted { $0 && !$1 })
      }
    }
  }

  private func collectReferences(_ node: JSONNode, into targets: inout [String]) {
    for element in node.elements { collectReferences(element, into: &targets) }
    for (key, value) in node.members {
      if key.equals("$ref"), let target = value.string { targets.append(target) }
      collectReferences(value, into: &targets)
    }
  }
}
