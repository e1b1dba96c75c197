package import JSON
package import Schema

/// Everything a device is made of, secrets included: what is written is read as an equal device.
///
/// Times are whole nanoseconds. A real clock is written as what its wall clock is ahead of the host's, so that
/// it shows the right time wherever and whenever it is read. A member that is absent means its default.
extension Device {
  /// Writes the device as an object, with its connections and what belongs to them if it has any. The
  /// device must have been told the time of `moment`.
  ///
  /// - Parameter hasKeychains: Whether its keychains are a part of it. If not, they are kept apart.
  package func write(at moment: HostMoment, hasKeychains: Bool = true, into writer: inout JSONWriter) {
    let archive = hasKeychains ? Self.archive : Self.withoutKeychain
    var device = self
    device.clock = clock.unplaced(from: moment)
    writer.beginObject()
    writer.member("format", ArchiveFormat.current)
    archive.writeMembers(device, into: &writer)
    if var origin = distinctOrigin(at: moment) {
      origin.clock = origin.clock.unplaced(from: moment)
      writer.key("origin")
      archive.write(origin, into: &writer)
    }
    writer.endObject()
  }

  /// Where a reset leads to; `nil`: to just this.
  func distinctOrigin(at moment: HostMoment) -> Device? {
    guard let origin = origin?.device, !isSame(as: origin, at: moment) else { return nil }
    return origin
  }

  /// Whether both are written alike.
  private func isSame(as origin: Device, at moment: HostMoment) -> Bool {
    var (own, other) = (self, origin)
    own.origin = nil
    own.limits = other.limits
    own.clock.resume(host: moment.now)
    other.clock.resume(host: moment.now)
    return own == other
  }

  /// Reads a device, to go on at a moment of the host's.
  package init(_ node: JSONNode, at moment: HostMoment) throws(ArchiveError) {
    self = try Self.reading(node, at: moment) { (node) throws(Mismatch) in
      let device = try Self.current.read(node)
      try device.checkNames()
      return device
    }
  }

  /// Reads a device that an older version kept: a number beyond a range of this one stands at its end, and a name
  /// that no request could give any more stays. Its keychains may be kept apart.
  package init(
    kept node: JSONNode, at moment: HostMoment, _ held: inout [HeldValue],
    _ numbers: KeptNumbers = KeptNumbers(), in keychains: KeychainReader = KeychainReader()
  ) throws(ArchiveError) {
    self = try Self.reading(node, at: moment, numbers, in: keychains) { (node) throws(Mismatch) in
      try Self.current.readKept(node, &held)
    }
  }

  private static func reading(
    _ node: JSONNode, at moment: HostMoment, _ numbers: KeptNumbers = KeptNumbers(),
    in keychains: KeychainReader = KeychainReader(), _ read: (JSONNode) throws(Mismatch) -> Device
  ) throws(ArchiveError) -> Device {
    let device: Result<Device, ArchiveError> = ArchiveFormat.migrated(node) { node in
      do throws(Mismatch) {
        var device = try read(node)
        try device.check()
        do throws(ArchiveError) {
          try keychains.complete(&device, numbers)
        } catch {
          return .failure(error)
        }
        if device.origin == nil { device.origin = device.snapshot }
        return .success(device)
      } catch {
        return .failure(ArchiveError(error))
      }
    }
    return try device.get().placed(at: moment)
  }

  /// The same device on a host whose clocks stand there, when it was read as if both stood at zero.
  func placed(at moment: HostMoment) -> Device {
    var device = self
    device.clock.place(at: moment)
    device.origin = device.origin?.placed(at: moment)
    return device
  }

  /// A device as its current format has it.
  private static let current = Coding<Device>.object(
    Record(
      [
        Member(
          Field("format", .integer(), "the format of all of it").required(),
          read: { (node, _) throws(Mismatch) in
            guard node.integer == ArchiveFormat.current else {
              throw Mismatch.mustBe("a format that a version writes, 1 to \(ArchiveFormat.current)")
            }
          })
      ]
        + archive.members + [
          Member(
            Field("origin", .object(archive.fields), "the state that a reset leads to"),
            read: { (node, device) throws(Mismatch) in
              let origin = try Coding.object(archive, from: { Device() }).read(node)
              try origin.check()
              device.origin = origin.snapshot
            })
        ]), from: { Device() })

  /// Everything but where a reset leads to.
  static let archive = Record<Device>(Settings.archive.at(\.settings) + own)

  private static let withoutKeychain = archive.only { $0 != "keychain" }

