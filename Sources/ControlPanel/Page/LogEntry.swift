import JSON
import Presentation

/// An event as an entry of the log.
struct LogEntry {
  /// Whose event it is.
  let device: String
  /// The message for the pages.
  let message: [UInt8]

  /// - Parameters:
  ///   - limit: after how many failed scans biometry locks, where that is known.
  ///   - before: the prompt that was on screen.
  init(_ event: JSONNode, of device: String, sensor: Sensor, limit: Int?, before: PromptPicture?) {
    let sign = Sign(event: event) ?? .settings
    let time = event["time"]?.number.map(TimeText.fixed) ?? "-"
    var sentence = EventSentence.text(event, sensor: sensor, limit: limit, before: before)
    if sentence.utf8.count > PanelLimits.entryBytes {
      sentence = String(sentence.unicodeScalars.prefix(200)) + "…"
    }
    self.device = device
    message = JSONWriter.object { writer in
      writer.member("time", time)
      writer.member("sentence", sentence)
      writer.member("icon", sign.icon.rawValue)
      writer.member("colour", sign.colour.rawValue)
    }
  }
}
