/// Text for a page: whatever it holds, it stays text.
enum HTMLText {
  /// The text with everything escaped that means something in HTML or in an attribute.
  static func escape(_ text: String) -> String {
    var result = ""
    for scalar in PlainText.oneLine(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A time of the device in seconds: `0.041`, `90.37`, `3`.
  static func seconds(_ nanoseconds: Int64) -> String {
    let thousandths = (nanoseconds + 500_000) / 1_000_000
    var places = String(thousandths % 1000)
    places = String(repeating: "0", count: 3 - places.count) + places
    while places.hasSuffix("0") { places.removeLast() }
    return "\(thousandths / 1000)" + (places.isEmpty ? "" : ".\(places)")
  }

  /// A span of time as people say it: `0.3 s`, `90 s`, `5 min`, `2 h`.
  static func duration(_ nanoseconds: Int64) -> String {
    let second: Int64 = 1_000_000_000
    if nanoseconds >= 3600 * second, nanoseconds % (3600 * second) == 0 {
      return "\(nanoseconds / (3600 * second)) h"
    }
    if nanoseconds >= 120 * second, nanoseconds % (60 * second) == 0 {
      return "\(nanoseconds / (60 * second)) min"
    }
    return "\(seconds(nanoseconds)) s"
  }
}
