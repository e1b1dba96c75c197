import Client
import WireProtocol

/// What pages ask of the daemon.
extension ControlPanel {
  /// Asks the daemon, and answers when it has, or after a while.
  func make(_ call: PanelCall, for connection: PanelConnection) {
    guard appCalls.count < PanelLimits.appCalls || !call.method.mayShowPrompt else {
      return answer(connection, .busy, CallText.busy, type: "application/json")
    }
    guard let link = call.method.mayShowPrompt ? try? DaemonLink(to: location) : feed.link else {
      return answer(connection, .noDaemon, CallText.noDaemon, type: "application/json")
    }
    if link.isBusy { return answer(connection, .busy, CallText.busy, type: "application/json") }
    connection.enter(.waiting, for: limits.answer)
    if call.method.mayShowPrompt { appCalls.append(link) }
    link.call(call.method.name, call.parameters) { [unowned self, weak connection, weak link] outcome in
      appCalls.removeAll { $0 === link }
      // Its page may have gone, or was told that it waits.
      guard let connection, case .waiting = connection.phase else { return }
      answer(connection, .ok, CallText.json(outcome, of: call.method), type: "application/json")
    }
    try? link.proceed()
  }

  /// Takes what came for an app.
  func proceed(_ link: DaemonLink) {
    do {
      try link.proceed()
    } catch {
      appCalls.removeAll { $0 === link }
      link.end(error)
    }
  }
}
