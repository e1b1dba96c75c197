/// What tells one keychain item of an app from all others.
struct PrimaryKey: Hashable, Sendable {
  let itemClass: KeychainClass
  let accessGroup: String
  let isSynchronizable: Bool
  /// The class's primary attributes in their order; an absent one is an empty one.
  private let texts: [String]

  init(_ itemClass: KeychainClass, _ attributes: KeychainAttributes, isSynchronizable: Bool, group: String) {
    self.itemClass = itemClass
    accessGroup = group
    self.isSynchronizable = isSynchronizable
    texts = itemClass.primaryAttributes.map(attributes.text)
  }
}

extension PrimaryKey {
  init(_ reader: ArchiveReader<some ArchiveSource>) throws(ArchiveError) {
    self = try reader.object { (object) throws(ArchiveError) in
      let itemClass: KeychainClass = try object["class"].text()
      let texts = try object["texts"]
      let key = PrimaryKey(
        itemClass: itemClass, accessGroup: try object["accessGroup"].string(),
        isSynchronizable: try object["synchronizable"].bool(),
        texts: try texts.array { (text) throws(ArchiveError) in try text.string() })
      guard key.texts.count == itemClass.primaryAttributes.count else {
        throw texts.mismatch("\(itemClass.primaryAttributes.count) strings")
      }
      return key
    }
  }

  private init(itemClass: KeychainClass, accessGroup: String, isSynchronizable: Bool, texts: [String]) {
    self.itemClass = itemClass
    self.accessGroup = accessGroup
    self.isSynchronizable = isSynchronizable
    self.texts = texts
  }

  func write(into sink: inout some ArchiveSink & ~Copyable) {
    sink.object { sink in
      sink.member("class", itemClass.rawValue)
      sink.member("accessGroup", accessGroup)
      sink.member("synchronizable", isSynchronizable)
      sink.member("texts", each: texts) { $1.string($0) }
    }
  }
}
