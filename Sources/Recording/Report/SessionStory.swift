import JSON
import Presentation
import WireProtocol

/// A recorded session as a person sees it: the steps one by one, and for the timeline what lasted how long.
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
    /// The step that showed it.
    var step: Int
    /// What it showed, and since which moment.
    var panes: [(pane: String, start: Int)]
    /// `nil`: it was on screen until the end.
    var end: Int?
    /// How it ended; until then that it is shown.
    var sign = Sign.promptShown
    /// The method or the error.
    var detail = ""
  }

  /// Something that lasted some time.
  struct Span {
    var step: Int
    var start: Int
    var end: Int?
    var label: String
  }

  /// Something that a person did at the device.
  struct Mark {
    var moment: Int
    var step: Int
    var sign: Sign
    /// The failed scans in a row after a scan.
    var count: Int?
    var title: String
  }

  private(set) var moments: [Moment] = []
  private(set) var prompts: [Prompt] = []
  private(set) var lockouts: [Span] = []
  private(set) var lockScreens: [Span] = []
  private(set) var marks: [Mark] = []
  private(set) var steps: [Step] = []
  private(set) var commands = 0
  private(set) var status: Int?
  /// What the session began with.
  let header: RecordingHeader
  private(set) var sensor = Sensor.none

  /// What the person sees now.
  private var screen: PhonePicture
  /// The same before the step.
  private var before: PhonePicture
  private var step: Step
  /// The failed scans that lock biometry.
  private var limit: Int?
  /// Pending requests, by connection and id.
  private var open: [String: (method: String, step: Int)] = [:]
  private var jump: Int64 = 0
  /// Whether the last moment shows something.
  private var isUsed = false
  private let showsSecrets: Bool

  init(_ recording: RecordingFile, showsSecrets: Bool) {
    self.showsSecrets = showsSecrets
    header = recording.header
    screen = PhonePicture(sensor: .none)
    before = screen
    step = Step(number: 1, time: 0, command: "")
    moments = [Moment(time: 0)]
    _ = try? withJSON(recording.header.state) { state in
      screen = PhonePicture(
        sensor: Sensor(state["biometryType"]), isLocked: state["deviceLocked"]?.bool == true)
      limit = state["behavior"]?["maxFailures"]?.integer
      let span = Span(step: 1, start: 0, label: "from the start")
      if state["lockedOut"]?.bool == true { lockouts.append(span) }
      if screen.isLocked { lockScreens.append(span) }
    }
    sensor = screen.sensor
    before = screen
    for line in recording.lines { add(line) }
    endStep()
  }

  private mutating func add(_ line: RecordingFile.Line) {
    _ = try? withJSON(line.bytes) { node in
      if case .input(let time, let input) = line.content { begin(input, at: time) }
      if let request = node["request"] {
        for call in request.kind == .array ? Array(request.elements) : [request] {
          add(request: call, of: node["connection"]?.integer ?? 0)
        }
      } else if let text = node["text"] {
        step.command = showsSecrets ? PlainText.value(text) : MaskedRequest.mask
        note(.refused, "Refused: this is not JSON", .refusal, kind: .refusals)
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

  // MARK: - Steps

  /// Begins a new step, and a new moment, or moves the last one if it shows nothing.
  private mutating func begin(_ input: RecordingFile.Input, at time: Int64) {
    endStep()
    let command =
      switch input {
      case .request: ""
      case .finished, .closed: "a connection was closed"
      case .tick: "time passed"
      case .end: "the command ended"
      }
    step = Step(number: steps.count + 1, time: time, command: command)
    before = screen
    if isUsed || moments.count == 1 {
      moments.append(Moment(time: time))
    } else {
      moments[now].time = time
    }
    isUsed = false
  }

  /// Keeps the step, unless only time passed or a connection ended, and nothing came of it.
  private mutating func endStep() {
    if step.kinds.isEmpty {
      guard isRequest || !step.notes.isEmpty else { return }
      step.kinds = [.quiet]
    }
    steps.append(step)
    isRequest = false
  }

  private var isRequest = false
  private var now: Int { moments.count - 1 }

  private mutating func note(
    _ sign: Sign, _ text: String, _ rank: Step.Note.Rank = .other, kind: Step.Kind?, about earlier: Int? = nil
  ) {
    step.notes.append(Step.Note(sign: sign, text: text, rank: rank, step: earlier))
    if let kind { step.kinds.insert(kind) }
  }

  // MARK: - Requests and replies

  private mutating func add(request: JSONNode, of connection: Int) {
    let method = request["method"].map(PlainText.value) ?? "?"
    let params = request["params"]
    let given = params.map { showsSecrets ? Array($0.raw) : MaskedRequest.parameters($0, of: method) }
    let words = given.flatMap { params in
      fromJSON(params) { $0.members.map { "\(PlainText.value($0.key))=\(PlainText.word($0.value))" } }
    }
    let line = ([method] + (words ?? [])).joined(separator: " ")
    step.command += (step.command.isEmpty ? "" : "; ") + line
    isRequest = true
    commands += 1
    if let id = request["id"] {
      open["\(connection) \(String(decoding: id.raw, as: UTF8.self))"] = (method, step.number)
    }
    if let duration = params?["seconds"]?.nanoseconds, method == "advanceClock" { jump = duration }
    if let type = params?["biometryType"] { screen.sensor = Sensor(type) }
    if let most = (params?["behavior"] ?? params)?["maxFailures"]?.integer { limit = most }
  }

  private mutating func add(reply: JSONNode, of connection: Int) {
    let id = reply["id"].map { String(decoding: $0.raw, as: UTF8.self) } ?? ""
    let (method, asked) = open.removeValue(forKey: "\(connection) \(id)") ?? ("request", step.number)
    let earlier = asked == step.number ? nil : asked
    if let error = reply["error"] {
      let parts = ErrorRendering.line(error).split(separator: ": ", maxSplits: 1).map(String.init)
      if earlier == nil {
        note(.refused, "Refused: \(parts[0])", .refusal, kind: .refusals)
        note(.quiet, parts.last ?? "", .aside, kind: .refusals)
      } else {
        note(.refused, "\(method) is answered: \(parts[0])", .aside, kind: .refusals, about: earlier)
      }
      return
    }
    if earlier != nil {
      note(.succeeded, "\(method) is answered", .aside, kind: nil, about: earlier)
    }
    guard let result = reply["result"], let prompt = result["prompt"].map(PlainText.value) else { return }
    if ["enterPasscode", "enterApplicationPassword"].contains(method) {
      let sign = result["matched"]?.bool == true ? Sign.rightPasscode : .wrongPasscode
      note(sign, "The person enters the \(sign.name)", .response, kind: .responses)
      mark(sign, on: prompt, .shown(sign), "\(sign.name)")
    } else if MethodTable.find(method)?.group == .prompt {
      tap(method, on: prompt)
    }
  }

  private mutating func tap(_ method: String, on prompt: String) {
    let buttons = [
      "tapCancel": "cancel", "tapFallback": "fallback", "tapTryAgain": "tryAgain", "allowPermission": "allow",
      "denyPermission": "deny",
    ]
    guard let button = buttons[method] else {
      note(.tap, "The person confirms on the companion", .response, kind: .responses)
      return mark(.tap, on: prompt, nil, method)
    }
    let picture = ([before] + step.pictures).last { $0.prompt?.id == prompt }?.prompt
    let title = PlainText.oneLine(picture?.title(ofButton: button) ?? button)
    note(.tap, "The person taps “\(title)”", .response, kind: .responses)
    mark(.tap, on: prompt, .tapped(button), method)
  }

  private mutating func mark(
    _ sign: Sign, on prompt: String?, _ gesture: PhonePicture.Gesture?, _ title: String, count: Int? = nil
  ) {
    let title = "\(prompt ?? "lock screen"): \(title)"
    marks.append(Mark(moment: now, step: step.number, sign: sign, count: count, title: title))
    if let gesture { step.add(gesture, on: prompt, from: before) }
    isUsed = true
  }

  // MARK: - Events

  private mutating func add(event: JSONNode) {
    let time = event["time"]?.nanoseconds.flatMap { RecordingFile.times.contains($0) ? $0 : nil }
    if let time, time != moments[now].time { moments.append(Moment(time: time)) }
    isUsed = true
    let text = EventSentence.text(event, sensor: screen.sensor, limit: limit, before: screen.prompt)
    let sign = Sign(event: event) ?? .settings
    let kind = event["kind"]?.string.flatMap(EventKind.init)
    note(sign, text, Step.Note.Rank(kind), kind: Step.Kind(kind))
    let prompt = event["prompt"].flatMap { $0.isNull ? nil : PlainText.value($0) }
    switch kind {
    case .promptShown: show(PromptPicture(event))
    case .promptUpdated: update(PromptPicture(event))
    case .promptDismissed: dismiss(event, prompt, sign)
    case .scan:
      let count = event["failedAttempts"]?.integer
      mark(sign, on: prompt, .shown(sign), sign.name, count: sign == .match ? nil : count)
    case .unreadableScan: mark(sign, on: prompt, .shown(sign), sign.name)
    case .lockout:
      lockouts.append(Span(step: step.number, start: now, label: event["reason"].map(PlainText.value) ?? ""))
    case .lockoutCleared: Self.close(&lockouts, at: now)
    case .deviceLocked:
      lockScreens.append(Span(step: step.number, start: now, label: ""))
      lock(true)
    case .deviceUnlocked:
      Self.close(&lockScreens, at: now)
      lock(false)
    case .clockAdvanced:
      if jump > 0 { moments[now].jump = jump }
      jump = 0
    case .enrollmentChanged, .passcodeChanged, .stateChanged, .appStateChanged, .appTerminated,
      .keychainChanged,
      .deviceCreated, .deviceDeleted, .subscriptionGap, nil:
      break
    }
  }

  private static func close(_ spans: inout [Span], at moment: Int) {
    if let last = spans.indices.last, spans[last].end == nil { spans[last].end = moment }
  }

  private mutating func lock(_ isLocked: Bool) {
    screen.isLocked = isLocked
    if isLocked, screen.prompt == nil { step.add(screen, from: before) }
  }

  private mutating func show(_ picture: PromptPicture) {
    screen.prompt = picture
    step.add(screen, from: before)
    let text = PlainText.oneLine
    prompts.append(
      Prompt(
        id: picture.id, app: text(picture.app), reason: text(picture.reason), step: step.number,
        panes: [(text(picture.pane), now)]))
  }

  private mutating func update(_ picture: PromptPicture) {
    screen.prompt = picture
    step.add(screen, from: before)
    guard let index = index(of: picture.id) else { return }
    let pane = PlainText.oneLine(picture.pane)
    if prompts[index].panes.last?.pane != pane { prompts[index].panes.append((pane, now)) }
  }

  private mutating func dismiss(_ event: JSONNode, _ prompt: String?, _ sign: Sign) {
    screen.prompt = nil
    guard let index = index(of: prompt ?? "") else { return }
    prompts[index].end = now
    prompts[index].sign = sign
    prompts[index].detail = (event["method"] ?? event["error"]).map(PlainText.value) ?? ""
  }

  private func index(of prompt: String) -> Int? { prompts.lastIndex { $0.id == prompt && $0.end == nil } }
}
