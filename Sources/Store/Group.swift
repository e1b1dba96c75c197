package import JSON
import Platform

/// Records of several requests, which one write and one wait for the disk make safe.
///
/// `Store.stage` adds records; `beginGroup` closes the group; its `write` is done beside the loop; `endGroup` says
/// what came of it. Until then no other record is appended.
package struct Group: Sendable {
  private let file: OpenFile
  private let bytes: [UInt8]
  private let offset: Int
  private let isTailDirty: Bool

  /// What was before the first record of a group.
  struct Start {
    let waitingBytes: Int
    let chain: Chain
    let number: Int
  }

  init(_ file: OpenFile, _ bytes: [UInt8], at offset: Int, isTailDirty: Bool) {
    self.file = file
    self.bytes = bytes
    self.offset = offset
    self.isTailDirty = isTailDirty
  }

  /// Writes the records, and waits until they survive a loss of power.
  package func write() -> Result<Void, WriteFailure> {
    Result { () throws(WriteFailure) in
      try writing { () throws(SystemError) in
        if isTailDirty { try file.descriptor.truncate(to: offset) }
        try file.descriptor.write(bytes, at: offset)
        try file.descriptor.synchronize()
      }
    }
  }
}

extension Store {
  /// Whether records of a group wait to be written.
  package var hasGroup: Bool { group != nil }

  /// Adds a record to the group. It is written with the others.
  package func stage(_ members: (inout JSONWriter) -> Void) throws(WriteFailure) {
    let start = Group.Start(waitingBytes: waiting.buffer.count, chain: chain, number: number)
    try add(members)
    group = group ?? start
  }

  /// Adds a record of something that cannot be refused, which the next group takes along.
  package func stageLater(_ members: (inout JSONWriter) -> Void) {
    assert(group == nil, "what comes before a group cannot come after it")
    try? add(members)
  }

  /// Closes the group, for somebody to write it. `nil`: nothing waits to be written.
  package func beginGroup() throws(WriteFailure) -> Group? {
    guard !waiting.buffer.isEmpty, let file else { return nil }
    try verify()
    let bytes = waiting.buffer.withBytes { Array($0) }
    return Group(file, bytes, at: length, isTailDirty: isTailDirty)
  }

  /// Says what came of writing the group. Of one that failed, only what cannot be refused is left.
  package func endGroup(_ result: Result<Void, WriteFailure>) throws(WriteFailure) {
    defer { group = nil }
    do throws(WriteFailure) {
      try result.get()
      // Nobody may rely on records in a file that was removed meanwhile.
      isVerified = false
      try verify()
      length += waiting.buffer.count
      waiting.buffer.removeAll(keepingAtMost: 1 << 16)
      isTailDirty = false
    } catch {
      isTailDirty = (try? file?.descriptor.truncate(to: length)) == nil
      if let group { goBack(to: group) }
      throw error
    }
  }
}
