package import DeviceModel
import JSON
import Schema

/// All that can become of a kind of device, breadth first: every letter of the alphabet in every state, with
/// visited states merged by their normal forms.
///
/// What is kept of a state is 128 bits of its hash and the letter that led to it from which other one; a device
/// is made again by its story. So a million states take 60 MB, and the story of a state is a shortest one.
package struct Exploration: Sendable {
  package let kind: DeviceKind
  private let fresh: DeviceState
  /// In every so many states, what must hold of a state is tried.
  private let stride: Int
  /// The states by the hashes of their normal forms.
  private var visited: [UInt128: UInt32] = [:]
  /// Where each state comes from.
  private var steps: [Step] = [Step(state: 0, letter: 0)]
  /// The next state to look into.
  private var next = 0
  /// The devices on the way to the last state that was asked for; most of the way to the next is the same.
  private var line: [(state: Int, device: WatchedDevice)] = []
  package private(set) var transitions = 0
  package private(set) var merges = 0

  /// Of every so many merges, one is looked into.
  private static let mergeStride = 2000

  private struct Step: Sendable {
    var state: UInt32
    var letter: UInt8
  }

  /// - Parameter stride: In every so many states, all that must hold of a state is tried on copies of it.
  package init(of kind: DeviceKind, checkingEvery stride: Int) throws(Failure) {
    self.kind = kind
    self.stride = stride
    let (device, fresh) = try kind.make()
    self.fresh = fresh
    line = [(0, device)]
    visited[Self.hash(of: device.device)] = 0
  }

  /// How many states were found; all of their ways here were held against what must hold.
  package var states: Int { steps.count }
  /// How many of them were left in every way there is.
  package var expanded: Int { next }
  /// Every state to which so many letters lead, or fewer, was found.
  package private(set) var depth = 0

  /// Goes on until there are so many states, or no more.
  ///
  /// - Returns: What does not hold, with a shortest story that leads there.
  package mutating func run(until limit: Int, progress: (Self) -> Void = { _ in }) -> String? {
    while next < steps.count, states < limit {
      if let violation = expand(next) { return violation }
      next += 1
      if next < steps.count, depth(of: next) > depth {
        depth += 1
        progress(self)
      }
    }
    return nil
  }

  private mutating func expand(_ state: Int) -> String? {
    let device = device(at: state)
    for (number, letter) in Letter.alphabet.enumerated() {
      guard let command = letter.command(device) else { continue }
      transitions += 1
      var after = device
      if let violation = after.perform(command, letter.client).first {
        return story(of: state, then: letter, violation)
      }
      if !after.isChanged { continue }
      let hash = Self.hash(of: after.device)
      if let known = visited[hash] {
        merges += 1
        if merges % Self.mergeStride == 0, let violation = checkMerge(of: after, with: Int(known)) {
          return story(of: state, then: letter, violation)
        }
        continue
      }
      visited[hash] = UInt32(steps.count)
      if steps.count % stride == 0, let violation = after.checkState(fresh: fresh).first {
        return story(of: state, then: letter, violation)
      }
      steps.append(Step(state: UInt32(state), letter: UInt8(number)))
    }
    return nil
  }

  // MARK: States and their stories

  /// The device in a state, made again by its story.
  private mutating func device(at state: Int) -> WatchedDevice {
    let path = path(to: state)
    while line.count > path.count || line.last?.state != path[line.count - 1] { line.removeLast() }
    for state in path[line.count...] {
      var device = line[line.count - 1].device
      let letter = Letter.alphabet[Int(steps[state].letter)]
      if let command = letter.command(device) { _ = device.perform(command, letter.client) }
      line.append((state, device))
    }
    return line[line.count - 1].device
  }

  /// The states on the way to one, from the first.
  private func path(to state: Int) -> [Int] {
    var path = [state]
    while let first = path.last, first > 0 { path.append(Int(steps[first].state)) }
    return path.reversed()
  }

  private func depth(of state: Int) -> Int { path(to: state).count - 1 }

  /// Every command on the way to a state and one after it, and what does not hold then.
  private mutating func story(of state: Int, then last: Letter, _ violation: String) -> String {
    var lines = ["\(kind): \(violation)"]
    let letters = path(to: state).dropFirst().map { Letter.alphabet[Int(steps[$0].letter)] } + [last]
    guard var device = try? kind.make().device else { return violation }
    for (index, letter) in letters.enumerated() {
      guard let command = letter.command(device) else { continue }
      let who = letter.client.rawValue == 0 ? "harness" : "connection \(letter.client.rawValue)"
      _ = device.perform(command, letter.client)
      lines.append("  \(index + 1). \(who): \(command)")
      for effect in device.effects { lines.append("       \(effect)") }
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Merging

  /// A hash of the device's normal form.
  private static func hash(of device: Device) -> UInt128 {
    var writer = JSONWriter()
    device.writeNormalForm(into: &writer)
    return writer.bytes.withUnsafeBytes { bytes in
      func half(_ salt: UInt8) -> UInt128 {
        var hasher = Hasher()
        hasher.combine(salt)
        hasher.combine(bytes: bytes)
        return UInt128(UInt(bitPattern: hasher.finalize()))
      }
      return half(0) << 64 | half(1)
    }
  }

  /// Two devices with one normal form do the same, whatever comes next.
  private mutating func checkMerge(of device: WatchedDevice, with state: Int) -> String? {
    let twin = self.device(at: state)
    for letter in Letter.alphabet {
      let commands = (letter.command(device), letter.command(twin))
      guard let own = commands.0, let others = commands.1 else {
        if commands.0 == nil, commands.1 == nil { continue }
        return "merged with a state that is different for \(commands)"
      }
      var (one, two) = (device, twin)
      _ = one.perform(own, letter.client)
      _ = two.perform(others, letter.client)
      // A reset tells of what only counts, too.
      let isSame =
        own.replacesState
        || one.effects.count == two.effects.count && zip(one.effects, two.effects).allSatisfy(Self.isAlike)
      let leadsToSame = Self.hash(of: one.device) == Self.hash(of: two.device)
      if !isSame || !leadsToSame {
        return "merged with a state in which \(own) does \(two.effects), not \(one.effects); "
          + story(of: state, then: letter, "that state")
      }
    }
    return nil
  }

  /// Whether two effects differ in numbers and times only.
  private static func isAlike(_ one: Effect, _ two: Effect) -> Bool {
    switch (one, two) {
    case (.event, .event): true
    case (.reply(_, .failure(let one)), .reply(_, .failure(let two))): one == two
    case (.reply(_, .success(.changed(let one))), .reply(_, .success(.changed(let two)))): one == two
    case (.reply(_, .success(.evaluated(let one, _))), .reply(_, .success(.evaluated(let two, _)))):
      one == two
    case (.reply(_, .success), .reply(_, .success)): true
    default: false
    }
  }
}
