import JSON
import LiveView
import Presentation
import Schema
import Testing
import WireProtocol

@testable import ControlPanel

@Suite("What a page shows of a device")
struct ViewTests {
  private func phone(_ state: String) throws -> PhoneControls {
    try withJSON(Array(state.utf8)) { PhoneControls($0) }
  }

  private func prompt(_ pane: String, _ buttons: String) -> String {
    #"{"biometryType":"faceID","prompt":{"id":"p1","app":"a","pane":"\#(pane)","reason":"r","buttons":[\#(buttons)],"#
      + #""scanning":true,"attempt":0,"fallbackTitle":null,"cancelTitle":"No <b>"}}"#
  }

  @Test(
    "the phone has the buttons of its prompt, and a place for what is typed",
    arguments: [
      ("biometry", #""tryAgain","fallback","cancel""#, ["tapTryAgain", "tapFallback", "tapCancel"], nil),
      ("passcode", #""cancel""#, ["tapCancel"], "enterPasscode"),
      ("applicationPassword", #""cancel""#, ["tapCancel"], "enterApplicationPassword"),
      ("permission", #""allow","deny""#, ["allowPermission", "denyPermission"], nil),
      ("companion", #""cancel""#, ["approveCompanion", "tapCancel"], nil),
    ])
  func panes(_ pane: String, _ buttons: String, _ methods: [String], _ entry: String?) throws {
    let phone = try phone(prompt(pane, buttons))
    #expect(phone.buttons.map(\.method) == methods)
    #expect(phone.entry?.method == entry)
    #expect(phone.reason == "r" && phone.isScanning)
    #expect(phone.buttons.allSatisfy { $0.method != "tapCancel" || $0.title == "No <b>" })
  }

  @Test(
    "the lock screen opens by what the device takes",
    arguments: [
      (
        #""passcodeSet":true,"enrolled":true,"unlockedSinceBoot":true,"lockedOut":false"#,
        ["Unlock with Face ID"], true
      ),
      (#""passcodeSet":true,"enrolled":true,"unlockedSinceBoot":true,"lockedOut":true"#, [], true),
      (#""passcodeSet":true,"enrolled":true,"unlockedSinceBoot":false,"lockedOut":false"#, [], true),
      (#""passcodeSet":false,"enrolled":false"#, ["Unlock"], false),
    ] as [(String, [String], Bool)])
  func lockScreen(_ state: String, _ titles: [String], _ hasEntry: Bool) throws {
    let phone = try phone(#"{"biometryType":"faceID","deviceLocked":true,"prompt":null,\#(state)}"#)
    #expect(phone.buttons.map(\.title) == titles)
    #expect((phone.entry?.method == "unlockDevice") == hasEntry)
  }

  @Test("whatever the page has a button for, it may ask")
  func allowed() throws {
    let buttons = LiveScreen.keys.compactMap(\.method)
    let phone = ["enterPasscode", "enterApplicationPassword", "approveCompanion", "unlockDevice"]
    let forms = ["createDevice", "setState", "evaluatePolicy"]
    for name in buttons + phone + forms {
      let method = try #require(MethodTable.find(name))
      #expect(PanelCall.allows(method), "\(name)")
      #expect(PanelCall(Array(#"{"method":"\#(name)","params":{}}"#.utf8))?.method === method)
    }
  }

  @Test("nothing of the daemon itself, of connections, of keychains and of whole devices can be asked")
  func refused() {
    for method in MethodTable.all where PanelCall.allows(method) {
      #expect(
        ![.server, .watching, .keychain, .ahead, .apps, .clock].contains(method.group), "\(method.name)")
      #expect(!["exportState", "importState", "deleteDevice"].contains(method.name))
      #expect(method.group != .appSide || method.name == "evaluatePolicy")
    }
  }

  @Test("every field of setState has a control, whose value is what the state shows")
  func form() throws {
    let html = StateForm.html
    for field in StateFields.settable where field.isSettable {
      let paths =
        if case .object(let members) = field.type.core {
          members.filter(\.isSettable).map { "\(field.name).\($0.name)" }
        } else {
          [field.name]
        }
      for path in paths { #expect(html.contains("data-path=\"\(path)\""), "\(path)") }
    }
    let state =
      #"{"failedAttempts":3,"lockedOut":true,"lockoutReason":null,"identities":["a\u202e"],"behavior":{"seed":7}}"#
    let values = try withJSON(Array(state.utf8)) { node in
      var writer = JSONWriter()
      StateForm.write(node, into: &writer)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    #expect(
      values
        == #"{"identities":"[\"a\\u202e\"]","failedAttempts":"3","lockedOut":"true","lockoutReason":"","#
        + #""behavior.seed":"7"}"#)
  }

  @Test("an entry of the log is short, whatever the reason")
  func entry() throws {
    let event =
      #"{"seq":1,"device":"d","time":1.5,"kind":"promptShown","prompt":"p1","app":"a","pane":"biometry","#
      + #""reason":"\#(String(repeating: "e\u{301}\u{202e}", count: 10_000))","buttons":[],"scanning":true}"#
    let entry = try withJSON(Array(event.utf8)) {
      LogEntry($0, of: "d", sensor: .faceID, limit: nil, before: nil)
    }
    let text = String(decoding: entry.message, as: UTF8.self)
    #expect(entry.message.count < PanelLimits.entryBytes + 200)
    #expect(text.contains(#""time":"1.500""#) && text.contains(#"\\u{202e}"#) && !text.contains("\u{202e}"))
  }
}
