import DeviceModel
import WireProtocol

/// A number that stands for what a change led to: which events, when, and whether calls succeeded. A replay
/// that comes to another number follows other rules than the first time.
///
/// FNV-1a (Fowler, Noll, Vo) over 32 bits.
struct ResultDigest {
  private(set) var value: UInt32 = 0x811C_9DC5

  /// Adds an event.
  mutating func add(_ event: Event) {
    add(event.body.kind.rawValue)
    withUnsafeBytes(of: event.time.value.littleEndian) { for byte in $0 { add(byte) } }
  }

  /// Adds a reply.
  mutating func add(_ result: Result<Reply, Failure>) {
    switch result {
    case .success(.changed(let isChanged)): add(isChanged ? 1 : 2)
    case .success: add(3)
    case .failure(let failure): add(WireError(failure).name)
    }
  }

  private mutating func add(_ text: String) { for byte in text.utf8 { add(byte) } }

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt32(byte)) &* 0x0100_0193 }
}
