package import JSON
package import Schema

/// A device as it was at one moment. Taking one and going back to it costs the same whatever is in it.
///
/// Connections are no part of it: no prompt, no context, nobody who waits.
package final class DeviceSnapshot: Equatable, Sendable {
  let device: Device

  init(_ device: Device) { self.device = device }

  /// When it was taken, on the device's monotonic clock.
  package var time: Nanoseconds { device.clock.now }

  package static func == (left: DeviceSnapshot, right: DeviceSnapshot) -> Bool {
    left === right || left.device == right.device
  }
}

/// Going back: to the state the device was made with, to one that was saved, or to one from elsewhere.
extension Device {
  /// The device as it is. With the real clock, as it was when a command or a timer last told it the time.
  package var snapshot: DeviceSnapshot {
    var device = alone
    device.origin = nil
    return DeviceSnapshot(device)
  }

  /// The same with what a reset leads to, for `importState`.
  package var wholeSnapshot: DeviceSnapshot { DeviceSnapshot(alone) }

  /// Makes a device that begins as another one was; a reset leads back to that.
  package init(_ snapshot: DeviceSnapshot, at now: Nanoseconds) {
    self = snapshot.device
    origin = snapshot
    clock.resume(host: now)
  }

  /// The same, maybe on another clock.
  package init(_ snapshot: DeviceSnapshot, at now: Nanoseconds, clock mode: ClockMode?) {
    self.init(snapshot, at: now)
    if let mode { clock.setMode(mode) }
  }

  /// Without connections and what belongs to them. An app behind its prompt is in front again.
  private var alone: Device {
    var device = self
    device.prompt = nil
    device.queue = EvaluationQueue()
    device.armedTimer = nil
    device.leavingSheets = LeavingSheets()
    device.contexts = ContextTable()
    device.apps.speakers = Speakers()
    for name in apps.namesInFront {
      guard let app = apps[name], app.status.state == .inactive, !app.isCovered else { continue }
      device.apps[name]?.status.state = .foreground
    }
    return device
  }

  mutating func reset(at now: Nanoseconds, _ effects: inout [Effect]) -> Bool {
    guard let origin else { preconditionFailure("every device has an origin once it is made") }
    return turn(to: origin.device, origin, at: now, &effects)
  }

  mutating func restore(
    _ snapshot: DeviceSnapshot, at now: Nanoseconds, _ effects: inout [Effect]
  ) -> Bool {
    turn(to: snapshot.device, origin ?? snapshot, at: now, &effects)
  }

  mutating func importState(
    _ snapshot: DeviceSnapshot, at now: Nanoseconds, _ effects: inout [Effect]
  ) -> Bool {
    turn(to: snapshot.device, snapshot.device.origin ?? snapshot, at: now, &effects)
  }

  /// Takes on another state, its clock too. What is pending ends with systemCancel, contexts are gone; no app
  /// is told, no connection is closed, and who spoke for an app still does.
  ///
  /// - Returns: Whether anything was different, be it nothing that an event tells of, such as a context or
  ///   an armed response.
  private mutating func turn(
    to other: Device, _ origin: DeviceSnapshot, at now: Nanoseconds, _ effects: inout [Effect]
  ) -> Bool {
    endAll(.other, &effects)
    var before = self
    self = other
    self.origin = origin
    limits = before.limits
    clock.resume(host: now)
    apps.takeSpeakers(from: &before.apps)
    let isReported = reportChanges(from: before, &effects)
    before.clock = clock
    before.apps.speakers = apps.speakers
    return isReported || before != self
  }
}

extension DeviceSnapshot {
  /// The same for a host whose clocks stand there, when it was read as if both stood at zero.
  package func placed(at moment: HostMoment) -> DeviceSnapshot {
    DeviceSnapshot(device.placed(at: moment))
  }
}

extension DeviceSnapshot {
  /// Writes the device as an object, as it was.
  package func write(at moment: HostMoment, into writer: inout JSONWriter) {
    device.write(at: moment, into: &writer)
  }

  /// The device itself, to be kept.
  package var kept: Device { device }

  /// Reads a device; connections that are part of it are left out.
  package convenience init(_ node: JSONNode, at moment: HostMoment) throws(ArchiveError) {
    self.init(try Device(node, at: moment).wholeSnapshot.device)
  }

  /// The same of one that an older version kept.
  package convenience init(
    kept node: JSONNode, at moment: HostMoment, _ held: inout [HeldValue]
  ) throws(ArchiveError) {
    self.init(try Device(kept: node, at: moment, &held).wholeSnapshot.device)
  }
}

/// What a device may take up of its host's memory.
package struct DeviceLimits: Equatable, Sendable {
  /// Bytes of keychain items.
  package var keychainBytes = Int.max
  /// Keychain items that go, or close, with the passcode or the enrolment: all of them at one moment.
  package var boundItems = Int.max
  /// Keychain items that one call changes or deletes.
  package var changedItems = Int.max
  /// Responses that are armed at one time.
  package var armedResponses = Int.max
  /// Those of them that stand, and are looked through at every step of a prompt.
  package var standingResponses = Int.max
  /// Apps that it knows.
  package var apps = Int.max
  /// Contexts of all connections together, and of one of them.
  package var contexts = Int.max
  package var connectionContexts = Int.max

  /// None.
  package init() {}

  /// By the names that a snapshot file keeps them under.
  package static let named: [(name: StaticString, path: any WritableKeyPath<Self, Int> & Sendable)] = [
    ("keychainBytes", \.keychainBytes), ("boundItems", \.boundItems), ("changedItems", \.changedItems),
    ("armedResponses", \.armedResponses),
    ("standingResponses", \.standingResponses), ("apps", \.apps), ("contexts", \.contexts),
    ("connectionContexts", \.connectionContexts),
  ]
}
