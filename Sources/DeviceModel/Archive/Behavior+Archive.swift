extension Behavior {
  init(_ reader: ArchiveReader<some ArchiveSource>) throws(ArchiveError) {
    self = try reader.object { (object) throws(ArchiveError) in
      var patch = BehaviorPatch()
      patch.profile = try object["profile"].text()
      patch.maxFailures = try object["maxFailures"].integer()
      patch.passcodeNotSetPrecedence = try object["passcodeNotSetPrecedence"].text()
      patch.lockoutEndsFaceIDPrompt = try object["lockoutEndsFaceIDPrompt"].bool()
      patch.emptyFallbackSecondFailure = try object["emptyFallbackSecondFailure"].text()
      patch.concurrency = try object["concurrency"].text()
      patch.contextAuthenticationLifetime = try object["contextAuthenticationLifetime"].time()
      patch.currentSetInvalidation = try object["currentSetInvalidation"].text()
      patch.passcodeDelays = try object["passcodeDelays"].array { (delay) throws(ArchiveError) in
        try delay.time()
      }
      patch.scanLatency = LatencyRange(
        minimum: try object["leastScanLatency"].time(), maximum: try object["mostScanLatency"].time())
      patch.falseRejectRate = try object["falseRejectRate"].number()
      patch.seed = try object["seed"].bits()
      patch.promptTimeout = .some(try object["promptTimeout"].unlessNull?.time())
      var whole = StatePatch()
      whole.behavior = patch
      do throws(Failure) {
        try whole.validate()
      } catch {
        guard case .invalidParameter(let name, let rule) = error else { throw object.mismatch("possible") }
        throw ArchiveError(name, rule.hasPrefix("must be ") ? String(rule.dropFirst(8)) : rule)
      }
      return Behavior().patched(by: patch)
    }
  }

  func write(_ name: StaticString, into sink: inout some ArchiveSink & ~Copyable) {
    sink.object(name) { sink in
      sink.member("profile", profile.rawValue)
      sink.member("maxFailures", maxFailures)
      sink.member("passcodeNotSetPrecedence", passcodeNotSetPrecedence.rawValue)
      sink.member("lockoutEndsFaceIDPrompt", lockoutEndsFaceIDPrompt)
      sink.member("emptyFallbackSecondFailure", emptyFallbackSecondFailure.rawValue)
      sink.member("concurrency", concurrency.rawValue)
      sink.member("contextAuthenticationLifetime", contextAuthenticationLifetime)
      sink.member("currentSetInvalidation", currentSetInvalidation.rawValue)
      sink.member("passcodeDelays", each: passcodeDelays) { $1.integer(Int($0.value)) }
      sink.member("leastScanLatency", scanLatency.minimum)
      sink.member("mostScanLatency", scanLatency.maximum)
      sink.member("falseRejectRate", falseRejectRate)
      sink.member(bits: "seed", seed)
      sink.key("promptTimeout")
      if let promptTimeout { sink.integer(Int(promptTimeout.value)) } else { sink.null() }
    }
  }
}
