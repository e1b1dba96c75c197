import JSON
import Platform
import WireProtocol

extension Server {
  /// Tells a peer in one line why it is not served, and closes the connection.
  func refuse(_ descriptor: FileDescriptor, _ error: WireError) {
    var writer = JSONWriter()
    Response.write(id: .null, error, into: &writer)
    writer.endLine()
    let line = writer.bytes
    // A fresh socket has room for one line; a peer that is gone does not need it.
    _ = try? line.withUnsafeBytes { try Socket.send($0, to: descriptor) }
    descriptor.close()
  }
}
