package import DeviceModel
package import Schema

/// The fields of a device's state, for those who know the wire and not the device.
package enum StateFields {
  /// As `getState` shows them.
  package static let shown = DeviceState.record.fields

  /// As `setState` and `createDevice` take them, those that are refused by name behind the others.
  package static let settable = StatePatch.record.fields

  /// The knobs.
  package static let knobs = Behavior.record.fields

  /// The state of a device as one type.
  package static let state = Coding<DeviceState>.object.named("State").type
}

/// Policies by name, for those who know the wire and not the device.
package enum PolicyName {
  /// Each short name with what it stands for.
  package static let short = Policy.shortNames
}
