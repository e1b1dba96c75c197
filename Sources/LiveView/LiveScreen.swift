import DeviceModel
package import JSON
package import Presentation

/// What the live view shows, laid out for a window of any size.
package struct LiveScreen {
  /// The name of the device.
  package var device: String
  /// The last events, oldest first.
  package private(set) var events: [StyledLine] = []
  /// The result of the last key.
  package var message = StyledLine()

  /// The headers for windows of less and less width.
  private var headers: [StyledLine] = []
  private var facts: [StyledLine] = []
  /// The device's time as last seen.
  private var lastTime: Double?
  /// How many seconds it is until its clock shows another one; `nil`: it stands until an event.
  private(set) var secondsToTick: Double?
  private var prompt: [StyledLine] = []
  /// What the keys depend on: a prompt on screen, the lock screen, a passcode.
  private(set) var hasPrompt = false, isLocked = false, hasPasscode = false
  /// Whether the prompt asks for the password of a keychain item.
  private(set) var takesApplicationPassword = false
  /// Whether a matching scan opens the lock screen.
  private(set) var takesBiometry = false
  private static let keptEvents = 200

  /// An empty view.
  package init(device: String) { self.device = device }

  /// The keys, their labels, and the methods that they call; `nil`: it depends on the state.
  package static let keys: [(key: Character, action: String, method: String?)] = [
    ("m", "match", "match"), ("n", "no match", "nonMatch"), ("x", "unreadable", "unreadableScan"),
    ("c", "cancel", "tapCancel"),
    ("f", "fallback", "tapFallback"), ("t", "try again", "tapTryAgain"), ("p", "passcode", nil),
    ("a", "allow", "allowPermission"), ("d", "deny", "denyPermission"), ("l", "lock", "lockDevice"),
    ("u", "unlock", nil), ("r", "reset", "resetDevice"), ("q", "quit", nil),
  ]

  // MARK: - Content

  /// Adds an event.
  package mutating func add(event: JSONNode) {
    var style = StyledLine.Style.plain
    switch event["kind"]?.string ?? "" {
    case "scan": style = event["matched"]?.bool == true ? .good : .bad
    case "lockout", "subscriptionGap": style = .bad
    case "lockoutCleared", "deviceUnlocked": style = .good
    case "promptShown", "promptDismissed": style = .strong
    case "clockAdvanced", "unreadableScan": style = .warning
    case "promptUpdated", "appStateChanged": style = .faint
    default: break
    }
    noteTime(event["time"])
    append(StyledLine(EventRendering.line(event), style))
  }

  private mutating func append(_ line: StyledLine) {
    events.append(line)
    if events.count > Self.keptEvents { events.removeFirst() }
  }

  /// Marks where time goes back: what comes then is another beginning.
  private mutating func noteTime(_ node: JSONNode?) {
    guard let time = node?.number else { return }
    if let lastTime, time < lastTime {
      append(StyledLine("── back at \(TimeText.fixed(time)): a reset or a snapshot ──", .warning))
    }
    lastTime = time
  }

  /// Shows a state, as `getState` returns it.
  package mutating func show(state: JSONNode) {
    hasPasscode = state["passcodeSet"]?.bool == true
    isLocked = state["deviceLocked"]?.bool == true
    takesBiometry = Self.takesBiometry(state)
    let clock = state["clock"]
    noteTime(clock?["monotonic"])
    secondsToTick = Self.secondsToTick(clock)
    let (time, length) = Self.clock(clock)
    let lock = StyledLine(isLocked ? "  LOCKED" : "  unlocked", isLocked ? .warning : .good)
    let known = StyledLine(" \(device)", .strong) + lock
    headers = [
      StyledLine(" devicesim ", .title) + known + StyledLine("  \(time) UTC  \(length)", .faint),
      known + StyledLine("  \(time) UTC  \(length)", .faint), known + StyledLine("  \(time)", .faint),
      lock + StyledLine("  \(time)", .faint),
    ]
    facts = Self.facts(of: state).map { fact($0.name, $0.line) }
    let shown = state["prompt"]
    hasPrompt = shown?.isNull == false
    takesApplicationPassword = shown?["pane"]?.equals("applicationPassword") == true
    prompt = shown.flatMap { $0.isNull ? nil : Self.box($0) } ?? []
  }

  /// What a state comes to, in a few lines, each with its name.
  package static func facts(of state: JSONNode) -> [(name: String, line: StyledLine)] {
    let isLockedOut = state["lockedOut"]?.bool == true
    let hasPasscode = state["passcodeSet"]?.bool == true
    return [
      ("sensor", sensor(state)), ("lockout", lockout(state, isLockedOut)),
      ("passcode", passcode(state, hasPasscode)), ("apps", apps(state["apps"])),
    ]
  }

  /// Whether a matching scan opens the lock screen.
  package static func takesBiometry(_ state: JSONNode) -> Bool {
    state["enrolled"]?.bool == true && state["sensor"]?.equals("ready") != false
      && state["lockedOut"]?.bool != true && state["unlockedSinceBoot"]?.bool == true
  }

  private func fact(_ name: String, _ line: StyledLine) -> StyledLine {
    StyledLine(" \(name)" + String(repeating: " ", count: 10 - name.count), .faint) + line
  }

  private static func sensor(_ state: JSONNode) -> StyledLine {
    let type = state["biometryType"]?.string ?? "?"
    var line = StyledLine(Sensor(rawValue: type)?.name ?? type, .strong)
    if let sensor = state["sensor"]?.string, sensor != "ready" { line.add(" \(sensor)", .bad) }
    let identities = state["identities"].map(PlainText.value) ?? ""
    line.add(
      identities.isEmpty ? "  nobody enrolled" : "  \(identities.replacing(",", with: ", "))",
      identities.isEmpty ? .warning : .plain)
    return line
  }

  private static func lockout(_ state: JSONNode, _ isLockedOut: Bool) -> StyledLine {
    let failed = max(state["failedAttempts"]?.integer ?? 0, 0)
    let limit = max(state["behavior"]?["maxFailures"]?.integer ?? 5, 0)
    var line = StyledLine()
    if limit <= 20 {
      let full = min(failed, limit)
      if full > 0 { line.add(String(repeating: "●", count: full), isLockedOut ? .bad : .warning) }
      if full < limit { line.add(String(repeating: "○", count: limit - full), .faint) }
      line.add("  ")
    }
    line.add("\(failed) of \(limit) failed")
    if isLockedOut {
      line.add("  LOCKED OUT", .bad)
      line.add(" (\(state["lockoutReason"].map(PlainText.value) ?? ""))")
    }
    return line
  }

  private static func passcode(_ state: JSONNode, _ isSet: Bool) -> StyledLine {
    guard isSet else { return StyledLine("not set", .warning) }
    var line = StyledLine("set")
    let failures = state["passcodeFailures"]?.integer ?? 0
    if failures > 0 { line.add("  \(failures) wrong", .warning) }
    if state["passcodeRetryAfter"]?.isNull == true {
      line.add("  DISABLED", .bad)
    } else if let wait = state["passcodeRetryAfter"]?.number, wait > 0 {
      line.add("  next try in \(Int(clamping: wait.rounded(.up))) s", .bad)
    }
    return line
  }

  private static func apps(_ apps: JSONNode?) -> StyledLine {
    var line = StyledLine()
    guard let apps else { return line }
    for (name, app) in apps.members where app["installed"]?.bool == true {
      if !line.spans.isEmpty { line.add("  ") }
      line.add(name.string ?? "")
      let state = app["state"]?.string ?? ""
      line.add(" \(state)", state == "foreground" ? .good : .faint)
      if let permission = app["permission"]?.string, permission != "granted" {
        line.add(" \(permission)", .warning)
      }
    }
    return line.spans.isEmpty ? StyledLine("none", .faint) : line
  }

  /// `12:00:03`, and `3 s  manual`.
  private static func clock(_ clock: JSONNode?) -> (time: String, length: String) {
    guard let seconds = clock?["monotonic"]?.number, let wall = clock?["wall"]?.number else {
      return ("", "")
    }
    let day = Int(clamping: wall - (wall / 86400).rounded(.down) * 86400)
    let time = [day / 3600, day / 60 % 60, day % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    return (time.joined(separator: ":"), "\(Int(clamping: seconds)) s  \(clock?["mode"]?.string ?? "")")
  }

  private static func secondsToTick(_ clock: JSONNode?) -> Double? {
    guard let wall = clock?["wall"]?.number, clock?["mode"]?.equals("real") == true else { return nil }
    return 1 - (wall - wall.rounded(.down))
  }

  /// The prompt, line by line, without its frame.
  private static func box(_ prompt: JSONNode) -> [StyledLine] {
    let text = { (name: String) in prompt[name].map(PlainText.value) ?? "" }
    var title = StyledLine(text("id"), .strong)
    title.add("  \(text("app"))  \(text("pane"))")
    var purpose = StyledLine(text("reason"), .strong)
    if purpose.text.isEmpty { purpose = StyledLine("no reason given", .faint) }
    var sensor = StyledLine()
    let isScanning = prompt["scanning"]?.bool == true
    sensor.add(isScanning ? "scanning" : "not scanning", isScanning ? .good : .faint)
    if let attempt = prompt["attempt"]?.integer, attempt > 0 {
      sensor.add("  \(attempt) failed in this prompt", .warning)
    }
    var buttons = StyledLine()
    let picture = PromptPicture(prompt)
    for button in picture.buttons {
      buttons.add("[")
      buttons.add(key(ofButton: button), .key)
      buttons.add(" \(picture.title(ofButton: button))] ")
    }
    for (pane, title) in [("passcode", "Passcode"), ("applicationPassword", "Password")]
    where prompt["pane"]?.equals(pane) == true {
      buttons.add("[")
      buttons.add("p", .key)
      buttons.add(" \(title)]")
    }
    return [title, purpose, sensor, buttons]
  }

  private static func key(ofButton name: String) -> String {
    let method = Button(rawValue: name)?.method
    return keys.first { $0.method == method && method != nil }.map { String($0.key) } ?? "?"
  }

  // MARK: - Layout

  /// Exactly `rows` lines, none wider than `columns`. A small window loses the least important lines first.
  package func lines(columns: Int, rows: Int) -> [StyledLine] {
    let help = Self.help(columns: columns)
    let header = headers.first { $0.width <= columns } ?? headers.last ?? StyledLine()
    var shown = facts
    var middle = framed(columns: columns)
    // The header, the prompt and the keys stay to the last, and the lockout longer than the other facts.
    var bottom: [StyledLine] = message.spans.isEmpty ? [] : [message]
    let isTooMuch = { (facts: [StyledLine], prompt: [StyledLine], keys: Int) in
      1 + facts.count + prompt.count + bottom.count + keys > rows
    }
    while shown.count > 2, isTooMuch(shown, middle, help.count) { shown.removeLast() }
    if shown.count > 1, isTooMuch(shown, middle, help.count) { shown.removeFirst() }
    if isTooMuch(shown, middle, help.count), !prompt.isEmpty { middle = prompt.map { StyledLine(" ") + $0 } }
    if isTooMuch(shown, middle, 1) { shown = [] }
    if isTooMuch(shown, middle, 1) { middle = Array(prompt.prefix(3)) }
    let top = [header] + shown
    let room = max(0, rows - top.count - middle.count - bottom.count)
    let keys = Array(help.prefix(max(1, min(help.count, room))))
    bottom += keys
    let space = max(0, rows - top.count - middle.count - bottom.count)
    var list: [StyledLine] = []
    if space > 1 {
      list = [StyledLine(" events", .faint)] + events.suffix(space - 1).map { StyledLine("  ") + $0 }
    } else if space == 1, let last = events.last {
      list = [StyledLine("  ") + last]
    }
    list += Array(repeating: StyledLine(), count: max(0, space - list.count))
    return (top + middle + list + bottom).suffix(max(rows, 0)).map { $0.clipped(to: columns) }
  }

  private func framed(columns: Int) -> [StyledLine] {
    guard let title = prompt.first else { return [StyledLine(" no prompt", .faint)] }
    let width = max(10, columns - 4)
    let name = title.clipped(to: width - 2)
    let edge = " " + String(repeating: "─", count: max(0, width - name.width - 1)) + "┐"
    let top = StyledLine(" ┌ ", .strong) + name + StyledLine(edge, .strong)
    let contents = prompt.dropFirst().map { content in
      let content = content.clipped(to: width - 2)
      let space = String(repeating: " ", count: max(0, width - 1 - content.width))
      return StyledLine(" │ ", .strong) + content + StyledLine(space) + StyledLine(" │", .strong)
    }
    return [top] + contents + [StyledLine(" └" + String(repeating: "─", count: width + 1) + "┘", .strong)]
  }

  /// The keys, on as many lines as they need.
  private static func help(columns: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    var line = StyledLine()
    for (key, action, _) in keys {
      let width = action.count + 4
      if line.width + width > columns, !line.spans.isEmpty {
        lines.append(line)
        line = StyledLine()
      }
      line.add(" ")
      line.add(String(key), .key)
      line.add(" \(action) ", .faint)
    }
    return lines + [line]
  }
}
