import DeviceModel
import Foundation
import Platform
import Server
import TestSupport
import Testing

/// State folders that daemons of each format left behind when they were killed. Every version reads all of them.
@Suite(.enabled(if: TestDaemon.program != nil, "devicesimd is not built"))
struct GoldenStateTests {
  private static let folder =
    URL(filePath: #filePath).appending(path: "../../../StoreTests/Golden").standardizedFileURL.path

  private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasPrefix("format-") }.sorted()

  /// A daemon that starts on a copy of a golden folder.
  private func start(_ name: String) throws -> KeptDaemon {
    let parent = try TemporaryFolder()
    let state = parent.file("state")
    try FileSystem.makeDirectory(state, mode: 0o700)
    for file in ["snapshot", "journal.ndjson"] {
      try FileSystem.write(try FileSystem.read("\(Self.folder)/\(name)/\(file)"), to: "\(state)/\(file)")
    }
    return try KeptDaemon(state: state, in: parent)
  }

  private func lines(_ name: String, _ file: String) throws -> [JSONTree] {
    let bytes = try FileSystem.read("\(Self.folder)/\(name)/\(file)")
    return try bytes.split(separator: 0x0A).map { try JSONTree(parsing: Array($0)) }
  }

  @Test("there is a golden folder of every format up to the current one")
  func all() {
    #expect(Set(Self.names).isSuperset(of: (1...ArchiveFormat.current).map { "format-\($0)" }))
  }

  @Test("a folder of any format gives the answers that the daemon gave that wrote it", arguments: names)
  func answers(_ name: String) throws {
    let kept = try start(name)
    let client = try kept.connect()
    for line in try lines(name, "answers.ndjson") {
      guard case .string(let method)? = line["method"], let golden = line["result"] else {
        throw TestFailure("no request: \(line)")
      }
      let result = try client.result(method, line["params"])
      let request = "\(method) \(line["params"] ?? .null)"
      #expect(result.includes(golden), "\(request): \(result), not \(golden)")
    }
  }

  @Test("what it kept is there after it was folded, too", arguments: names)
  func folded(_ name: String) throws {
    let kept = try start(name)
    let before = try kept.connect().export()
    try kept.restart()
    #expect(try kept.connect().export() == before)
  }

  @Test("an export of any format can be imported", arguments: names)
  func imported(_ name: String) throws {
    let client = try TestServer { $0.clock = .manual }.connect()
    let exported = try #require(try lines(name, "export.json").first)
    #expect(try client.result("importState", ["state": exported])["changed"] == true)
    var again = try client.export()
    again?["format"] = exported["format"]
    #expect(again?.includes(exported) == true || exported["format"] != .integer(ArchiveFormat.current))
  }
}

extension JSONTree {
  /// Whether it has everything that another one has; objects may have more members.
  func includes(_ other: JSONTree) -> Bool {
    switch (self, other) {
    case (.object(let own), .object(let members)):
      members.allSatisfy { name, value in own[name]?.includes(value) ?? false }
    case (.array(let own), .array(let elements)):
      own.count == elements.count && zip(own, elements).allSatisfy { $0.includes($1) }
    default: self == other
    }
  }
}
