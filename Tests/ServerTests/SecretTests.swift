import Platform
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
    try send(
      "secItemAdd",
      [
        "class": "key", "keyClass": "private", "tokenID": "com.apple.setoken",
        "valueBase64": .string(secrets[2]),
      ])
    try send("secItemCopyMatching", ["class": "key", "returnData": true, "returnPersistentRef": true])
    try send("secKeyUse", ["applicationTag": "none", "operation": "useKeySign"])
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

  @Test(
    "a start that is refused for what a file says tells no secret in it",
    arguments: [
      #"{"t":{"state":{"passcode":["hunter2-passcode"]}}}"#,
      #"{"t":{"state":{"passcode":{"hunter2-passcode":1}}}}"#,
      #"{"t":{"state":{"passcode":"hunter2-passcode","enrolled":5}}}"#,
      #"{"t":{"state":{"passcode":"hunter2-passcode"#,
      #"{"t":{"state":{"passcode":"hunter2-passcode\u00"}}}"#,
      #"{"t":{"state":{"passcode":"hunter2-passcode","passcode":"hunter2-passcode"}}}"#,
      #"{"t":{"exported":{"format":1,"passcode":{"passcode":"hunter2-passcode","failures":"hunter2-value"}}}}"#,
    ])
  func refusedTemplates(_ text: String) throws {
    let folder = try TemporaryFolder()
    try FileSystem.write(Array(text.utf8), to: folder.file("templates"))
    let end = try TestDaemon(["--socket", folder.file("s"), "--templates", folder.file("templates")]).end()
    #expect(end.status == 64)
    for secret in secrets { #expect(!end.errors.contains(secret), "\(end.errors)") }
  }

  @Test("a journal that is damaged in the middle of a secret is refused without telling it")
  func damagedJournal() throws {
    let kept = try KeptDaemon()
    let client = try kept.connect()
    try client.result("setPasscode", ["passcode": .string(secrets[0])])
    try client.result("secItemAdd", ["class": "key", "value": .string(secrets[1])])
    try kept.kill()
    let bytes = try FileSystem.read(kept.journal)
    for secret in secrets[..<2] {
      let start = try #require(bytes.firstRange(of: Array(secret.utf8))).lowerBound
      for offset in [-1, 3, secret.utf8.count] {
        var damaged = bytes
        damaged[start + offset] ^= 2
        try FileSystem.write(damaged, to: kept.journal)
        let end = try kept.failToStart()
        #expect(end.status == 65)
        #expect(!end.errors.contains("hunter"), "\(end.errors)")
      }
    }
  }
}
