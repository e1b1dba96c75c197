import JSON

/// Lengths of time as people read and write them.
package enum TimeText {
  /// Seconds with three decimals: `3.250`.
  package static func fixed(_ seconds: Double) -> String {
    let thousandths = thousandths(of: seconds * 1000)
    return "\(whole(thousandths)).\(decimals(thousandths))"
  }

  /// Seconds without needless decimals, to the millisecond: `0.041`, `90.37`, `3`.
  package static func seconds(nanoseconds: Int64) -> String {
    let thousandths = thousandths(of: Double(nanoseconds) / 1e6)
    var decimals = decimals(thousandths)
    while decimals.last == "0" { decimals.removeLast() }
    return whole(thousandths) + (decimals.isEmpty ? "" : ".\(decimals)")
  }

  /// The nearest whole number; what is far beyond any time is the end of an `Int`.
  private static func thousandths(of number: Double) -> Int {
    if number.magnitude < 9.2e18 { return Int(number.rounded()) }
    return number.isNaN ? 0 : number < 0 ? .min : .max
  }

  /// What stands before the point. A time before its origin has a sign, be it less than a second.
  private static func whole(_ thousandths: Int) -> String {
    (thousandths < 0 ? "-" : "") + String(thousandths.magnitude / 1000)
  }

  /// What stands behind it.
  private static func decimals(_ thousandths: Int) -> String {
    String(String(1000 + thousandths.magnitude % 1000).dropFirst())
  }

  /// A length of time with its unit: `0.3 s`, `90 s`, `5 min`, `2 h`.
  package static func duration(nanoseconds: Int64) -> String {
    let minute: Int64 = 60_000_000_000
    let hour = 60 * minute
    if nanoseconds >= hour, nanoseconds % hour == 0 { return "\(nanoseconds / hour) h" }
    if nanoseconds >= 2 * minute, nanoseconds % minute == 0 { return "\(nanoseconds / minute) min" }
    return "\(seconds(nanoseconds: nanoseconds)) s"
  }

  private static let units: [(names: [String], seconds: Double)] = [
    (["ms"], 0.001), (["", "s", "sec", "second", "seconds"], 1), (["min", "minute", "minutes"], 60),
    (["h", "hour", "hours"], 3600), (["d", "day", "days"], 86400),
  ]

  /// Reads `90`, `90s`, `5 min` or `1 day` as seconds; `nil` for other text.
  package static func seconds(from text: String) -> Double? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let name = text.dropFirst(number.count).drop { $0 == " " }
    guard PlainText.isNumber(String(number)), let value = Double(String(number)),
      let unit = units.first(where: { $0.names.contains(String(name)) }), value * unit.seconds <= 9e9
    else { return nil }
    return value * unit.seconds
  }
}
