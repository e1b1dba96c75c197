import DeviceModel
import Foundation
import Schema
import Testing
import WireProtocol

@Suite(.serialized) struct ProtocolReadmeTests {
  @Test(
    "a table of Protocol/README.md says what the code does; Scripts/openrpc writes it",
    arguments: Self.tables.map(\.name))
  func isCurrent(name: String) throws {
    let table = try #require(Self.tables.first { $0.name == name }).text
    let readme = try ProtocolFolder.read("README.md")
    let opening = "<!-- \(name): made by Scripts/openrpc -->\n"
    let closing = "<!-- end of \(name) -->"
    let start = try #require(readme.range(of: opening)).upperBound
    let end = try #require(readme.range(of: closing)).lowerBound
    if ProtocolFolder.isRecording {
      try ProtocolFolder.write(readme[..<start] + table + readme[end...], to: "README.md")
    } else {
      #expect(readme[start..<end] == table, "stale: run Scripts/openrpc")
    }
  }

  @Test("every method and error that the prose names exists")
  func names() throws {
    let readme = try ProtocolFolder.read("README.md")
    for name in ["whenPrompted", "timeout", "since", "where", "device", "app", "context"] {
      #expect(MethodTable.all.contains { $0.accepted.contains { $0.name == name } }, "\(name)")
    }
    for reason in NotDeliveredReason.allCases { #expect(readme.contains("`\(reason.rawValue)`")) }
    for reason in RefusalReason.allCases { #expect(readme.contains("`\(reason.rawValue)`")) }
    for name in PolicyName.short.map(\.name) { #expect(readme.contains("`\(name)`")) }
  }

  @Test("the limits that the prose names are the defaults")
  func numbers() throws {
    let prose = try ProtocolFolder.read("README.md").split(separator: /\s+/).joined(separator: " ")
    let limits = Dictionary(uniqueKeysWithValues: ServerLimits.all.map { ($0.name, $0.standard) })
    #expect(prose.contains("at most \(try #require(limits["maxDepth"])) levels deep"))
    let kept = try #require(limits["keptEvents"])
    #expect(prose.contains("keeps the last \(kept / 1000),000 events") && kept % 1000 == 0)
    let limited = MethodTable.all.filter { $0.accepted.contains { $0.name == "limit" } }
    let list = limited.map { "`\($0.name)`" }.joined(separator: " and ")
    #expect(prose.contains("ask for fewer: \(list) take a `limit`"))
    #expect(prose.contains("This is protocol version \(Product.protocolVersion)."))
  }

  private static let tables: [(name: String, text: String)] = [
    ("errors", errors), ("methods", methods), ("state", state), ("knobs", knobs), ("events", events),
    ("limits", limits),
  ]

  private static var errors: String {
    table(
      ["domain", "name", "code", "meaning"],
      ErrorRegistry.all.map {
        ["`\($0.domain.rawValue)`", "`\($0.name)`", "\($0.code)", $0.summary]
      })
  }

  private static var methods: String {
    Method.Group.allCases.map { group in
      let rows = MethodTable.all.filter { $0.group == group }.map { method in
        let parameters = method.parameters.enumerated().map { index, field in
          let name = "`\(field.name)\(field.isRequired ? "" : "?")`"
          return index < method.positionalCount ? "**\(name)**" : name
        }
        return ["`\(method.name)`", parameters.joined(separator: " "), method.summary]
      }
      return "### \(title(group))\n\n" + table(["method", "parameters", "what it does"], rows)
    }.joined(separator: "\n")
  }

  private static func title(_ group: Method.Group) -> String {
    switch group {
    case .server: "The server"
    case .devices: "Devices"
    case .enrolment: "Enrolment"
    case .scans: "Scans"
    case .prompt: "On the prompt"
    case .ahead: "Ahead of time"
    case .passcode: "Passcode and lock screen"
    case .apps: "Apps"
    case .keychain: "The keychain"
    case .clock: "The clock"
    case .watching: "Watching"
    case .appSide: "For the app under test"
    }
  }

  private static var state: String {
    let settable = Set(StateFields.settable.filter(\.isSettable).map(\.name))
    return table(
      ["field", "settable", "meaning"],
      StateFields.shown.map { field in
        ["`\(field.name)`", settable.contains(field.name) ? "yes" : "", field.summary]
      })
  }

  private static var knobs: String {
    table(
      ["knob", "takes", "meaning"],
      StateFields.knobs.map { field in
        let type: String
        if case .enumeration(let names) = field.type.core {
          type = names.map { "`\($0)`" }.joined(separator: ", ")
        } else {
          type = field.type.phrase.replacing(" from 0 to 9000000000", with: " of seconds")
        }
        return ["`\(field.name)`", type, field.summary]
      })
  }

  private static var events: String {
    table(
      ["kind", "a state", "members besides seq, device, time, kind", "meaning"],
      EventKind.allCases.map { kind in
        [
          "`\(kind.rawValue)`", kind.isState ? "yes" : "",
          kind.members.map { "`\($0.name)\($0.isRequired ? "" : "?")`" }.joined(separator: " "), kind.summary,
        ]
      })
  }

  private static var limits: String {
    table(
      ["limit", "default", "what it bounds"],
      ServerLimits.all.map { ["`\($0.name)`", "\($0.standard)", $0.summary] })
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows)
      .map { "| " + $0.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n" }
      .joined()
  }
}
