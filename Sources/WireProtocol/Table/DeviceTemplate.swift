package import DeviceModel
package import JSON
package import Schema

/// What `createDevice` can begin with, by a name that the daemon was given.
package struct DeviceTemplate: Equatable, Sendable {
  /// `nil`: the real one, or that of the exported device.
  package var clock: ClockMode?
  /// Changes to the defaults, or to the exported device.
  package var state = StatePatch()
  /// A device from `exportState`, read as if the host's clocks stood at zero; `nil`: the defaults.
  package var exported: DeviceSnapshot?

  package init() {}

  /// A device that begins like this, changed by a request.
  package func make(_ creation: DeviceCreation, at moment: HostMoment) throws(Failure) -> Device {
    let mode = creation.clock ?? clock
    guard let exported else {
      let fresh = try Device(
        state, clock: mode ?? .real, at: moment.now, wallTime: moment.wall.inSeconds)
      return try fresh.made(with: creation.state)
    }
    let device = Device(exported.placed(at: moment), at: moment.now, clock: mode)
    return try device.made(with: state).made(with: creation.state)
  }

  private static let coding = Coding<Named<DeviceTemplate>>.dictionary(
    of: .object(
      Record([
        Member("state", \.state, .object, "fields that differ"),
        Member("clock", \.clock, optional: .cases, "which clock it runs on: real or manual"),
        Member("exported", \.exported, optional: .exported, "a device that exportState returned").secret(),
      ]), from: DeviceTemplate.init))

  /// Reads templates by their names: `{"signed-in":{"state":{"biometryType":"touchID"},"clock":"manual"}}`.
  package static func templates(_ node: JSONNode) throws(WireError) -> Named<DeviceTemplate> {
    do throws(Mismatch) {
      return try coding.read(node)
    } catch {
      throw WireError(error.within(.member("templates")), owner: "templates")
    }
  }
}

extension Coding where Value == DeviceSnapshot {
  /// An exported device, read as if the host's clocks stood at zero.
  static let exported = Self(
    .anyObject,
    read: { (node) throws(Mismatch) in
      do throws(ArchiveError) {
        return try DeviceSnapshot(node, at: .unknown)
      } catch {
        throw Mismatch.rule(
          error.path, "{}\(error.path) must be \(error.rule); give what exportState returned",
          accepted: .phrase(error.rule))
      }
    }, write: { snapshot, writer in snapshot.write(at: .unknown, into: &writer) })
}
