extension [String] {
  /// The texts in one, with something between each two.
  ///
  /// Does what `joined(separator:)` does. That one looks up at run time what the array conforms to, which
  /// costs a process that lives for one call more than all else it renders.
  func separated(by separator: String) -> String {
    var text = first ?? ""
    for part in dropFirst() {
      text += separator
      text += part
    }
    return text
  }
}
