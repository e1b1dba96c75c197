/// The value of a keychain item, or an application password: bytes that never show in a log.
///
/// Whatever prints, dumps or interpolates one sees a placeholder.
package struct Secret: Equatable, Sendable {
  package var bytes: [UInt8]
  /// How it came in, and goes out again.
  package var form: Form

  /// The two ways of the wire to write bytes.
  package enum Form: Sendable {
    case text, base64
  }

  package init(bytes: [UInt8], form: Form = .base64) {
    self.bytes = bytes
    self.form = form
  }

  package init(_ text: String) { self.init(bytes: Array(text.utf8), form: .text) }

  static let empty = Self("")

  /// Whether both are the same secret, however they were written.
  func matches(_ other: Secret?) -> Bool { bytes == other?.bytes }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "(secret)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
