import Testing

@Suite("connect")
struct ConnectTests {
  @Test("lines go in and replies come out, the last line without an end too")
  func lines() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      printf '{"jsonrpc":"2.0","id":1,"method":"ping"}\\n{"jsonrpc":"2.0","id":"b","method":"ping"}' \
        | devicesim connect
      """)
    #expect(outcome.status == 0)
    expect(
      outcome.lines,
      are: [
        #"{"jsonrpc":"2.0","id":1,"result":{"seq":0}}"#, #"{"jsonrpc":"2.0","id":"b","result":{"seq":0}}"#,
      ])
  }

  @Test("after the end of input it waits for the replies that are still missing")
  func halfClose() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      echo '{"jsonrpc":"2.0","id":1,"method":"evaluatePolicy","params":{"policy":"owner","reason":"r"}}' \
        | devicesim connect & job=$!
      devicesim waitFor promptShown >/dev/null && devicesim match >/dev/null
      wait $job; echo $?
      """)
    #expect(outcome.lines.count == 2)
    #expect(
      outcome.lines.first?.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":{"success":true,"method":"biometry""#)
        == true)
    #expect(outcome.lines.last == "0")
  }

  @Test("much goes both ways at once")
  func much() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      for i in $(seq 20000); do echo '{"jsonrpc":"2.0","id":'$i',"method":"ping"}'; done | devicesim connect | tail -1
      """)
    #expect(outcome.output == #"{"jsonrpc":"2.0","id":20000,"result":{"seq":0}}"# + "\n")
  }

  @Test("it ends when the daemon closes")
  func closed() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      sleep 5 | devicesim connect & job=$!
      sleep 0.1; devicesim stop --force >/dev/null; wait $job; echo $?
      """)
    #expect(outcome.output == "0\n")
  }
}
