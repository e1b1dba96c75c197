import Client
import JSON
import Platform
import Presentation
import WireProtocol

/// What the pages are told: which devices there are, what they look like, what happens, and whether there is a daemon.
///
/// It reads one subscription to all devices, and asks for the state of those that a page shows. When the daemon goes
/// away it looks for another one every second.
final class DaemonFeed {
  private let location: SocketLocation
  private let retry: Double
  private(set) var link: DaemonLink?
  /// Why there is no daemon.
  private var trouble = "connecting to the daemon"
  private var nextTry: Int64 = 0

  private var devices = DeviceList()
  /// The prompts on the screens, for what an event changes of them.
  private var prompts: [String: PromptPicture] = [:]
  private var log: [LogEntry] = []
  private var shown: [String: ShownDevice] = [:]
  private var needsDevices = false
  /// When states and the list may be asked for again: a busy daemon is looked at now and then.
  private var nextLook: Int64 = 0
  private var nextList: Int64 = 0

  /// Hands a message to the pages that show a device; `nil`: to all.
  var tell: (_ device: String?, PageMessage) -> Void = { _, _ in }

  /// A device that a page shows.
  private struct ShownDevice {
    var needsState = true
    var isAsked = false
    var last: PageMessage?
    /// After how many failed scans biometry locks.
    var limit: Int?
  }

  init(_ location: SocketLocation, retry: Double) {
    self.location = location
    self.retry = retry
  }

  // MARK: - Pages

  /// What a page is told when it begins.
  func beginning(for device: String?) -> [PageMessage] {
    var messages = [linkMessage]
    if isUp { messages.append(devicesMessage) }
    messages += log.filter { device == nil || $0.device == device }.map { PageMessage("entry", $0.message) }
    if let device, let last = shown[device]?.last { messages.append(last) }
    return messages
  }

  /// Says which devices pages show now.
  func show(_ devices: Set<String>) {
    shown = shown.filter { devices.contains($0.key) }
    for device in devices where shown[device] == nil { shown[device] = ShownDevice() }
  }

  private var isUp: Bool { link != nil && trouble.isEmpty }

  private var linkMessage: PageMessage {
    PageMessage("link", JSONWriter.object { $0.member("trouble", trouble) })
  }

  private var devicesMessage: PageMessage { devices.message(showing: shown.keys) }

  // MARK: - The connection

  /// When it has something to do without being called.
  var nextMoment: Int64? {
    if link == nil { return nextTry }
    let look = isUp && shown.values.contains { $0.needsState && !$0.isAsked } ? nextLook : nil
    return [look, needsDevices ? nextList : nil].compactMap(\.self).min()
  }

  /// Does what is due: connects, takes what came, asks for what is needed.
  func proceed() {
    if link == nil, HostClock.monotonic >= nextTry { connect() }
    do {
      try link?.proceed()
      let now = HostClock.monotonic
      if needsDevices, now >= nextList { askForDevices() }
      if now >= nextLook { askForStates() }
      // What was just asked leaves now.
      try link?.proceed()
    } catch {
      lose(error)
    }
  }

  /// On a real clock time passes without an event.
  func tick() { for device in shown.keys { shown[device]?.needsState = true } }

  private func connect() {
    do {
      link = try DaemonLink(to: location) { [unowned self] in take(event: $0) }
    } catch {
      return lose(error)
    }
    log = []
    prompts = [:]
    link?.call("getServerInfo") { [unowned self] in begin($0) }
  }

  private func begin(_ outcome: Result<Reply, ClientError>) {
    let json: [UInt8]
    switch outcome {
    case .success(.result(let result)): json = result
    case .success(.error(let error)): return refuse(PlainText.oneLine(error.message))
    case .failure: return
    }
    let version = fromJSON(json) { $0["protocolVersion"]?.integer } ?? 0
    guard version == Product.protocolVersion else {
      return refuse(
        "the daemon speaks version \(version) of the protocol, and this program \(Product.protocolVersion)")
    }
    // Their sensors are in the words of the events.
    askForDevices()
    subscribe(since: max(0, (fromJSON(json) { $0["seq"]?.integer } ?? 0) - PanelLimits.logEntries))
  }

