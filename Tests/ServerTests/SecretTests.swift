import System
import TestSupport
import Testing

/// What is secret shows nowhere but where it is asked for.
@Suite struct SecretTests {
  private let secrets = ["hunter2-passcode", "hunter2-value", "aHVudGVyMi1iYXNlNjQ=", "hunter2-credential"]

  @Test("no passcode, keychain value or credential gets into the log, an event, an error or a state")
  func nowhere() throws {
    let kept = try KeptDaemon()
    let client = try kept.connect()
    try client.result("subscribe", ["allDevices": true])
    var seen: [String] = []
    func send(_ method: String, _ params: JSONTree) throws {
      let reply = try client.call(method, params)
      seen.append("\(method): \(String(decoding: reply.bytes, as: UTF8.self))")
    }
    let passcode = JSONTree.string(secrets[0])
    let value = JSONTree.string(secrets[1])
    let context = try client.result("createContext")["context"] ?? nil
    // In its place, in a wrong place, of a wrong type, and twice.
    try send("setState", ["passcode": passcode])
    try send("setState", ["passcode": [passcode]])
    try send("setState", ["failedAttempts": -1, "passcode": passcode])
    try send("setPasscode", ["passcode": ["x": passcode]])
    try send("setPasscode", ["passcode": passcode, "more": 1])
    try send("lockDevice", [:])
    try send("unlockDevice", ["passcode": .string(secrets[0] + "-wrong")])
    try send("unlockDevice", ["passcode": passcode])
    try send("arm", ["responses": [["method": "enterPasscode", "passcode": passcode]]])
    try send("disarm", [:])
    try send("enterPasscode", ["passcode": passcode])
    try send("secItemAdd", ["class": "genericPassword", "account": "a", "value": value])
    try send("secItemAdd", ["class": "genericPassword", "account": "a", "value": value])
    try send("secItemAdd", ["class": "genericPassword", "account": "b", "valueBase64": .string(secrets[2])])
    try send("secItemAdd", ["class": "genericPassword", "account": "c", "value": [value]])
    try send("secItemAdd", ["class": "genericPassword", "value": value, "valueBase64": value])
    try send("secItemUpdate", ["query": ["class": "genericPassword"], "attributes": ["value": [value]]])
    try send("setCredential", ["context": context, "credential": .string(secrets[3])])
    try send("setCredential", ["context": context, "credential": 1, "credentialBase64": .string(secrets[3])])
    try send("listKeychainItems", [:])
    try send("getState", [:])
    try send("getEvents", ["allDevices": true])
    try send("importState", ["state": ["format": 1, "passcode": passcode]])
    var changed = try client.export() ?? nil
    changed["passcode"]?["failures"] = value
    try send("importState", ["state": changed])
    changed["unknown"] = value
    try send("importState", ["state": changed])
    seen += client.events.map { String(decoding: $0.bytes, as: UTF8.self) }
    // The log, of a daemon that was killed and found its journal torn, and of one that stopped.
    try kept.kill()
    let journal = try FileSystem.read(kept.journal)
    #expect(String(decoding: journal, as: UTF8.self).contains(secrets[1]))
    try FileSystem.write(Array(journal.dropLast(3)), to: kept.journal)
    try kept.start()
    try kept.connect().result("shutdown")
    seen.append(try kept.daemon.end().errors)
    for text in seen {
      for secret in secrets { #expect(!text.contains(secret), "\(text)") }
    }
  }
}
