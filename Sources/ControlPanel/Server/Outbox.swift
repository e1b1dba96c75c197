import Platform

/// Bytes for the other side of a socket that it has not taken yet.
struct Outbox {
  private var bytes: [UInt8] = []
  private var sent = 0

  var count: Int { bytes.count - sent }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ more: [UInt8]) { bytes += more }

  /// Sends as much as there is room for, without waiting.
  mutating func send(to descriptor: FileDescriptor) throws(SystemError) {
    while !isEmpty {
      do throws(SystemError) {
        let count = bytes.withUnsafeBytes { bytes in
          Result { () throws(SystemError) in
            try Socket.send(UnsafeRawBufferPointer(rebasing: bytes[sent...]), to: descriptor)
          }
        }
        sent += try count.get()
      } catch let error where error.wouldBlock {
        return
      }
    }
    bytes = []
    sent = 0
  }
}
