public import SimulatedLocalAuthentication

// What happens on the device, and the daemon behind it.
extension SimulatedDevice {
  /// Waits for an event of a kind.
  ///
  /// A kind that describes a state (a prompt is on screen, the device is locked out …) returns at once if the
  /// state holds. For any other kind each call returns the next event after the one that the last call returned,
  /// however long ago it happened.
  ///
  /// - Parameters:
  ///   - prompt: only events about this prompt.
  ///   - app: only events about this app.
  ///   - since: only events after this one, by its ``Event/sequence``.
  ///   - timeout: in real time, whatever the device's clock does; `nil`: for ever.
  @discardableResult
  public func waitFor(
    _ kind: Event.Kind, prompt: String? = nil, app: String? = nil, since: Int? = nil,
    timeout: Duration? = .seconds(10), fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) -> Event {
    let conditions = ["prompt": prompt, "app": app].compactMapValues { $0.map(WireValue.string) }
    return try await waitForEvent(kind, conditions, since: since, timeout: timeout, fileID, line)
  }

  /// Returns events of the log, the oldest first. For this device alone ``events`` has them, too.
  ///
  /// - Parameters:
  ///   - since: only events after this one, by its ``Event/sequence``.
  ///   - kinds: only events of these kinds.
  ///   - limit: at most so many, the oldest.
  ///   - allDevices: also those of the devices of other tests.
  public func events(
    since: Int?, kinds: [Event.Kind]? = nil, limit: Int? = nil, allDevices: Bool = false,
    fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) -> [Event] {
    let answer = try await step(
      "getEvents",
      [
        "since": since.map(WireValue.integer),
        "kinds": kinds.map { .array($0.map { .string($0.rawValue) }) },
        "limit": limit.map(WireValue.integer), "allDevices": .boolean(allDevices),
      ], fileID, line)
    return answer["events"]?.elements.map(Event.init) ?? []
  }

  /// Returns the devices of this process, in the order of their names; `default` is nobody's.
  public func devices(
    fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) -> [ListedDevice] {
    try await step("listDevices", [:], fileID, line)["devices"]?.elements.map(ListedDevice.init) ?? []
  }

  /// Returns what the daemon of this process is: its version, limits and templates.
  public func serverInfo(
    fileID: String = #fileID, line: Int = #line
  ) async throws(DeviceSimulatorError) -> ServerInfo {
    ServerInfo(try await step("getServerInfo", [:], fileID, line))
  }
}
