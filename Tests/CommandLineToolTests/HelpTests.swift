import CommandLineTool
import Schema
import Testing
import WireProtocol

@Suite("Help")
struct HelpTests {
  @Test("the overview lists every method and command once, with its summary")
  func overview() {
    let lines = Overview.text().split(separator: "\n")
    for (name, summary) in MethodTable.all.map({ ($0.name, $0.summary) })
      + Command.allCases.map({ ($0.rawValue, $0.summary) })
    {
      let listed = lines.filter { $0.hasPrefix("  \(name) ") }
      #expect(listed.count == 1, "\(name)")
      let start = summary.replacing("`", with: "'").prefix(20)
      #expect(listed.first?.contains(start) == true, "\(name)")
    }
  }

  @Test("help fits a terminal; only examples may be wider", arguments: MethodTable.all)
  func width(_ method: Method) {
    let text = MethodHelp.text(method)
    let prose = text[..<(text.firstRange(of: "\nEXAMPLE\n")?.lowerBound ?? text.endIndex)]
    for line in prose.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    for line in Overview.text().split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    for parameter in method.parameters {
      #expect(prose.contains("\n  \(parameter.name)"), "\(parameter.name)")
    }
    for error in method.errors { #expect(prose.contains(error), "\(error)") }
  }

  @Test("a method's help: usage, prose, parameters, result, errors, example")
  func method() throws {
    let method = try #require(MethodTable.find("unlockDevice"))
    let text = MethodHelp.text(method)
    #expect(text.hasPrefix("usage: devicesim unlockDevice [PASSCODE] [key=value …]\n\nUnlocks the device"))
    #expect(
      text.contains(
        """

        PARAMETERS
          passcode  what is entered on the lock screen (a non-empty string)
          with      how; default: what the other parameters say, else biometry (biometry or passcode)
          identity  who looks or touches; default: the first enrolled identity (a non-empty string)

        RESULT
          changed  false if the state already was as asked

        ERRORS
          refused

        EXAMPLE
          $ devicesim unlockDevice 1234
          done
        """))
  }

  @Test(
    "usage shows what is required, optional and waited for",
    arguments: [
      ("ping", "ping"), ("setPasscode", "setPasscode PASSCODE"),
      ("matchingFace", "matchingFace [IDENTITY] [key=value …] [--wait[=SECONDS]]"),
      ("evaluatePolicy", "evaluatePolicy [POLICY] [REASON] [key=value …]"),
      ("arm", "arm RESPONSES … [key=value …]"),
      ("getState", "getState [FIELD …]"), ("setState", "setState [key=value …]"),
      ("importState", "importState STATE"),
    ])
  func usage(_ name: String, _ usage: String) throws {
    let method = try #require(MethodTable.find(name))
    #expect(MethodHelp.text(method).hasPrefix("usage: devicesim \(usage)\n"))
  }

  @Test("a command's help")
  func command() {
    #expect(
      CommandHelp.text(.exec) == """
        usage: devicesim exec [FIELD=VALUE …] [--] COMMAND [ARGUMENT …]

        Runs a command with a fresh device.

        The device is deleted when the command ends. The command finds it through DEVICESIM_SOCKET and
        DEVICESIM_DEVICE, and the socket for apps, if the daemon has one, through DEVICESIM_APP_SOCKET.
        FIELD=VALUE sets a field of its state as 'setState' does, clock=manual gives it a manual clock,
        template=NAME starts it from a template of the daemon. If no daemon runs, exec starts one and stops
        it when the command ends. Ends with the status of the command, or with 128 plus the number of the
        signal that ended it.
        """)
  }

  @Test("every topic has a name of its own, is in the overview, and fits a terminal", arguments: Topic.all)
  func topic(_ topic: Topic) {
    #expect(MethodTable.find(topic.name) == nil && Command(rawValue: topic.name) == nil)
    #expect(Topic.all.count { $0.name == topic.name } == 1)
    let listed = Overview.text().split { ", \n".contains($0) }.map(String.init)
    #expect(listed.contains(topic.name))
    #expect(!topic.text.isEmpty)
    for line in topic.text.split(separator: "\n") {
      #expect(line.count <= 100 && line.last != " ", "\(line)")
    }
  }

  @Test("the topic of a group lists its methods, and what the state shows of it")
  func group() {
    let text = Topic.group(.prompt).text
    for method in MethodTable.all where method.group == .prompt {
      #expect(text.contains("\n  \(method.name) "))
    }
    #expect(text.contains("\n  buttons        what can be tapped\n"))
  }

  @Test("examples are quoted for a shell where necessary")
  func quoting() throws {
    #expect(
      try MethodExample(#require(MethodTable.find("evaluatePolicy"))).commandLine
        == "evaluatePolicy biometrics 'Sign in'")
    let arm = try MethodExample(#require(MethodTable.find("arm")))
    #expect(arm.commandLine == "arm nonMatchingFace 'tapCancel after=2'")
    #expect(arm.output == "waiting: 2")
  }
}
