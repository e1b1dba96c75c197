import DeviceModel
import JSON
import Schema

/// Writes keychain items. Only what an app reads of its own has a value.
enum KeychainEncoding {
  static func write(_ items: ItemList<KeychainResult>, into writer: inout JSONWriter) {
    writer.key("items")
    writer.beginArray()
    for item in items.elements {
      writer.beginObject()
      item.value?.writeMember("value", base64: "valueBase64", into: &writer)
      if let reference = item.reference {
        writer.key("persistentRef")
        Coding<[UInt8]>.base64.write(reference.bytes, &writer)
      }
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

  static func write(_ items: ItemList<KeychainListing>, into writer: inout JSONWriter) {
    writer.key("items")
    writer.beginArray()
    for listing in items.elements {
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

  private static func write(_ item: KeychainItemAttributes, into writer: inout JSONWriter) {
    writer.member("class", item.itemClass.rawValue)
    write(item.attributes, into: &writer)
    writer.member("synchronizable", item.isSynchronizable)
    writer.member("accessible", item.accessible.rawValue)
  }

  private static func write(_ attributes: KeychainAttributes, into writer: inout JSONWriter) {
    for member in KeychainAttributes.members { member.write(attributes, &writer) }
  }
}
