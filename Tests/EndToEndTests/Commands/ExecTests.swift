import Testing

@Suite("exec")
struct ExecTests {
  @Test("a command gets a fresh device, which is gone with it")
  func fresh() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      devicesim start --detach >/dev/null
      devicesim setState lockedOut=true >/dev/null
      devicesim exec -- sh -c 'echo $DEVICESIM_SOCKET; devicesim getState lockedOut; devicesim listDevices | wc -l'
      devicesim listDevices | wc -l
      """)
    expect(outcome.lines, are: [sandbox.socket, "false", "2", "1"])
  }

  @Test("fields before the command set the device's state, with or without --")
  func state() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      devicesim exec biometryType=touchID clock=manual -- devicesim getState biometryType clock.mode
      devicesim exec behavior.maxFailures=3 devicesim getState behavior.maxFailures
      devicesim exec --device mine -- sh -c 'echo $DEVICESIM_DEVICE'
      """)
    expect(outcome.lines, are: ["touchID", "manual", "3", "mine"])
  }

  @Test("a device begins as a template of the daemon's, and fields change it, in any of the spellings")
  func template() throws {
    let sandbox = try Sandbox()
    let templates = "\(sandbox.folder)/templates.json"
    let outcome = try sandbox.run(
      """
      echo '{"finger": {"state": {"biometryType": "touchID", "failedAttempts": 2}, "clock": "manual"}}' >\(templates)
      devicesim start --detach --templates \(templates) >/dev/null
      devicesim exec template=finger failedAttempts=4 -- devicesim getState biometryType failedAttempts clock.mode
      devicesim createDevice phone template=finger clock=real lockedOut=true
      devicesim --device phone getState biometryType lockedOut clock.mode
      printf 'device template=finger clock=real\\nexpect biometryType=touchID failedAttempts=2 clock.mode=real\\n' |
        devicesim run - && echo ok
      devicesim exec template=thumb -- true
      """)
    expect(outcome.lines, are: ["touchID", "4", "manual", "phone", "touchID", "true", "real", "ok"])
    #expect(outcome.errors.contains("thumb"))
    #expect(outcome.status == 1)
  }

  @Test("many run at the same time, each with its own")
  func parallel() throws {
    let outcome = try Sandbox().run(
      """
      devicesim start --detach >/dev/null
      for i in 1 2 3 4 5; do
        devicesim exec -- sh -c "devicesim setPasscode $i$i >/dev/null; sleep 0.1; devicesim lockDevice >/dev/null
          devicesim unlockDevice $i$i >/dev/null && echo ok" &
      done; wait
      """)
    #expect(outcome.lines == Array(repeating: "ok", count: 5))
  }

  @Test("without a daemon one of its own runs as long as the command, and leaves nothing")
  func privateDaemon() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      devicesim exec -- sh -c 'echo $DEVICESIM_SOCKET; [ -S $DEVICESIM_APP_SOCKET ] && devicesim getState enrolled'
      """, environment: [("TMPDIR", sandbox.folder)])
    #expect(outcome.lines.last == "true")
    #expect(outcome.errors.isEmpty)
    let socket = try #require(outcome.lines.first)
    #expect(socket.hasPrefix("\(sandbox.folder)/devicesim-"))
    let left = try sandbox.run("ls -d \(sandbox.folder)/devicesim-*")
    #expect(left.output.isEmpty)
    #expect(try sandbox.run("devicesim ping").status == 4)
  }

  @Test("the command finds the app socket of the daemon that runs, and no other where that has none")
  func appSocket() throws {
    for (option, expected) in [("", "none"), ("--app-socket \"$HOME/app\"", "app")] {
      let sandbox = try Sandbox()
      let outcome = try sandbox.run(
        """
        devicesim start --detach \(option) >/dev/null
        DEVICESIM_APP_SOCKET=/elsewhere devicesim exec -- sh -c 'basename ${DEVICESIM_APP_SOCKET-none}'
        """)
      expect(outcome.lines, are: [expected])
      #expect(outcome.errors.isEmpty)
    }
  }

  @Test("an explicit socket must have a daemon")
  func named() throws {
    let outcome = try Sandbox().run("devicesim --socket /nonexistent/s exec -- true")
    #expect(outcome.status == 4)
  }

  @Test(
    "the status is the command's, or tells how it ended",
    arguments: [
      ("true", 0), ("sh -c 'exit 7'", 7), ("sh -c 'kill -KILL $$'", 137), ("/nonexistent", 127), ("/", 126),
    ])
  func status(_ command: String, _ status: Int32) throws {
    #expect(try Sandbox().run("devicesim exec -- \(command)").status == status)
  }

  @Test("signals go on to the command", arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
  func signals(_ name: String, _ status: Int32) throws {
    let outcome = try Sandbox().run(
      """
      devicesim exec -- bash -c 'trap "echo got \(name); trap - \(name); kill -\(name) $$" \(name)
        echo ready >"$HOME/ready"; while :; do sleep 0.02; done' & job=$!
      until [ -e "$HOME/ready" ]; do sleep 0.01; done
      kill -\(name) $job; wait $job; echo $?
      """)
    expect(outcome.lines, are: ["got \(name)", "\(status)"])
  }

  @Test("without a command it says how to give one")
  func nothing() throws {
    let outcome = try Sandbox().run("devicesim exec")
    #expect(outcome.status == 2)
    #expect(outcome.errors == "devicesim: exec needs a command: devicesim exec -- COMMAND [ARGUMENT …]\n")
  }
}
