import DeviceModel
import JSON
import Schema

/// What a state folder has beyond a limit that is newer than the daemon that wrote it. A number stands at the limit
/// and a name stays as it is, for only what clients send is refused; the log says so.
struct HeldValues {
  private var numbers = Listing()
  private var names = Listing()

  /// A number of a line or a record; `nil`: it has none of the name.
  mutating func number(_ name: StaticString, of node: JSONNode?, in range: ClosedRange<Int>) -> Int? {
    guard let value = node?[name] else { return nil }
    if let number = value.integer, range.contains(number) { return number }
    var held: [HeldValue] = []
    let number = try? Coding<Int>.integer(range).readKept(value, &held)
    add(held, of: "\(name)")
    return number
  }

  /// Adds what was held in one thing.
  mutating func add(_ values: [HeldValue], of owner: String) {
    for held in values {
      numbers.add("\(held.path.isEmpty ? owner : "\(owner): \(held.path)") at \(held.value)")
    }
  }

  /// Adds the names of a device, its snapshots and its apps that no request could give.
  mutating func addNames(of device: HostedDevice) {
    if !RequestBounds.allowsName(device.name) { names.add("device \(quoted(device.name))") }
    for (kind, own) in [
      ("snapshot", Array(device.snapshots.names)), ("app", Array(device.model.appNames)),
    ] {
      for name in own.sorted() where !RequestBounds.allowsName(name) {
        names.add("\(kind) \(quoted(name)) of \(quoted(device.name))")
      }
    }
  }

  /// A line for the numbers and one for the names, where there are any.
  var lines: [String] {
    [
      numbers.text.map { "what was kept is beyond limits of this version and is held at them: \($0)" },
      names.text.map { "what was kept has names that no request can give any more; they stay: \($0)" },
    ].compactMap(\.self)
  }

  /// Things of which the first are named and the others counted.
  private struct Listing {
    private var first: [String] = []
    private var count = 0

    mutating func add(_ text: @autoclosure () -> String) {
      count += 1
      if count <= 5 { first.append(text()) }
    }

    var text: String? {
      if first.isEmpty { return nil }
      return first.joined(separator: ", ")
        + (count > first.count ? ", and \(count - first.count) more" : "")
    }
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
  /// The id of a prompt.
  static let prompt = 0...(1 << 53)
  /// A limit.
  static let limit = 0...Int.max
}
