import Client
import JSON
import Platform
import WireProtocol

/// A connection of the recorded command.
final class Peer {
  private let connection: Connection
  let isForApps: Bool
  /// The device it chose for requests that name none, if that is not the recorded one.
  private var otherDevice: String?
  /// The ids of requests that are no part of the recording.
  private var leftOut: [[UInt8]] = []
  /// Whether its end changes something on the device.
  private(set) var leavesTraces = false
  /// Whether the recording contains a request of it.
  var isRecorded = false

  init(_ descriptor: FileDescriptor, isForApps: Bool) {
    connection = Connection(adopting: descriptor)
    self.isForApps = isForApps
  }

  var descriptor: FileDescriptor { connection.descriptor }

  /// Whether it sends nothing more.
  var isFinished: Bool { connection.hasEnded }

  /// Returns the lines that have arrived; the last may have no line end when nothing follows.
  func read() throws(ClientError) -> [[UInt8]] {
    try connection.linesAtHand() + (connection.unendedLine().map { [$0] } ?? [])
  }

  /// Sends a line. A peer that is gone is noticed when it is read from.
  func send(_ line: [UInt8]) {
    try? connection.send(line + [UInt8(ascii: "\n")], until: .after(seconds: 10))
  }

  /// What the recorder does with a request.
  enum Treatment: Equatable {
    case record
    /// It is for another device, or for the connection only.
    case passOn
    /// It would take the clock from the recorder.
    case refuseRealClock(id: [UInt8])
  }

  /// Decides what to do with a request.
  func treatment(of node: JSONNode) -> Treatment {
    guard node.kind == .object else {
      leavesTraces = true
      return .record
    }
    let method = node["method"]?.string ?? ""
    let named = node["params"]?["device"]?.string
    if method == "useDevice" {
      otherDevice = named == RecordedJSON.device ? nil : named
      return leaveOut(node)
    }
    if method == "shutdown" { return leaveOut(node) }
    if let device = named ?? otherDevice, device != RecordedJSON.device { return leaveOut(node) }
    if method == "setClock", node["params"]?["mode"]?.equals("real") == true {
      return .refuseRealClock(id: node["id"].map { Array($0.raw) } ?? [])
    }
    if MethodTable.find(method)?.group.isForApps == true || Self.waits(method, node) { leavesTraces = true }
    return .record
  }

  /// Whether the request may still be open when the connection ends.
  private static func waits(_ method: String, _ node: JSONNode) -> Bool {
    method == "waitFor" || node["params"]?["whenPrompted"]?.bool == true
  }

  private func leaveOut(_ node: JSONNode) -> Treatment {
    if let id = node["id"] { leftOut.append(Array(id.raw)) }
    return .passOn
  }

  /// Whether a reply is one to a request that is no part of the recording; it is then removed from the list.
  func isLeftOut(reply: JSONNode) -> Bool {
    guard !leftOut.isEmpty, let id = reply["id"].map({ Array($0.raw) }),
      let index = leftOut.firstIndex(of: id)
    else { return false }
    leftOut.remove(at: index)
    return true
  }
}
