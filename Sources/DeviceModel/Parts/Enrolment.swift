/// Who is enrolled.
struct Enrolment: Equatable, Sendable {
  private(set) var identities: [String]
  /// Counts every change, so that adding and removing the same finger does not restore the old set.
  private(set) var generation = 0

  init(identities: [String] = []) { self.identities = identities }

  var isEmpty: Bool { identities.isEmpty }

  func contains(_ identity: String) -> Bool { identities.contains(identity) }

  /// The same people in another order are the same enrolment; on another sensor they are not.
  mutating func replace(with identities: [String], onOtherSensor: Bool = false) {
    if onOtherSensor || Set(identities) != Set(self.identities) { generation += 1 }
    self.identities = identities
  }

  /// The value an app compares to see whether the set changed: 32 bytes in hexadecimal, another one for
  /// each app and each generation.
  ///
  /// Apple: *evaluatedPolicyDomainState*. Opaque and no secret, so a plain hash serves.
  func domainState(for app: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a
    func mix(_ text: String) {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = (hash ^ 0xff) &* 0x100_0000_01b3  // No byte of UTF-8: it ends the text.
    }
    mix(app)
    mix(String(generation))
    for identity in identities.sorted() { mix(identity) }
    var random = SplitMix64(seed: hash)
    return (0..<4).map { _ in
      let digits = String(random.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }
}

extension Enrolment {
  init(_ reader: ArchiveReader<some ArchiveSource>, sensor: BiometryType) throws(ArchiveError) {
    self = try reader.object { (object) throws(ArchiveError) in
      let names = try object["identities"]
      var enrolment = Enrolment(
        identities: try names.array { (name) throws(ArchiveError) in try name.nonEmpty() })
      let identities = enrolment.identities
      guard identities.count <= sensor.capacity, Set(identities).count == identities.count else {
        throw names.mismatch("at most \(sensor.capacity) names, none of them twice")
      }
      enrolment.generation = try object["generation"].integer()
      return enrolment
    }
  }

  func write(_ name: StaticString, into sink: inout some ArchiveSink & ~Copyable) {
    sink.object(name) { sink in
      sink.member("identities", each: identities) { $1.string($0) }
      sink.member("generation", generation)
    }
  }
}
