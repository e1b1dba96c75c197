import JSON
import TestSupport
import Testing

/// Every file of the JSON test suite, in process.
@Suite("JSON test suite", .enabled(if: SharedFolder.url != nil, "the folder ../shared is not there"))
struct ConformanceSuiteTests {
  private static let folder = "jsontestsuite/test_parsing"
  private static let files = SharedFolder.files(in: folder)

  private func accepts(_ file: String) throws -> Bool {
    do {
      return try withJSON(SharedFolder.bytes("\(Self.folder)/\(file)")) { _ in true }
    } catch is JSONSyntaxError {
      return false
    }
  }

  @Test("the suite is complete")
  func suiteIsWhole() {
    #expect(Self.files.count == 318)
    #expect(Set(Self.files.filter { $0.hasPrefix("i_") }) == Set(Self.choices.keys))
  }

  @Test("files that every reader must accept are accepted", arguments: files.filter { $0.hasPrefix("y_") })
  func acceptsValid(file: String) throws {
    #expect(try accepts(file))
  }

  @Test("files that every reader must refuse are refused", arguments: files.filter { $0.hasPrefix("n_") })
  func refusesInvalid(file: String) throws {
    #expect(try !accepts(file))
  }

  @Test("files that a reader may refuse are handled as listed here", arguments: choices.keys.sorted())
  func decidesTheRest(file: String) throws {
    #expect(try accepts(file) == (Self.choices[file] == .accept))
  }

  private enum Choice { case accept, refuse }

  /// Our choice for each file that the standard leaves open.
  private static let choices: [String: Choice] = {
    var choices: [String: Choice] = [:]
    // The grammar has no limit for numbers; the node of a number that does not fit has no integer or double.
    for name in [
      "number_double_huge_neg_exp", "number_huge_exp", "number_neg_int_huge_exp",
      "number_pos_double_huge_exp", "number_real_neg_overflow", "number_real_pos_overflow",
      "number_real_underflow", "number_too_big_neg_int", "number_too_big_pos_int",
      "number_very_big_negative_int",
    ] { choices["i_\(name).json"] = .accept }
    // Half of a surrogate pair is not a character, and cannot be written as UTF-8.
    for name in [
      "object_key_lone_2nd_surrogate", "string_1st_surrogate_but_2nd_missing",
      "string_1st_valid_surrogate_2nd_invalid", "string_incomplete_surrogate_and_escape_valid",
      "string_incomplete_surrogate_pair", "string_incomplete_surrogates_escape_valid",
      "string_invalid_lonely_surrogate", "string_invalid_surrogate",
      "string_inverted_surrogates_U+1D11E", "string_lone_second_surrogate",
    ] { choices["i_\(name).json"] = .refuse }
    // JSON between systems is UTF-8 (RFC 8259, 8.1), and these bytes are not. If they were replaced, two
    // different names could become the same.
    for name in [
      "string_UTF-8_invalid_sequence", "string_UTF8_surrogate_U+D800", "string_invalid_utf-8",
      "string_iso_latin_1", "string_lone_utf8_continuation_byte", "string_not_in_unicode_range",
      "string_overlong_sequence_2_bytes", "string_overlong_sequence_6_bytes",
      "string_overlong_sequence_6_bytes_null", "string_truncated-utf-8", "string_UTF-16LE_with_BOM",
      "string_utf16BE_no_BOM", "string_utf16LE_no_BOM",
    ] { choices["i_\(name).json"] = .refuse }
    // The limit is 128: more than any request needs, and small enough for every reader of ours.
    choices["i_structure_500_nested_arrays.json"] = .refuse
    // A byte order mark may stand at the start of a stream, where the framer removes it; in a text it is an error.
    choices["i_structure_UTF-8_BOM_empty_object.json"] = .refuse
    return choices
  }()
}
