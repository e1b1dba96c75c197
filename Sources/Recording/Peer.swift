import JSON
import Platform
import WireProtocol

/// A connection of the recorded command.
final class Peer {
  let descriptor: FileDescriptor
  let isForApps: Bool
  private var framer = LineFramer(maximumLineBytes: .max)
  /// It sends nothing more.
  private(set) var isFinished = false
  /// The device it chose for requests that name none, if that is not the recorded one.
  private var otherDevice: String?
  /// The ids of requests that are no part of the recording.
  private var leftOut: [[UInt8]] = []
  /// Whether its end would do something to the device.
  private(set) var leavesTraces = false
  /// Whether the recording knows of it.
  var isRecorded = false

  init(_ descriptor: FileDescriptor, isForApps: Bool) {
    self.descriptor = descriptor
    self.isForApps = isForApps
  }

  deinit { descriptor.close() }

  /// The lines that have come; the last may have no end when nothing more comes.
  func read() throws(SystemError) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    while !isFinished {
      do throws(SystemError) {
        let count = try framer.fill(minimum: 16384) { buffer throws(SystemError) in
          try descriptor.read(into: buffer)
        }
        if count == 0 { isFinished = true }
      } catch let error where error.wouldBlock {
        break
      } catch let error where error.isDisconnected {
        isFinished = true
      }
      while case .line(let line) = framer.next() { lines.append(Array(line)) }
    }
    if isFinished, case .line(let line) = framer.finish() { lines.append(Array(line)) }
    return lines
  }

  /// What is to be done with a request.
  enum Treatment: Equatable {
    case record
    /// It is for another device, or for the connection only.
    case passOn
    /// It would take the clock away from the recorder.
    case refuseRealClock(id: [UInt8])
  }

  /// Looks at a request.
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

  /// Whether a reply is one to a request that is no part of the recording; then it is forgotten.
  func isLeftOut(reply: JSONNode) -> Bool {
    guard !leftOut.isEmpty, let id = reply["id"].map({ Array($0.raw) }),
      let index = leftOut.firstIndex(of: id)
    else { return false }
    leftOut.remove(at: index)
    return true
  }
}
