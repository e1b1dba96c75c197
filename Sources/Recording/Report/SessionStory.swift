import JSON
import Presentation
import WireProtocol

/// A recorded session as a person sees it: what lasted how long, and what happened when.
struct SessionStory {
  /// A place on the timeline: things that happened together.
  struct Moment {
    var time: Int64
    /// How far `advanceClock` moved the clock to this moment.
    var jump: Int64 = 0
  }

  /// A prompt from its first to its last moment.
  struct Prompt {
    var id: String
    var app: String
    var reason: String
    /// What it showed, and since which moment.
    var panes: [(pane: String, start: Int)]
    /// `nil`: it was on screen until the end.
    var end: Int?
    /// `succeeded`, `failed` or `ended`; empty while it is on screen.
    var outcome = ""
    /// The method or the error.
    var detail = ""
  }

  /// Something that lasted some time.
  struct Span {
    var start: Int
    var end: Int?
    var label: String
  }

  /// Something that a person did at the device.
  struct Mark {
    enum Kind { case scan, passcode, tap }
    var moment: Int
    var kind: Kind
    /// Whether it matched; `nil` for a tap.
    var isGood: Bool?
    /// The failed scans in a row after a scan.
    var count: Int?
    var title: String
  }

  /// A line of the list below the timeline.
  struct Row {
    enum Kind: String { case command, event, error }
    var time: Int64
    var kind: Kind
    var name: String
    var detail: String
  }

  private(set) var moments: [Moment] = []
  private(set) var prompts: [Prompt] = []
  private(set) var lockouts: [Span] = []
  private(set) var lockScreens: [Span] = []
  private(set) var marks: [Mark] = []
  private(set) var rows: [Row] = []
  private(set) var status: Int?
  let sensor: String
  /// The methods of pending requests, by connection and id.
  private var open: [String: String] = [:]
  private var jump: Int64 = 0
  private let showsSecrets: Bool

  init(_ recording: RecordingFile, showsSecrets: Bool) {
    self.showsSecrets = showsSecrets
    var sensor = ""
    var isLockedOut = false
    var isLocked = false
    _ = try? withJSON(recording.header.state) { state in
      sensor = state["biometryType"].map(PlainText.value) ?? ""
      isLockedOut = state["lockedOut"]?.bool == true
      isLocked = state["deviceLocked"]?.bool == true
    }
    self.sensor = sensor
    moments = [Moment(time: 0)]
    if isLockedOut { lockouts.append(Span(start: 0, end: nil, label: "from the start")) }
    if isLocked { lockScreens.append(Span(start: 0, end: nil, label: "from the start")) }
    for line in recording.lines { add(line) }
  }

  private mutating func add(_ line: RecordingFile.Line) {
    if case .input(let time, _) = line.content { begin(at: time) }
    _ = try? withJSON(line.bytes) { node in
      if let request = node["request"] {
        for call in request.kind == .array ? Array(request.elements) : [request] {
          add(request: call, of: node["connection"]?.integer ?? 0)
        }
      } else if let text = node["text"] {
        add(.error, "not JSON", showsSecrets ? PlainText.value(text) : MaskedRequest.mask)
      } else if let event = node["event"] {
        add(event: event)
      } else if let reply = node["reply"] {
        for answer in reply.kind == .array ? Array(reply.elements) : [reply] {
          add(reply: answer, of: node["connection"]?.integer ?? 0)
        }
      }
      if node["end"] != nil { status = node["status"]?.integer }
    }
  }

  /// Begins a new moment, or moves the last one if it shows nothing.
  private mutating func begin(at time: Int64) {
    if isUsed || moments.count == 1 {
      moments.append(Moment(time: time))
    } else {
      moments[now].time = time
    }
    isUsed = false
  }

  private var isUsed = false
  private var now: Int { moments.count - 1 }

  private mutating func add(_ kind: Row.Kind, _ name: String, _ detail: String) {
    rows.append(Row(time: moments[now].time, kind: kind, name: name, detail: detail))
  }

  // MARK: - Requests and replies

