import DeviceModel
import JSON

extension StateFields {
  /// What `getState` shows of a fresh device, as the example in the documents.
  static let exampleState: String = {
    var state = DeviceState()
    state.identities = ["face-1"]
    state.passcodeSet = true
    state.clock.mode = .manual
    var writer = JSONWriter()
    writer.beginObject()
    StateEncoding.writeMembers(state, into: &writer)
    Response.writeSequence(0, into: &writer)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }()
}
