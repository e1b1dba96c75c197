import DeviceModel
import JSON
import Schema
import Testing
import WireProtocol

@Suite struct MethodTableTests {
  @Test("the table has exactly the methods of the reference")
  func names() {
    let reference = """
      ping getServerInfo rpc.discover useDevice cancelRequest shutdown
      listDevices createDevice cloneDevice migrateDevice deleteDevice resetDevice getState setState
      saveSnapshot restoreSnapshot deleteSnapshot listSnapshots exportState importState
      enroll unenroll
      matchingFace nonMatchingFace matchingFinger nonMatchingFinger matchingTouch nonMatchingTouch
      matchingEyes nonMatchingEyes match nonMatch unreadableScan
      tapCancel tapFallback tapTryAgain enterPasscode enterApplicationPassword allowPermission denyPermission approveCompanion
      arm disarm failNext
      setPasscode clearPasscode lockDevice unlockDevice restartDevice
      setApp launchApp activateApp backgroundApp coverApp uncoverApp terminateApp installApp uninstallApp
      listKeychainItems resetKeychain
      setClock advanceClock
      subscribe unsubscribe waitFor getEvents
      createContext invalidateContext canEvaluatePolicy evaluatePolicy getDomainState
      evaluateAccessControl setCredential secItemAdd secItemCopyMatching secItemUpdate secItemDelete
      secKeyUse
      """
    #expect(MethodTable.all.map(\.name) == reference.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  @Test("no two methods share a name")
  func uniqueNames() {
    #expect(Set(MethodTable.all.map(\.name)).count == MethodTable.all.count)
  }

  @Test("the groups come in the order of the reference")
  func groupOrder() {
    var seen: [Method.Group] = []
    for method in MethodTable.all where seen.last != method.group { seen.append(method.group) }
    #expect(seen == Method.Group.allCases)
  }

  @Test("every name is found by its bytes and by its text", arguments: MethodTable.all.map(\.name))
  func lookup(name: String) throws {
    #expect(MethodTable.find(name)?.name == name)
    try withJSON(Array("\"\(name)\"".utf8)) { node in
      let table = RequestTable()
      let found = table.find(node)?.method.name
      #expect(found == name)
    }
  }

  @Test("a name written with an escape is the same name")
  func escapedName() throws {
    try withJSON(Array(#""\u0070in\u0067""#.utf8)) { node in
      let table = RequestTable()
      let found = table.find(node)?.method.name
      #expect(found == "ping")
    }
  }

  @Test(
    "what is no name is not found",
    arguments: [#""""#, #""pin""#, #""pingg""#, #""Ping""#, #""\\""#, "7", "null", #"["ping"]"#])
  func noName(text: String) throws {
    try withJSON(Array(text.utf8)) { node in
      let table = RequestTable()
      let found = table.find(node)?.method.name
      #expect(found == nil)
    }
  }

  @Test(
    "the nearest name is the one that was meant",
    arguments: [
      ("matchingface", "matchingFace"), ("nonMatchingFaces", "nonMatchingFace"), ("pign", "ping"),
      ("lock", "lockDevice"), ("unlock", "unlockDevice"), ("getstate", "getState"), ("enrol", "enroll"),
      ("evaluate", "evaluatePolicy"), ("tapcancle", "tapCancel"), ("discover", "rpc.discover"),
      ("waitfor", "waitFor"), ("secItemCopy", "secItemCopyMatching"), ("SecItemAdd", "secItemAdd"),
      ("restart", "restartDevice"), ("advance", "advanceClock"),
    ])
  func nearest(typed: String, meant: String) {
    #expect(MethodTable.nearest(to: typed) == meant)
  }

  @Test("every name with one letter lost leads back to it or to an equally near one")
  func nearMisses() {
    for name in MethodTable.all.map(\.name) {
      for position in name.indices {
        var typed = name
        typed.remove(at: position)
        guard MethodTable.find(typed) == nil else { continue }
        let found = MethodTable.nearest(to: typed)
        #expect(found == name || abs(found.count - typed.count) <= 2, "\(typed) → \(found)")
      }
    }
  }

  @Test("a name of a megabyte is answered at once")
  func hugeName() {
    let error = WireError.methodNotFound(String(repeating: "x", count: 1 << 20))
    #expect(error.message.utf8.count < 300)
  }

  @Test("a method has at most as many positional values as parameters, and none of them is a structure")
  func positional() {
    for method in MethodTable.all {
      #expect(method.positionalCount <= method.parameters.count, "\(method.name)")
      for field in method.parameters.prefix(method.positionalCount) {
        switch field.type.core {
        case .object, .anyObject, .dictionary: Issue.record("\(method.name) \(field.name)")
        default: break
        }
      }
    }
  }

  @Test(
    "the first bare values mean what the reference says",
    arguments: [
      ("setPasscode", ["passcode"]), ("advanceClock", ["seconds"]), ("unlockDevice", ["passcode"]),
      ("waitFor", ["kind"]), ("createDevice", ["device"]), ("deleteDevice", ["device"]),
      ("useDevice", ["device"]), ("enroll", ["identity"]), ("matchingFace", ["identity"]),
      ("evaluatePolicy", ["policy", "reason"]), ("canEvaluatePolicy", ["policy"]),
      ("secItemAdd", ["class", "account", "service"]), ("secItemDelete", ["class", "account", "service"]),
      ("secItemCopyMatching", ["class", "account", "service"]), ("listKeychainItems", ["app"]),
      ("enterPasscode", ["passcode"]), ("setClock", ["mode"]), ("invalidateContext", ["context"]),
      ("launchApp", ["app"]), ("tapCancel", []), ("getState", []),
    ])
  func positionalNames(method: String, names: [String]) throws {
    let entry = try #require(MethodTable.find(method))
    #expect(entry.parameters.prefix(entry.positionalCount).map(\.name) == names)
  }

  @Test("everything is documented, in one sentence or one line", arguments: MethodTable.all.map(\.name))
  func documentation(name: String) throws {
    let method = try #require(MethodTable.find(name))
    #expect(method.summary.hasSuffix("."))
    #expect(method.summary.first?.isUppercase == true)
    #expect(method.details.isEmpty || method.details.hasSuffix("."))
    for field in method.accepted + method.result {
      #expect(!field.summary.isEmpty && !field.summary.contains("\n"), "\(field.name)")
    }
    #expect(Set(method.accepted.map(\.name)).count == method.accepted.count)
  }

  @Test("every error that a method names is in the registry", arguments: MethodTable.all.map(\.name))
  func errors(name: String) throws {
    let method = try #require(MethodTable.find(name))
    for error in method.errors {
      #expect(ErrorRegistry.find(error) != nil, "\(error)")
      #expect(!ErrorRegistry.common.contains(error) || error == "limitExceeded" || error == "unknownDevice")
    }
  }

  @Test(
    "the example of a method is a request it takes and a result it gives",
    arguments: MethodTable.all.map(\.name))
  func examples(name: String) throws {
    let method = try #require(MethodTable.find(name))
    _ = try call(name, method.example.parameters).get()
    try withJSON(Array(method.example.result.utf8)) { node in
      if name == "subscribe" { return }
      try method.resultType.check(node)
    }
  }

  @Test("device is accepted by every method and passed on", arguments: MethodTable.all.map(\.name))
  func device(name: String) throws {
    let method = try #require(MethodTable.find(name))
    var params = method.example.parameters.dropLast()
    if !params.contains("\"device\":\"phone\"") {
      params += (params.count > 1 ? "," : "") + #""device":"phone""#
    }
    #expect(try call(name, params + "}").get().device == "phone")
  }

  @Test("the socket for apps takes the app methods and three of the server's")
  func audience() {
    let names = MethodTable.all.filter(\.isForApps).map(\.name)
    #expect(
      names == [
        "ping", "getServerInfo", "rpc.discover", "createContext", "invalidateContext", "canEvaluatePolicy",
        "evaluatePolicy", "getDomainState", "evaluateAccessControl", "setCredential", "secItemAdd",
        "secItemCopyMatching", "secItemUpdate", "secItemDelete", "secKeyUse",
      ])
  }

  @Test("replies to harness methods end with seq, replies to apps have none")
  func sequence() {
    for method in MethodTable.all {
      let names = method.result.map(\.name)
      if method.group.isForApps || method.name == Method.discoverName {
        #expect(!names.contains("seq"), "\(method.name)")
      } else {
        #expect(names.last == "seq", "\(method.name)")
      }
    }
  }

  @Test("passcodes, credentials and what items keep are secret, wherever they stand, and nothing else is")
  func secrets() {
    let secrets = ["passcode", "password", "value", "valueBase64", "credential", "credentialBase64"]
    func check(_ fields: [Field], _ place: String) {
      for field in fields {
        let isExport = place == "importState" && field.name == "state"
        #expect(field.isSecret == (secrets.contains(field.name) || isExport), "\(place) \(field.name)")
        if case .object(let members) = field.type.core { check(members, "\(place) \(field.name)") }
      }
    }
    for method in MethodTable.all { check(method.accepted, method.name) }
  }
}
