/// The cyclic redundancy check of zip, PNG and Ethernet: finds every damage of up to 32 bits in a row.
///
/// ISO 3309; eight bytes at a time, after Kounavis and Berry, "A Systematic Approach to Building High
/// Performance Software-Based CRC Generators" (2005).
package struct CRC32: Equatable, Sendable {
  /// The check of what it has seen.
  package private(set) var value: UInt32

  /// Goes on after a check.
  package init(_ value: UInt32 = 0) { self.value = value }

  /// Takes more bytes in.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var crc = ~value
    var index = 0
    Self.tables.withUnsafeBufferPointer { tables in
      func entry(_ table: Int, _ byte: UInt32) -> UInt32 { tables[table << 8 | Int(byte & 0xFF)] }
      while index + 8 <= bytes.count {
        let low = crc ^ UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
        let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self))
        let first = entry(7, low) ^ entry(6, low >> 8) ^ entry(5, low >> 16) ^ entry(4, low >> 24)
        let last = entry(3, high) ^ entry(2, high >> 8) ^ entry(1, high >> 16) ^ entry(0, high >> 24)
        crc = first ^ last
        index += 8
      }
      while index < bytes.count {
        crc = entry(0, crc ^ UInt32(bytes[index])) ^ crc >> 8
        index += 1
      }
    }
    value = ~crc
  }

  /// Eight tables of 256 entries: what a byte does to the check when so many bytes follow it.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 << 8)
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
      tables[byte] = crc
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = tables[Int(before & 0xFF)] ^ before >> 8
    }
    return tables
  }()
}
