package import DeviceModel
package import JSON
import Schema

/// Writes what a device replies.
package enum ReplyEncoding {
  /// The reply as members of a result that the caller opened.
  package static func writeMembers(_ reply: Reply, into writer: inout JSONWriter) {
    switch reply {
    case .changed(let changed): writer.member("changed", changed)
    case .responded(let report):
      writer.member("prompt", report.prompt.description)
      writer.member("matched", report.matched)
      writer.member("outcome", report.outcome.rawValue)
      writer.member("failedAttempts", report.failedAttempts)
    case .armed(let waiting): writer.member("waiting", waiting)
    case .disarmed(let unused, let failures):
      writer.key("unused")
      writer.beginArray()
      for response in unused { response.write(into: &writer) }
      writer.endArray()
      if !failures.isEmpty {
        writer.key("unusedFailures")
        Coding<[FailureOrder]>.array(of: .order).write(failures, &writer)
      }
    case .context(let id): writer.member("context", id.description)
    case .canEvaluate(let availability): write(availability, into: &writer)
    case .evaluated(let method, let domainState):
      writer.member("success", true)
      writer.member("method", method.rawValue)
      if let domainState { writer.member("domainState", domainState) }
    case .domainState(let state):
      writer.member("domainState", state.evaluated)
      writer.member("biometryType", state.biometryType.rawValue)
      if let hash = state.stateHash { writer.member("stateHash", hash) }
      writer.member("companions", state.companions.map(\.rawValue))
    case .keychainItems(let items): KeychainEncoding.write(items, into: &writer)
    case .keychainListing(let items): KeychainEncoding.write(items, into: &writer)
    case .key(let key): key.writeMember("value", base64: "valueBase64", into: &writer)
    case .updated(let count): writer.member("updated", count)
    case .deleted(let count): writer.member("deleted", count)
    }
  }

  private static func write(_ availability: Availability, into writer: inout JSONWriter) {
    writer.member("canEvaluate", availability.error == nil)
    writer.member("biometryType", availability.biometryType.rawValue)
    if let code = availability.error {
      writer.key("error")
      WireError(.localAuthentication(code)).write(into: &writer)
    }
    if let domainState = availability.domainState { writer.member("domainState", domainState) }
  }
}

extension ArmedResponse {
  /// The response as `arm` takes it and `disarm` returns it, without its passcode.
  func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("method", response.methodName)
    if case .scan(let scan) = response, let identity = scan.identity { writer.member("identity", identity) }
    if delay > .zero {
      writer.key("after")
      writer.seconds(nanoseconds: delay.value)
    }
    if isStanding { writer.member("standing", true) }
    writer.endObject()
  }
}

extension PromptResponse {
  /// The parameters of the method that gives this response, as members of an object that the caller opened.
  package func writeParameters(into writer: inout JSONWriter) {
    switch self {
    case .scan(let scan): if let identity = scan.identity { writer.member("identity", identity) }
    case .enterPasscode(let passcode): writer.member("passcode", passcode)
    case .enterApplicationPassword(let password):
      writer.member("password", String(decoding: password.bytes, as: UTF8.self))
    case .tapCancel, .tapFallback, .tapTryAgain, .allowPermission, .denyPermission, .approveCompanion: break
    }
  }

  /// The method that gives this response; for a scan, the one that has no other name.
  package var methodName: String {
    switch self {
    case .scan(let scan):
      switch (scan.presentation, scan.modality) {
      case (.genuine, .face): "matchingFace"
      case (.impostor, .face): "nonMatchingFace"
      case (.genuine, .finger): "matchingFinger"
      case (.impostor, .finger): "nonMatchingFinger"
      case (.genuine, .eyes): "matchingEyes"
      case (.impostor, .eyes): "nonMatchingEyes"
      case (.genuine, nil): "match"
      case (.impostor, nil): "nonMatch"
      case (.unreadable, _): "unreadableScan"
      }
    case .tapCancel: "tapCancel"
    case .tapFallback: "tapFallback"
    case .tapTryAgain: "tapTryAgain"
    case .enterPasscode: "enterPasscode"
    case .enterApplicationPassword: "enterApplicationPassword"
    case .allowPermission: "allowPermission"
    case .denyPermission: "denyPermission"
    case .approveCompanion: "approveCompanion"
    }
  }
}

extension JSONWriter {
  /// A member with a list of texts.
  mutating func member(_ key: StaticString, _ texts: [String]) {
    self.key(key)
    Coding<[String]>.array(of: .string).write(texts, &self)
  }
}
