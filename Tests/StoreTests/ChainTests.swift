import JSON
import Store
import Testing

/// Lines that vouch for each other.
@Suite struct ChainTests {
  private func check(_ text: String) -> UInt32 {
    var crc = CRC32()
    Array(text.utf8).withUnsafeBytes { crc.update($0) }
    return crc.value
  }

  @Test("the check is that of zip and Ethernet")
  func vectors() {
    #expect(check("") == 0)
    #expect(check("123456789") == 0xCBF4_3926)
    #expect(check("The quick brown fox jumps over the lazy dog") == 0x414F_A339)
  }

  @Test("a check does not depend on the pieces the bytes come in")
  func pieces() {
    let bytes = (0..<100).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    var whole = CRC32()
    bytes.withUnsafeBytes { whole.update($0) }
    for cut in 0...100 {
      var crc = CRC32()
      bytes.withUnsafeBytes { buffer in
        crc.update(UnsafeRawBufferPointer(rebasing: buffer[..<cut]))
        crc.update(UnsafeRawBufferPointer(rebasing: buffer[cut...]))
      }
      #expect(crc == whole, "cut at \(cut)")
    }
  }

  private func lines(_ values: [String]) -> [[UInt8]] {
    var chain = Chain()
    var writer = JSONWriter()
    for value in values { try? chain.append(to: &writer) { $0.member("v", value) } }
    return writer.bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  private func follows(_ lines: [[UInt8]]) -> Bool {
    var chain = Chain()
    return lines.allSatisfy { line in line.withUnsafeBytes { chain.advance(over: $0) } }
  }

  @Test("a line is JSON that begins with its check")
  func form() {
    #expect(lines(["a"]).map { String(decoding: $0, as: UTF8.self) } == [#"{"crc":"93d1c30f","v":"a"}"#])
  }

  @Test("lines follow in their order, and in no other: none is missing, twice, or from elsewhere")
  func order() {
    let good = lines(["a", "b", "c"])
    #expect(follows(good))
    #expect(follows(Array(good[..<2])))
    for bad in [[1, 2], [0, 2], [0, 0, 1, 2], [0, 2, 1], [0, 1, 1]] {
      #expect(!follows(bad.map { good[$0] }), "\(bad)")
    }
    #expect(!follows([good[0], lines(["x", "b"])[1]]))
  }

  @Test("no single bit of a line can change")
  func bits() {
    let good = lines(["a", "b"])
    for index in good[1].indices {
      for bit in 0..<8 {
        var bad = good
        bad[1][index] ^= 1 << UInt8(bit)
        #expect(!follows(bad), "byte \(index), bit \(bit)")
      }
    }
  }
}
