import Client
import JSON
import Presentation
import WireProtocol

/// What a page is told of a call: whether it was done, and a line for the person.
enum CallText {
  /// Nothing came of it yet.
  static let waiting = json(isError: false, "waiting; what comes of it is in the log")
  static let busy = json(isError: true, "too many requests wait for the daemon; try again")
  static let noDaemon = json(isError: true, "no daemon answers; nothing was done")

  /// What was sent may have been done.
  private static let lost = json(isError: true, "the daemon went away before it answered")

  /// The answer to a call.
  static func json(_ outcome: Result<Reply, ClientError>, of method: Method) -> [UInt8] {
    switch outcome {
    case .success(.result(let json)):
      let text = fromJSON(json) { ResultRendering(of: method).text($0) } ?? ""
      return self.json(isError: false, "\(method.name): \(text)")
    case .success(.error(let error)):
      return json(isError: true, ErrorRendering.toolError(error.json).message)
    case .failure: return lost
    }
  }

  private static func json(isError: Bool, _ text: String) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("error", isError)
      writer.member("text", String(text.unicodeScalars.prefix(500)))
    }
  }
}
