import DeviceModel
import JSON

extension JSONWriter {
  /// A member with a length of time or a moment, in seconds.
  mutating func member(_ key: StaticString, _ duration: Nanoseconds) {
    self.key(key)
    seconds(nanoseconds: duration.value)
  }

  /// A member with a length of time in seconds, or null.
  mutating func member(_ key: StaticString, _ duration: Nanoseconds?) {
    self.key(key)
    if let duration { seconds(nanoseconds: duration.value) } else { null() }
  }

  /// A member with a list of texts.
  mutating func member(_ key: StaticString, _ texts: [String]) {
    self.key(key)
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  /// A member with a list of lengths of time in seconds.
  mutating func member(_ key: StaticString, _ durations: [Nanoseconds]) {
    self.key(key)
    beginArray()
    for duration in durations { seconds(nanoseconds: duration.value) }
    endArray()
  }
}