  private static let own: [Member<Device>] = [
    Member("lockScreen", \.lockScreen, .object, "the lock screen"),
    Member("clock", \.clock, .clock, "the clocks").required(),
    Member("apps", \.apps, .apps, "the apps, by bundle id"),
    Member("keychain", \.keychain, .keychain, "the keychain").secret(),
    Member("armed", \.armedInLine, .array(of: .armed), "the armed responses").secret(),
    Member("standing", \.standing, .array(of: .armed), "the standing responses")
      .omitted { $0.standing.isEmpty }.secret(),
    Member("failNext", \.orderedFailures, .array(of: .order), "failures that coming calls meet")
      .omitted { $0.failureOrders.isEmpty },
    Member("lastPrompt", \.lastPrompt, .counted, "id of the last prompt"),
    Member("lastContext", \.lastContext, .counted, "id of the last context"),
    Member("contexts", \.contextEntries, .array(of: .object), "the contexts")
      .omitted { $0.contexts.isEmpty },
    Member("prompt", \.prompt, optional: .prompt, "the prompt on screen"),
    Member("queue", \.waiting, .array(of: .evaluation), "evaluations that wait for the screen")
      .omitted { $0.queue.isEmpty },
    Member("armedTimer", \.armedTimer, optional: .object, "when the armed response is given"),
    Member("leavingSheets", \.sheets, .array(of: .object), "answered prompts that leave the screen")
      .omitted { $0.leavingSheets.isEmpty },
  ]

  private var armedInLine: [ArmedResponse] {
    get { Array(armed.all) }
    set { armed = Line(newValue) }
  }

  private var orderedFailures: [FailureOrder] {
    get { failureOrders.all }
    set { failureOrders = OrderedFailures(newValue) }
  }

  private var sheets: [LeavingSheet] {
    get { leavingSheets.all }
    set { leavingSheets = LeavingSheets(newValue) }
  }

  private var waiting: [Evaluation] {
    get { queue.all }
    set { queue = EvaluationQueue(newValue) }
  }

  private var contextEntries: [ContextEntry] {
    get { contexts.ids.compactMap { id in contexts[id].map { ContextEntry(id: id, context: $0) } } }
    set { contexts = newValue.reduce(into: ContextTable()) { $0.add($1.context, as: $1.id) } }
  }

  /// Refuses members that contradict each other.
  private func check() throws(Mismatch) {
    if let contradiction = settings.contradiction { throw contradiction }
    let inFront = apps.namesInFront.count { apps[$0]?.status.kind == .app }
    guard inFront <= (lockScreen.isLocked ? 0 : 1) else {
      throw Mismatch.mustBe("one in front at most, and none while the device is locked")
        .within(.member("apps"))
    }
  }
}

extension Device {
  /// Refuses names that no request could give.
  private func checkNames() throws(Mismatch) {
    func check(_ names: some Sequence<String>, _ path: [String]) throws(Mismatch) {
      if names.allSatisfy(RequestBounds.allowsName) { return }
      let rule = "names of 1 to \(RequestBounds.nameBytes) bytes without control characters"
      throw path.reversed().reduce(Mismatch.mustBe(rule)) { $0.within(.member($1)) }
    }
    try check(apps.names, ["apps"])
    for (name, app) in apps.sorted {
      try check(app.status.accessGroups ?? [], ["apps", name, "accessGroups"])
      try check([app.status.teamIdentifier].compactMap(\.self), ["apps", name, "teamIdentifier"])
    }
    try check(keychain.appNames, ["keychain", "items"])
    try check(enrolment.identities, ["enrollment", "identities"])
    try check(failureOrders.all.compactMap(\.app), ["failNext"])
    try check([lockScreen.appBehind].compactMap(\.self), ["lockScreen", "appBehind"])
    if let origin = origin?.device {
      do throws(Mismatch) { try origin.checkNames() } catch { throw error.within(.member("origin")) }
    }
  }
}

/// Why a JSON value cannot be read as a device.
package struct ArchiveError: Error, Equatable {
  /// `keychain.items[3].number`; empty for the whole.
  package var path: String
  /// What it must be, to follow "must be".
  package var rule: String
  /// The format it has, if that is newer than this version reads.
  package var newerFormat: Int?
  /// A member that this version does not know.
  package var unknownMember: String?

  package init(_ path: String, _ rule: String) {
    self.path = path
    self.rule = rule
  }

  init(_ mismatch: Mismatch) {
    (path, rule) = mismatch.requirement
    unknownMember = mismatch.unknownMember
  }

  init(newerFormat format: Int) {
    path = "format"
    rule = "\(ArchiveFormat.current) or less; a newer devicesim wrote format \(format)"
    newerFormat = format
  }
}

/// A host's two clocks at one moment.
package struct HostMoment: Equatable, Sendable {
  /// Monotonic.
  package var now: Nanoseconds
  /// Unix time.
  package var wall: Nanoseconds

  package init(now: Nanoseconds, wall: Nanoseconds) {
    self.now = now
    self.wall = wall
  }

  package init(now: Nanoseconds, wallTime: Double) {
    self.init(now: now, wall: Nanoseconds(seconds: wallTime))
  }

  /// Where the clocks are taken to stand as long as nobody knows.
  package static let unknown = HostMoment(now: .zero, wall: .zero)
}
