import Platform
import Schema
import TestSupport
import Testing
import WireProtocol

/// The command line of `devicesimd`.
@Suite(.enabled(if: TestDaemon.program != nil, "devicesimd is not built"))
struct OptionTests {
  @Test(
    "a wrong command line is one line that names what is right, and status 64",
    arguments: [
      (["--sokcet", "x"], "--socket"), (["--idle-exti"], "--idle-exit"), (["start"], "--help"),
      (["--socket"], "--socket PATH"), (["--idle-exit", "soon"], "number of seconds"),
      (["--idle-exit", "0"], "number of seconds"), (["--clock", "fast"], "real or manual"),
      (["--max-devices", "0"], "whole number from 1"),
      (["--max-line-bytes", "1e6"], "whole number from 256"),
      (["--exit-with-parent=yes"], "takes no value"), (["--ready-fd", "-1"], "whole number"),
      (["--socket", ""], "empty"), (["--helo"], "--help"),
    ])
  func wrong(_ arguments: [String], _ hint: String) throws {
    let end = try TestDaemon(arguments).end()
    #expect(end.status == 64)
    #expect(end.errors.hasPrefix("devicesimd: "))
    #expect(end.errors.contains(hint))
    #expect(end.errors.last == "\n")
    #expect(end.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test("--help and --version print and end with 0")
  func help() throws {
    for (option, expected) in [("--help", "--idle-exit SECONDS"), ("--version", Product.version)] {
      let program = try #require(TestDaemon.program)
      let text = try ChildProcess.output(
        of: ChildProcess.Configuration(program: program, arguments: [option]))
      #expect(text.contains(expected))
    }
  }

  @Test("limits that are given are in force, and getServerInfo tells them")
  func limits() throws {
    let daemon = try TestDaemon.start(
      in: try TemporaryFolder(),
      [
        "--max-connections=7", "--max-devices", "6", "--max-line-bytes", "555", "--max-output-bytes",
        "4444", "--max-open-requests", "3", "--kept-events", "22", "--max-snapshots", "9",
        "--max-keychain-bytes", "8888", "--max-armed-responses", "5", "--clock", "manual",
        "--max-reply-bytes", "1048576", "--max-batch-bytes", "77777", "--max-memory", "2222222",
        "--max-app-connections", "2", "--kept-event-bytes", "33333",
        "--max-standing-responses", "4", "--max-apps", "11", "--max-bound-items", "14",
        "--max-changed-items", "15",
        "--max-contexts", "12", "--max-connection-contexts", "10",
      ])
    let client = try daemon.connect()
    let info = try client.result("getServerInfo")
    #expect(
      info["limits"] == [
        "maxConnections": 7, "maxDevices": 6, "maxLineBytes": 555, "maxDepth": 128,
        "maxOutputBytes": 4444, "maxOpenRequests": 3, "keptEvents": 22, "maxSnapshots": 9,
        "maxKeychainBytes": 8888, "maxArmedResponses": 5, "maxReplyBytes": 1_048_576,
        "maxBatchBytes": 77_777, "maxMemory": 2_222_222, "maxAppConnections": 2, "keptEventBytes": 33_333,
        "maxNameBytes": 255, "maxCaptionBytes": 65_536, "maxIDBytes": 4096, "maxListEntries": 1000,
        "maxStandingResponses": 4, "maxBoundItems": 14, "maxChangedItems": 15, "maxApps": 11,
        "maxContexts": 12, "maxConnectionContexts": 10,
      ])
    #expect(info["pid"] == .integer(Int(daemon.process.id)))
    #expect(info["version"] == .string(Product.version))
    #expect(try client.result("getState")["clock"]?["mode"] == "manual")
    try client.send(String(repeating: " ", count: 556) + "\n" + String(repeating: "x", count: 556) + "\n")
    #expect(try WireFailure(try client.message()).name == "lineTooLong")
  }

  @Test("secrets never reach the log")
  func secrets() throws {
    let daemon = try TestDaemon.start(in: try TemporaryFolder())
    let client = try daemon.connect()
    try client.result("setPasscode", ["passcode": "sesame-94"])
    _ = try client.call("unlockDevice", ["passcode": "sesame-95"])
    try client.send("{\"passcode\":\"sesame-96\"\n")
    _ = try client.message()
    try client.result("shutdown")
    let end = try daemon.end()
    #expect(end.status == 0)
    #expect(end.errors.contains("listens on"))
    #expect(!end.errors.contains("sesame"))
  }
}
