extension KeychainItem {
  init(_ reader: ArchiveReader<some ArchiveSource>) throws(ArchiveError) {
    self = try reader.object { (object) throws(ArchiveError) in
      let itemClass: KeychainClass = try object["class"].text()
      let item = KeychainItem(
        number: try object["number"].integer(), itemClass: itemClass,
        attributes: try KeychainAttributes(object["attributes"]),
        isSynchronizable: try object.optional("synchronizable")?.bool() ?? false,
        accessible: try object["accessible"].text(),
        flags: try object.optional("flags").map { (flags) throws(ArchiveError) in
          try AccessControlFlags(flags)
        },
        value: try Secret(object["value"]),
        applicationPassword: try object.optional("applicationPassword").map { (secret) throws(ArchiveError) in
          try Secret(secret)
        },
        currentSetIsGone: try object.optional("currentSetIsGone")?.bool() ?? false,
        creationDate: try object["creationDate"].number(),
        modificationDate: try object["modificationDate"].number())
      let isPossible =
        KeychainRules.failure(of: item.attributes, for: itemClass) == nil
        && item.flags?.problem == nil && item.attributes[.accessGroup] != nil
        && KeychainRules.failure(
          accessible: item.accessible, flags: item.flags, isSynchronizable: item.isSynchronizable) == nil
      guard isPossible else { throw object.mismatch("an item that secItemAdd could have made") }
      return item
    }
  }

  func write(into sink: inout some ArchiveSink & ~Copyable) {
    sink.object { sink in
      sink.member("number", number)
      sink.member("class", itemClass.rawValue)
      attributes.write("attributes", into: &sink)
      sink.flag("synchronizable", isSynchronizable)
      sink.member("accessible", accessible.rawValue)
      if let flags { flags.write("flags", into: &sink) }
      value.write("value", into: &sink)
      if let applicationPassword { applicationPassword.write("applicationPassword", into: &sink) }
      sink.flag("currentSetIsGone", currentSetIsGone)
      sink.member("creationDate", creationDate)
      sink.member("modificationDate", modificationDate)
    }
  }
}

extension KeychainAttributes {
  init(_ reader: ArchiveReader<some ArchiveSource>) throws(ArchiveError) {
    var attributes = KeychainAttributes()
    let values = try reader.dictionary { (value) throws(ArchiveError) in
      value.source.string == nil ? Value.number(try value.integer(0...65535)) : .text(try value.string())
    }
    for (name, value) in values {
      guard let attribute = KeychainAttribute(rawValue: name) else {
        throw reader.mismatch("an object without an unknown member \(name)")
      }
      attributes[attribute] = value
    }
    self = attributes
  }

  func write(_ name: StaticString, into sink: inout some ArchiveSink & ~Copyable) {
    sink.object(name) { sink in
      for attribute in KeychainAttribute.allCases {
        guard let value = self[attribute] else { continue }
        sink.key(attribute.rawValue)
        switch value {
        case .text(let text): sink.string(text)
        case .number(let number): sink.integer(number)
        }
      }
    }
  }
}

extension AccessControlFlags {
  init(_ reader: ArchiveReader<some ArchiveSource>) throws(ArchiveError) {
    let flags = try reader.array { (flag) throws(ArchiveError) in
      guard let known = AccessControlFlags(name: try flag.string()) else {
        throw flag.mismatch("one of \(Self.named.map(\.name).joined(separator: ", "))")
      }
      return known
    }
    self = Self(flags)
  }

  func write(_ name: StaticString, into sink: inout some ArchiveSink & ~Copyable) {
    sink.member(name, each: names) { $1.string($0) }
  }
}

extension KeychainChanges {
  init(_ reader: ArchiveReader<some ArchiveSource>) throws(ArchiveError) {
    self = try reader.object { (object) throws(ArchiveError) in
      var changes = KeychainChanges(try KeychainAttributes(object["attributes"]))
      changes.isSynchronizable = try object.optional("synchronizable")?.bool()
      changes.accessible = try object.optional("accessible")?.text()
      changes.accessControl = try object.optional("accessControl")?.object { (control) throws(ArchiveError) in
        AccessControl(
          accessible: try control["accessible"].text(), flags: try AccessControlFlags(control["flags"]))
      }
      changes.value = try object.optional("value").map { (secret) throws(ArchiveError) in try Secret(secret) }
      return changes
    }
  }

  func write(_ name: StaticString, into sink: inout some ArchiveSink & ~Copyable) {
    sink.object(name) { sink in
      attributes.write("attributes", into: &sink)
      if let isSynchronizable { sink.member("synchronizable", isSynchronizable) }
      if let accessible { sink.member("accessible", accessible.rawValue) }
      if let accessControl {
        sink.object("accessControl") { sink in
          sink.member("accessible", accessControl.accessible.rawValue)
          accessControl.flags.write("flags", into: &sink)
        }
      }
      if let value { value.write("value", into: &sink) }
    }
  }
}
