import DeviceModel
package import JSON

/// An archive of a device is JSON.
extension JSONWriter: ArchiveSink {
  /// Bytes as a string in base64.
  package mutating func base64(_ bytes: [UInt8]) { string(Base64.encode(bytes)) }
}

extension JSONNode: ArchiveSource {
  package var isObject: Bool { kind == .object }
  package var isArray: Bool { kind == .array }
  /// Bytes from a string in base64; `nil` for anything else.
  package var base64: [UInt8]? { string.flatMap(Base64.decode) }
}
