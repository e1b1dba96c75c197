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

  @Test("the suite is whole")
  func suiteIsWhole() {
    #expect(Self.files.count == 318)
    #expect(Set(Self.files.filter { $0.hasPrefix("i_") }) == Set(Self.choices.keys))
  }

  @Test("what every reader must accept is accepted", arguments: files.filter { $0.hasPrefix("y_") })
  func acceptsValid(file: String) throws {
    #expect(try accepts(file))
  }

  @Test("what every reader must refuse is refused", arguments: files.filter { $0.hasPrefix("n_") })
  func refusesInvalid(file: String) throws {
    #expect(try !accepts(file))
  }

  @Test("what is left to the reader is decided as written down", arguments: choices.keys.sorted())
  func decidesTheRest(file: String) throws {
    #expect(try accepts(file) == (Self.choices[file] == .accept))
  }

  private enum Choice { case accept, refuse }

  /// Our choice for each file the standard leaves open.
  private static let choices: [String: Choice] = {
    var choices: [String: Choice] = [:]
    // The grammar has no limit for numbers; what has no place in an Int or a Double has no such value.
    for name in [
      "number_double_huge_neg_exp", "number_huge_exp", "number_neg_int_huge_exp",
      "number_pos_double_huge_exp", "number_real_neg_overflow", "number_real_pos_overflow",
      "number_real_underflow", "number_too_big_neg_int", "number_too_big_pos_int",
      "number_very_big_negative_int",
    ] { choices["i_\(name).json"] = .accept }
    // Half of a surrogate pair is no character, and could not be written as UTF-8.
    for name in [
      "object_key_lone_2nd_surrogate", "string_1st_surrogate_but_2nd_missing",
      "string_1st_valid_surrogate_2nd_invalid", "string_incomplete_surrogate_and_escape_valid",
      "string_incomplete_surrogate_pair", "string_incomplete_surrogates_escape_valid",
      "string_invalid_lonely_surrogate", "string_invalid_surrogate",
      "string_inverted_surrogates_U+1D11E", "string_lone_second_surrogate",
    ] { choices["i_\(name).json"] = .refuse }
    // Between systems JSON is UTF-8 (RFC 8259, 8.1), so these bytes are no text: they would have to be
    // replaced, and then two different names could become the same.
    for name in [
      "string_UTF-8_invalid_sequence", "string_UTF8_surrogate_U+D800", "string_invalid_utf-8",
      "string_iso_latin_1", "string_lone_utf8_continuation_byte", "string_not_in_unicode_range",
      "string_overlong_sequence_2_bytes", "string_overlong_sequence_6_bytes",
      "string_overlong_sequence_6_bytes_null", "string_truncated-utf-8", "string_UTF-16LE_with_BOM",
      "string_utf16BE_no_BOM", "string_utf16LE_no_BOM",
    ] { choices["i_\(name).json"] = .refuse }
    // The limit is 128, far above any request and low enough that no reader of ours can be exhausted.
    choices["i_structure_500_nested_arrays.json"] = .refuse
    // A mark may stand at the start of a stream, where the framer takes it off; it is no part of a text.
    choices["i_structure_UTF-8_BOM_empty_object.json"] = .refuse
    return choices
  }()
}
