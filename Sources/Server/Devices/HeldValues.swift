import DeviceModel
import JSON
import Schema

/// What a state folder has beyond a limit that is newer than the daemon that wrote it. It stands at the limit, for
/// only what clients send is refused; the log says so.
struct HeldValues {
  private var first: [String] = []
  private var count = 0

  /// More than these are only counted.
  private static let shown = 5

  /// A number of a line or a record; `nil`: it has none of the name.
  mutating func number(
    _ name: StaticString, of node: JSONNode?, in range: ClosedRange<Int>
  ) -> Int? {
    guard let value = node?[name] else { return nil }
    if let number = value.integer, range.contains(number) { return number }
    var held: [HeldValue] = []
    let number = try? Coding<Int>.integer(range).readKept(value, &held)
    add(held, of: "\(name)")
    return number
  }

  /// Adds what was held in one thing.
  mutating func add(_ values: [HeldValue], of owner: String) {
    for held in values.prefix(Self.shown - first.count) {
      first.append("\(held.path.isEmpty ? owner : "\(owner): \(held.path)") at \(held.value)")
    }
    count += values.count
  }

  /// The one line that tells of it; `nil`: there is nothing to tell.
  var summary: String? {
    if count == 0 { return nil }
    let rest = count > first.count ? ", and \(count - first.count) more" : ""
    return "what was kept is beyond limits of this version and is held at them: "
      + first.joined(separator: ", ") + rest
  }
}

/// What the numbers of a state folder may be, so that time and counting go on from them for centuries.
enum KeptRange {
  /// Where the devices' time stands, which is that of uptime: half of all there is.
  static let time = 0...Int(Nanoseconds.distantFuture.value / 2)
  /// The host's wall clock.
  static let wall = 0...Int(Nanoseconds.distantFuture.value)
  /// A number of an event, a call or a connection: half of what an archive can have.
  static let serial = 0...(1 << 52)
  /// A limit.
  static let limit = 0...Int.max
}