  private func subscribe(since position: Int) {
    let parameters = JSONWriter.object { writer in
      writer.member("allDevices", true)
      writer.member("since", position)
    }
    link?.call("subscribe", parameters) { [unowned self] outcome in
      switch outcome {
      case .success(.result):
        trouble = ""
        tick()
        tell(nil, linkMessage)
        tell(nil, devicesMessage)
      case .success(.error(let error)): refuse(PlainText.oneLine(error.message))
      case .failure: return
      }
    }
  }

  /// Another daemon may come in its place, so it is asked again.
  private func refuse(_ reason: String) {
    guard trouble != reason else { return }
    trouble = reason
    tell(nil, linkMessage)
  }

  private func lose(_ error: ClientError) {
    let former = link
    link = nil
    nextTry = HostClock.monotonic + Int64(retry * 1e9)
    for device in shown.keys { shown[device] = ShownDevice() }
    refuse(PlainText.oneLine(error.message(at: location.path)))
    former?.end(error)
  }

  // MARK: - What comes

  private func take(event: JSONNode) {
    let device = event["device"]?.string ?? ""
    let entry = LogEntry(
      event, of: device, sensor: devices.sensor(of: device), limit: shown[device]?.limit,
      before: prompts[device])
    log.append(entry)
    if log.count > PanelLimits.logEntries { log.removeFirst() }
    tell(device, PageMessage("entry", entry.message))
    shown[device]?.needsState = true
    switch event["kind"]?.string.flatMap(EventKind.init) {
    case .promptShown, .promptUpdated: prompts[device] = PromptPicture(event)
    case .promptDismissed: prompts[device] = nil
    case .deviceCreated: needsDevices = true
    case .deviceDeleted:
      prompts[device] = nil
      needsDevices = true
    case .subscriptionGap:
      // Whatever was missed is seen in what there is now.
      prompts = [:]
      needsDevices = true
      tick()
    case .scan, .unreadableScan, .lockout, .lockoutCleared, .enrollmentChanged, .passcodeChanged,
      .stateChanged, .deviceLocked, .deviceUnlocked, .appStateChanged, .appTerminated, .keychainChanged,
      .clockAdvanced, nil:
      break
    }
  }

  private func askForDevices() {
    needsDevices = false
    nextList = HostClock.monotonic + 100_000_000
    link?.call("listDevices") { [unowned self] outcome in
      guard case .success(.result(let json)) = outcome else { return }
      devices = DeviceList(json)
      if isUp { tell(nil, devicesMessage) }
    }
  }

  private func askForStates() {
    guard isUp, let link else { return }
    for (device, state) in shown where state.needsState && !state.isAsked {
      nextLook = HostClock.monotonic + 10_000_000
      shown[device]?.needsState = false
      shown[device]?.isAsked = true
      let parameters = JSONWriter.object { $0.member("device", device) }
      link.call("getState", parameters) { [unowned self] in take(state: $0, of: device) }
    }
  }

  private func take(state outcome: Result<Reply, ClientError>, of device: String) {
    guard shown[device] != nil else { return }
    shown[device]?.isAsked = false
    let json: [UInt8]?
    switch outcome {
    case .success(.result(let state)):
      devices.note(fromJSON(state) { Sensor($0["biometryType"]) } ?? .none, of: device)
      shown[device]?.limit = fromJSON(state) { $0["behavior"]?["maxFailures"]?.integer }
      json = fromJSON(state) { DeviceView.message($0, of: device) }
    case .success(.error(let error)): json = DeviceView.message(PlainText.oneLine(error.message), of: device)
    case .failure: return
    }
    guard let message = json.map({ PageMessage("device", $0) }), shown[device]?.last != message else {
      return
    }
    shown[device]?.last = message
    tell(device, message)
  }
}
