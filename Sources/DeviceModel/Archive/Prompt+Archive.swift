/// What stands on the screen and waits: part of an archive only while connections are part of it, too.
extension Prompt {
  init(_ reader: ArchiveReader<some ArchiveSource>) throws(ArchiveError) {
    self = try reader.object { (object) throws(ArchiveError) in
      var prompt = Prompt(
        id: PromptID(try object["id"].integer()), sensor: try object["sensor"].name(),
        evaluation: try Evaluation(object["evaluation"]), remaining: try Requirement(object["remaining"]),
        pane: try object["pane"].text())
      prompt.shown = try object["shown"].array { (method) throws(ArchiveError) in try method.text() }
      prompt.attempts = try object["attempts"].integer()
      prompt.dialog = try object.optional("dialog")?.name()
      prompt.scan = try object.optional("scan")?.object { (scan) throws(ArchiveError) in
        ScanInProgress(isMatch: try scan["isMatch"].bool(), due: try scan["due"].time())
      }
      return prompt
    }
  }

  func write(_ name: StaticString, into sink: inout some ArchiveSink & ~Copyable) {
    sink.object(name) { sink in
      sink.member("id", id.number)
      sink.member("sensor", "\(sensor)")
      sink.key("evaluation")
      evaluation.write(into: &sink)
      remaining.write("remaining", into: &sink)
      sink.member("pane", pane.rawValue)
      sink.member("shown", each: shown) { $1.string($0.rawValue) }
      sink.member("attempts", attempts)
      if let dialog { sink.member("dialog", "\(dialog)") }
      if let scan {
        sink.object("scan") { sink in
          sink.member("isMatch", scan.isMatch)
          sink.member("due", scan.due)
        }
      }
    }
  }
}

extension Caller {
  init(_ reader: ArchiveReader<some ArchiveSource>) throws(ArchiveError) {
    self = try reader.object { (object) throws(ArchiveError) in
      Caller(call: CallID(try object["call"].serial()), client: ClientID(try object["client"].serial()))
    }
  }

  func write(into sink: inout some ArchiveSink & ~Copyable) {
    sink.object { sink in
      sink.member("call", Int(call.rawValue))
      sink.member("client", Int(client.rawValue))
    }
  }
}

extension Evaluation.Purpose {
  init(_ reader: ArchiveReader<some ArchiveSource>) throws(ArchiveError) {
    self = try reader.object { (object) throws(ArchiveError) in
      func keys(_ reader: ArchiveReader<some ArchiveSource>) throws(ArchiveError) -> [PrimaryKey] {
        try reader.array { (key) throws(ArchiveError) in try PrimaryKey(key) }
      }
      if let policy = object.optional("policy") { return .policy(try policy.name()) }
      if let items = object.optional("read") {
        let returning = KeychainReturn(
          data: try object["returnData"].bool(), attributes: try object["returnAttributes"].bool())
        return .keychainRead(try keys(items), returning)
      }
      if let items = object.optional("update") {
        return .keychainUpdate(try keys(items), try KeychainChanges(object["changes"]))
      }
      return .accessControl
    }
  }

  func write(_ name: StaticString, into sink: inout some ArchiveSink & ~Copyable) {
    sink.object(name) { sink in
      switch self {
      case .policy(let policy): sink.member("policy", policy.name)
      case .accessControl: break
      case .keychainRead(let keys, let returning):
        sink.member("read", each: keys) { $0.write(into: &$1) }
        sink.member("returnData", returning.data)
        sink.member("returnAttributes", returning.attributes)
      case .keychainUpdate(let keys, let changes):
        sink.member("update", each: keys) { $0.write(into: &$1) }
        changes.write("changes", into: &sink)
      }
    }
  }
}

extension ArmedResponse {
  init(_ reader: ArchiveReader<some ArchiveSource>) throws(ArchiveError) {
    self = try reader.object { (object) throws(ArchiveError) in
      ArmedResponse(try PromptResponse(&object), after: try object["after"].time())
    }
  }

  func write(into sink: inout some ArchiveSink & ~Copyable) {
    sink.object { sink in
      response.write(into: &sink)
      sink.member("after", delay)
    }
  }
}

extension PromptResponse {
  /// Those that have nothing but a name.
  private static let taps: [(name: String, response: Self)] = [
    ("tapCancel", .tapCancel), ("tapFallback", .tapFallback), ("tapTryAgain", .tapTryAgain),
    ("allowPermission", .allowPermission), ("denyPermission", .denyPermission),
    ("approveCompanion", .approveCompanion),
  ]

  fileprivate init(_ object: inout ObjectReader<some ArchiveSource>) throws(ArchiveError) {
    let kind = try object["response"]
    let name = try kind.string()
    switch name {
    case "scan":
      self = .scan(
        Scan(
          isGenuine: try object["genuine"].bool(), modality: try object.optional("modality")?.text(),
          identity: try object.optional("identity")?.string()))
    case "enterPasscode": self = .enterPasscode(try object["passcode"].string())
    default:
      guard let tap = Self.taps.first(where: { $0.name == name }) else {
        throw kind.mismatch(
          "scan, enterPasscode or one of \(Self.taps.map(\.name).joined(separator: ", "))")
      }
      self = tap.response
    }
  }

  fileprivate func write(into sink: inout some ArchiveSink & ~Copyable) {
    switch self {
    case .scan(let scan):
      sink.member("response", "scan")
      sink.member("genuine", scan.isGenuine)
      sink.member(optional: "modality", scan.modality?.rawValue)
      sink.member(optional: "identity", scan.identity)
    case .enterPasscode(let passcode):
      sink.member("response", "enterPasscode")
      sink.member("passcode", passcode)
    default: sink.member("response", Self.taps.first { $0.response == self }?.name ?? "")
    }
  }
}
