import Client
import JSON
import Presentation
import WireProtocol

/// What a page is told of a call: whether it was done, and a line for the person.
enum CallText {
  /// Nothing came of it yet.
  static let waiting = json(.text, "waiting; what comes of it is in the log")
  static let busy = json(.bad, isError: true, "too many requests wait for the daemon; try again")
  static let noDaemon = json(.bad, isError: true, "no daemon answers; nothing was done")

  /// What was sent may have been done.
  private static let lost = json(.bad, isError: true, "the daemon went away before it answered")

  /// The answer to a call.
  static func json(_ outcome: Result<Reply, ClientError>, of method: Method) -> [UInt8] {
    switch outcome {
    case .success(.result(let json)):
      let text = fromJSON(json) { ResultRendering(of: method).text($0) } ?? ""
      return self.json(colour(json), "\(method.name): \(text)")
    case .success(.error(let error)):
      return json(.bad, isError: true, ErrorRendering.toolError(error.json).message)
    case .failure: return lost
    }
  }

  /// That of the scan or passcode, where it was one.
  private static func colour(_ result: [UInt8]) -> Colour {
    switch fromJSON(result, { $0["matched"]?.bool }) {
    case true: .good
    case false: .bad
    case nil: .text
    }
  }

  private static func json(_ colour: Colour, isError: Bool = false, _ text: String) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("error", isError)
      writer.member("colour", colour.rawValue)
      writer.member("text", String(text.unicodeScalars.prefix(500)))
    }
  }
}
