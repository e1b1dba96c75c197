/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error, Equatable, CustomStringConvertible {
  /// The kind of error.
  package var reason: Reason
  /// The offset of the byte at which reading stopped.
  package var offset: Int

  /// Creates an error at an offset.
  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The reason and the place, as a sentence.
  package var description: String { "\(reason) at byte \(offset)" }

  /// The kinds of error.
  package enum Reason: Equatable, Sendable, CustomStringConvertible {
    case unexpectedEnd
    case expectedValue, expectedKey, expectedColon, expectedCommaOrEnd
    case trailingComma
    case trailingContent
    case byteOrderMark
    case leadingZero, incompleteNumber
    case unterminatedString
    case controlCharacter
    case invalidEscape
    case loneSurrogate
    case invalidUTF8
    case nestedTooDeep(limit: Int)
    case tooLarge

    /// The reason as a sentence.
    package var description: String {
      switch self {
      case .unexpectedEnd: "the text ends before the value does"
      case .expectedValue: "a value was expected"
      case .expectedKey: "a member name in quotes was expected"
      case .expectedColon: "a colon was expected"
      case .expectedCommaOrEnd: "a comma or the closing bracket was expected"
      case .trailingComma: "a comma stands before the closing bracket"
      case .trailingContent: "something follows the value"
      case .byteOrderMark: "a byte order mark stands before the value"
      case .leadingZero: "a number begins with a superfluous zero"
      case .incompleteNumber: "a number lacks digits"
      case .unterminatedString: "a string has no closing quote"
      case .controlCharacter: "a string has a control character that is not escaped"
      case .invalidEscape: "a string has an unknown escape"
      case .loneSurrogate: "a string has half of a surrogate pair"
      case .invalidUTF8: "a string is not valid UTF-8"
      case .nestedTooDeep(let limit): "values are nested deeper than \(limit)"
      case .tooLarge: "the text is 4 GiB or larger"
      }
    }
  }
}
