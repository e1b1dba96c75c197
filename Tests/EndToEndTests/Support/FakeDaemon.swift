import Platform
import TestSupport

/// Something that answers on a socket as no daemon would: one of an older version, or a malicious one.
final class FakeDaemon: @unchecked Sendable {
  private let listener: FileDescriptor
  private let answers: [String: String]
  private var isOver = false
  private var thread: WorkerThread?

  /// - Parameter answers: The result for each method, as JSON; others get an empty one.
  init(at path: String, answers: [String: String]) throws {
    self.answers = answers
    listener = try Socket.make()
    try FileSystem.withModeMask(0o177) { () throws(SystemError) in
      do { try Socket.bind(listener, to: SocketAddress(path: path)) } catch let error as SystemError {
        throw error
      } catch {}
    }
    try Socket.listen(listener)
    thread = try WorkerThread { [unowned self] in serve() }
  }

  /// Ends it.
  func stop() {
    isOver = true
    thread?.join()
    listener.close()
  }

  private func serve() {
    while !isOver {
      let ready = try? listener.wait(for: .readable, until: .after(seconds: 0.02))
      guard ready?.contains(.readable) == true, let connection = try? Socket.accept(listener) else {
        continue
      }
      try? answer(connection)
      connection.close()
    }
  }

  private func answer(_ connection: FileDescriptor) throws {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
    defer { buffer.deallocate() }
    while !isOver {
      guard try connection.wait(for: .readable, until: .after(seconds: 0.02)).contains(.readable) else {
        continue
      }
      let count = try connection.read(into: buffer)
      if count == 0 { return }
      bytes += buffer[..<count]
      while let end = bytes.firstIndex(of: 0x0A) {
        let request = try JSONTree(parsing: Array(bytes[..<end]))
        bytes.removeSubrange(...end)
        guard let id = request["id"], case .string(let method)? = request["method"] else { continue }
        let result = answers[method] ?? "{}"
        let line =
          #"{"jsonrpc":"2.0","id":\#(String(decoding: id.bytes, as: UTF8.self)),"result":\#(result)}"#
        try Socket.sendAll(Array((line + "\n").utf8), to: connection)
      }
    }
  }
}
