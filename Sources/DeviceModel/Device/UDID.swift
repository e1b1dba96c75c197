/// The number by which harnesses of Apple's simulator know a device. It comes from the device's name, so it is always
/// the same.
package enum UDID {
  /// The name itself if that is a UUID, else its UUID of version 5 (RFC 9562, section 5.5).
  package static func ofDevice(named name: String) -> String {
    if isUUID(name) { return name }
    var bytes = Array(SHA1.digest(of: namespace + Array(name.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    var digits: [UInt8] = []
    digits.reserveCapacity(36)
    for byte in bytes {
      if dashes.contains(digits.count) { digits.append(dash) }
      digits.append(hexadecimal[Int(byte >> 4)])
      digits.append(hexadecimal[Int(byte & 0x0F)])
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Names of devices, among all that UUIDs are made from: 8F6A9C52-1D0E-4B7B-9C34-5E2B7A61D0F3.
  private static let namespace: [UInt8] = [
    0x8F, 0x6A, 0x9C, 0x52, 0x1D, 0x0E, 0x4B, 0x7B, 0x9C, 0x34, 0x5E, 0x2B, 0x7A, 0x61, 0xD0, 0xF3,
  ]

  private static let hexadecimal = Array("0123456789ABCDEF".utf8)
  private static let dash = UInt8(ascii: "-")
  /// Where dashes stand in the text of a UUID.
  private static let dashes = [8, 13, 18, 23]

  private static func isUUID(_ name: String) -> Bool {
    name.utf8.count == 36
      && name.utf8.enumerated().allSatisfy { place, byte in
        dashes.contains(place) ? byte == dash : Character(Unicode.Scalar(byte)).isHexDigit
      }
  }
}
