import Foundation
import JSON
import Platform
import Store

/// A folder of a test's own, gone with it.
final class StateFolderFixture {
  let path: String

  init() throws { path = try FileSystem.makeTemporaryDirectory(prefix: "/tmp/devicesim-store-") + "/state" }

  deinit { try? FileManager.default.removeItem(atPath: Path.directory(of: path)) }

  func file(_ name: String) -> String { "\(path)/\(name)" }
  var journal: String { file("journal.ndjson") }
  var snapshot: String { file("snapshot") }

  func bytes(_ name: String) throws -> [UInt8] { try FileSystem.read(file(name)) }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// What a store finds there: the values of the snapshot's lines, and of the records after it.
  struct Content: Equatable {
    var snapshot: [Int] = []
    var records: [Int] = []
  }

  /// A child that another test starts has, until it runs its own program, a copy of the lock that was held when
  /// it was made.
  func newStore(
    _ durability: Durability = .write, format: Int = 1, maximumLineBytes: Int = JSONDocument.maximumBytes,
    _ log: @escaping (String) -> Void = { _ in }
  ) throws(StoreError) -> Store {
    for _ in 0..<200 {
      do throws(StoreError) {
        return try Store(
          folder: path, format: format, durability: durability, maximumLineBytes: maximumLineBytes, log: log)
      } catch {
        guard case .inUse = error else { throw error }
        HostClock.sleep(seconds: 0.01)
      }
    }
    return try Store(folder: path, format: format, durability: durability, log: log)
  }

  /// Opens a store there and reads it.
  func open(
    _ durability: Durability = .write, format: Int = 1, log: @escaping (String) -> Void = { _ in }
  ) throws(StoreError) -> (store: Store, content: Content) {
    let store = try newStore(durability, format: format, log)
    var content = Content()
    try store.load { line in
      if let value = line["value"]?.integer { content.snapshot.append(value) }
      return nil
    } record: { record in
      guard let value = record["value"]?.integer else { return "it has no value" }
      content.records.append(value)
      return nil
    }
    return (store, content)
  }
}

extension Store {
  func append(_ value: Int) throws(WriteFailure) { try append { $0.member("value", value) } }

  func compact(_ values: [Int]) throws(WriteFailure) {
    try compact { _ in
    } _: { (file) throws(WriteFailure) in
      for value in values { try file.line { $0.member("value", value) } }
    }
  }
}
