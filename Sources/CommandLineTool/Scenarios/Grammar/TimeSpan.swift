/// A length of time as people write it: `90`, `90s`, `5 min`, `1 day`.
package enum TimeSpan {
  private static let units: [(names: [String], seconds: Double)] = [
    (["ms"], 0.001), (["", "s", "sec", "second", "seconds"], 1), (["min", "minute", "minutes"], 60),
    (["h", "hour", "hours"], 3600), (["d", "day", "days"], 86400),
  ]

  /// The seconds; `nil` for what is no length of time.
  package static func seconds(_ text: String) -> Double? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let name = text.dropFirst(number.count).drop { $0 == " " }
    guard isNumber(String(number)), let value = Double(String(number)),
      let unit = units.first(where: { $0.names.contains(String(name)) }), value * unit.seconds <= 9e9
    else { return nil }
    return value * unit.seconds
  }
}
