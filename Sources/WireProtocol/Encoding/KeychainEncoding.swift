import DeviceModel
import JSON

/// Writes keychain items. Only what an app reads of its own has a value.
enum KeychainEncoding {
  static func write(_ items: [KeychainResult], into writer: inout JSONWriter) {
    writer.key("items")
    writer.beginArray()
    for item in items {
      writer.beginObject()
      if let value = item.value { write(value, into: &writer) }
      if let attributes = item.attributes {
        writer.key("attributes")
        writer.beginObject()
        write(attributes, into: &writer)
        if let flags = attributes.flags {
          writer.key("accessControl")
          writer.beginObject()
          writer.member("accessible", attributes.accessible.rawValue)
          writer.member("flags", flags.names)
          writer.endObject()
        }
        writer.member("creationDate", attributes.creationDate)
        writer.member("modificationDate", attributes.modificationDate)
        writer.endObject()
      }
      writer.endObject()
    }
    writer.endArray()
  }

  static func write(_ items: [KeychainListing], into writer: inout JSONWriter) {
    writer.key("items")
    writer.beginArray()
    for listing in items {
      writer.beginObject()
      writer.member("app", listing.app)
      write(listing.item, into: &writer)
      if let flags = listing.item.flags { writer.member("flags", flags.names) }
      writer.member("creationDate", listing.item.creationDate)
      writer.member("modificationDate", listing.item.modificationDate)
      writer.member("usable", listing.isUsable)
      writer.endObject()
    }
    writer.endArray()
  }

  /// In the form it came in.
  private static func write(_ value: Secret, into writer: inout JSONWriter) {
    switch value.form {
    case .text: writer.member("value", String(decoding: value.bytes, as: UTF8.self))
    case .base64: writer.member("valueBase64", Base64.encode(value.bytes))
    }
  }

  private static func write(_ item: KeychainItemAttributes, into writer: inout JSONWriter) {
    writer.member("class", item.itemClass.rawValue)
    write(item.attributes, into: &writer)
    writer.member("synchronizable", item.isSynchronizable)
    writer.member("accessible", item.accessible.rawValue)
  }

  fileprivate static func write(_ attributes: KeychainAttributes, into writer: inout JSONWriter) {
    for attribute in KeychainAttribute.allCases {
      guard let value = attributes[attribute] else { continue }
      writer.key(attribute.rawValue)
      switch value {
      case .text(let text): writer.string(text)
      case .number(let number): writer.integer(number)
      }
    }
  }
}

extension KeychainChange {
  /// The members of its event.
  func writeMembers(into writer: inout JSONWriter) {
    writer.member("app", app)
    writer.member("operation", operation.rawValue)
    guard let item else { return }
    writer.member("class", item.itemClass.rawValue)
    KeychainEncoding.write(item.attributes, into: &writer)
  }
}