  private mutating func add(request: JSONNode, of connection: Int) {
    let method = request["method"]?.string ?? "?"
    let given = request["params"].map {
      showsSecrets ? Array($0.raw) : MaskedRequest.parameters($0, of: method)
    }
    let words = given.flatMap { params in
      fromJSON(params) { $0.members.map { "\(PlainText.value($0.key))=\(PlainText.word($0.value))" } }
    }
    add(.command, method, words?.joined(separator: " ") ?? "")
    if let id = request["id"] {
      open["\(connection) \(String(decoding: id.raw, as: UTF8.self))"] = method
    }
    if let duration = request["params"]?["seconds"]?.nanoseconds, method == "advanceClock" { jump = duration }
  }

  private mutating func add(reply: JSONNode, of connection: Int) {
    let id = reply["id"].map { String(decoding: $0.raw, as: UTF8.self) } ?? ""
    let method = open.removeValue(forKey: "\(connection) \(id)") ?? "request"
    if let error = reply["error"] {
      add(.error, method, ErrorRendering.line(error))
      return
    }
    guard let result = reply["result"], let prompt = result["prompt"].map(PlainText.value) else { return }
    if ["enterPasscode", "enterApplicationPassword"].contains(method) {
      let isRight = result["matched"]?.bool
      mark(.passcode, isRight, "\(prompt): \(isRight == true ? "right" : "wrong") passcode")
    } else if MethodTable.find(method)?.group == .prompt {
      mark(.tap, nil, "\(prompt): \(method)")
    }
  }

  private mutating func mark(_ kind: Mark.Kind, _ isGood: Bool?, _ title: String, count: Int? = nil) {
    marks.append(Mark(moment: now, kind: kind, isGood: isGood, count: count, title: title))
    isUsed = true
  }

  // MARK: - Events

  private mutating func add(event: JSONNode) {
    let kind = event["kind"]?.string ?? "?"
    let time = event["time"]?.nanoseconds.flatMap { RecordingFile.times.contains($0) ? $0 : nil }
    if let time, time != moments[now].time { moments.append(Moment(time: time)) }
    isUsed = true
    let text = EventRendering.line(event)
    add(.event, kind, text.split(separator: " ", maxSplits: 2).dropFirst(2).first.map(String.init) ?? "")
    switch kind {
    case "promptShown": show(event)
    case "promptUpdated": update(event)
    case "promptDismissed": dismiss(event)
    case "scan":
      let isMatch = event["matched"]?.bool == true
      let count = event["failedAttempts"]?.integer
      let place = event["prompt"].map { $0.isNull ? "lock screen" : PlainText.value($0) } ?? ""
      mark(.scan, isMatch, "\(place): \(isMatch ? "match" : "no match")", count: isMatch ? nil : count)
    case "unreadableScan": mark(.scan, nil, "\(event["prompt"].map(PlainText.value) ?? ""): unreadable")
    case "lockout":
      lockouts.append(Span(start: now, end: nil, label: event["reason"].map(PlainText.value) ?? ""))
    case "lockoutCleared": Self.close(&lockouts, at: now)
    case "deviceLocked": lockScreens.append(Span(start: now, end: nil, label: ""))
    case "deviceUnlocked": Self.close(&lockScreens, at: now)
    case "clockAdvanced":
      if jump > 0 { moments[now].jump = jump }
      jump = 0
    default: break
    }
  }

  private static func close(_ spans: inout [Span], at moment: Int) {
    if let last = spans.indices.last, spans[last].end == nil { spans[last].end = moment }
  }

  private mutating func show(_ event: JSONNode) {
    let text = { (name: String) in event[name].map(PlainText.value) ?? "" }
    prompts.append(
      Prompt(id: text("prompt"), app: text("app"), reason: text("reason"), panes: [(text("pane"), now)]))
  }

  private mutating func update(_ event: JSONNode) {
    guard let index = index(of: event), let pane = event["pane"]?.string,
      prompts[index].panes.last?.pane != pane
    else { return }
    prompts[index].panes.append((pane, now))
  }

  private mutating func dismiss(_ event: JSONNode) {
    guard let index = index(of: event) else { return }
    prompts[index].end = now
    prompts[index].outcome = event["outcome"]?.string ?? "ended"
    prompts[index].detail = (event["method"] ?? event["error"]).map(PlainText.value) ?? ""
  }

  private func index(of event: JSONNode) -> Int? {
    prompts.lastIndex { event["prompt"]?.equals($0.id) == true && $0.end == nil }
  }
}
