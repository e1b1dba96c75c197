import Foundation
import ModelChecking

/// Explores the device model: `modelexplorer STATES [EVERY [KIND …]]`; the states are shared out among the kinds,
/// and in every EVERYth one all that must hold is tried on copies. Prints what it reached; ends with 1 when
/// something did not hold.
@main
struct ModelExplorer {
  static func main() async {
    let words = CommandLine.arguments
    let wanted = words.dropFirst(3)
    let kinds = DeviceKind.all.filter { wanted.isEmpty || wanted.contains($0.description) }
    let numbers = words.dropFirst().prefix(2).map { Int($0) ?? 0 }
    guard let total = numbers.first, !numbers.contains(where: { $0 < 1 }), !kinds.isEmpty else {
      print("usage: modelexplorer STATES [EVERY [KIND …]]\nkinds: \(DeviceKind.all.map(\.description))")
      exit(64)
    }
    let start = ContinuousClock.now
    var sums = (states: 0, transitions: 0, violations: 0)
    await withTaskGroup(of: (Int, Int, String?).self) { group in
      for kind in kinds {
        group.addTask { explore(kind, until: total / kinds.count + 1, every: numbers.dropFirst().first ?? 1) }
      }
      for await (states, transitions, violation) in group {
        sums.states += states
        sums.transitions += transitions
        if let violation {
          sums.violations += 1
          print(violation)
        }
      }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let rates = (Int(Double(sums.states) / seconds), Int(Double(sums.transitions) / seconds))
    print(
      "note: \(sums.states) states by \(sums.transitions) transitions; each second \(rates.0) and \(rates.1)")
    exit(sums.violations == 0 ? 0 : 1)
  }

  private static func explore(_ kind: DeviceKind, until limit: Int, every stride: Int) -> (Int, Int, String?)
  {
    func tell(_ start: String, _ exploration: Exploration) {
      print(
        "\(start)\(kind): \(exploration.states) states, \(exploration.expanded) of them left in every way, "
          + "\(exploration.transitions) transitions, all of depth \(exploration.depth)")
      fflush(nil)
    }
    do {
      var exploration = try Exploration(of: kind, checkingEvery: stride)
      let violation = exploration.run(until: limit) { tell("", $0) }
      tell("note: ", exploration)
      return (exploration.states, exploration.transitions, violation)
    } catch {
      return (0, 0, "\(kind): \(error)")
    }
  }
}
